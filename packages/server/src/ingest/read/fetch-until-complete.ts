/** Limits of `fetchUntilComplete`. */
export interface FetchRounds<Key> {
  /** Maximum number of rounds; keys that are still missing after the last one are not fetched. */
  readonly maxRounds: number
  /**
   * Fetches one round of keys in a single request. It must record failures as well, or the next scan returns the failed
   * keys again.
   */
  fetch(keys: readonly Key[]): Promise<void>
  /** Finds the keys that are still missing, each once, given everything fetched so far. */
  findMissing(): Iterable<Key> | Promise<Iterable<Key>>
}

/**
 * Fetches files that refer to further files: scans, fetches what is missing, and scans again, until nothing is missing
 * or the maximum number of rounds is reached. Scans once more after the last round.
 *
 * @throws what `fetch` and `findMissing` throw.
 */
export async function fetchUntilComplete<Key>({ maxRounds, fetch, findMissing }: FetchRounds<Key>): Promise<void> {
  let missing = [...(await findMissing())]
  for (let round = 0; round < maxRounds && missing.length > 0; round++) {
    await fetch(missing)
    missing = [...(await findMissing())]
  }
}
