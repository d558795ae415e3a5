/**
 * Runs work for every item, a few at a time, in order.
 *
 * @param work after its first failure, no more items are started.
 * @throws the first failure, once the items in progress have ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  let hasFailed = false
  const run = async (): Promise<void> => {
    for (let at = next++; at < items.length && !hasFailed; at = next++) {
      const item = items[at]
      if (item === undefined) continue
      try {
        await work(item, at)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const runs = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, run))
  for (const ended of runs) if (ended.status === "rejected") throw ended.reason
}
