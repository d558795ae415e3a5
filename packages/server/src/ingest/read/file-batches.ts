/** Maximum text per batch, in characters; a longer file is a batch of its own. Parsing takes about 50 ms. */
const MAX_CHARACTERS = 128 * 1024

/**
 * Groups consecutive items into batches, so that one timer can limit the time of a whole batch.
 *
 * @param charactersOf length of an item's text; undefined for an item that needs a batch of its own, because another thread parses it.
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
