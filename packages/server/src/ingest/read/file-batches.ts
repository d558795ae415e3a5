/** Maximum text per batch, in characters, which takes about 50 ms to parse. A longer file has its own batch. */
const MAX_CHARACTERS = 128 * 1024

/**
 * Groups consecutive items into batches, so that one timer can limit the time of a whole batch.
 *
 * @param charactersOf length of an item's text; undefined for an item that needs its own batch, because another thread
 *   parses it.
 */
export async function* inBatches<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  charactersOf: (item: Item) => number | undefined,
  maxCharacters = MAX_CHARACTERS,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = []
  let held = 0
  for await (const item of items) {
    const characters = charactersOf(item) ?? maxCharacters
    if (batch.length > 0 && held + characters > maxCharacters) {
      yield batch
      batch = []
      held = 0
    }
    batch.push(item)
    held += characters
  }
  if (batch.length > 0) yield batch
}
