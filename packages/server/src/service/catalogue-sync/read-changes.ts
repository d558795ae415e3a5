/** A row with the number of its last change. */
interface Numbered {
  readonly changeNumber: number
}

/**
 * Reads all changes after a number, in batches. Other work runs between batches.
 *
 * @param read reads at most `limit` rows with numbers above `after`, in the order of their numbers.
 */
export async function* readChanges<Row extends Numbered>(
  read: (after: number, limit: number) => Promise<readonly Row[]>,
  after: number,
  batchSize: number,
): AsyncGenerator<readonly Row[], void> {
  let reading = read(after, batchSize)
  for (;;) {
    const changed = await reading
    const last = changed.length < batchSize ? undefined : changed.at(-1)
    if (last === undefined) return yield changed
    // While the caller applies this batch, a database in another process already reads the next one.
    reading = read(last.changeNumber, batchSize)
    // If the caller stops early, nothing awaits this batch, and its failure must not end the process.
    reading.catch(() => undefined)
    yield changed
    await new Promise((resolve) => setImmediate(resolve))
  }
}
