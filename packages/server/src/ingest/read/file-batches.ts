/** Text that a batch holds at most, unless its only file is longer: some 50 ms of parsing, and little memory. */
const MAX_CHARACTERS = 128 * 1024

/**
 * Groups items that are at hand, in their order, so that one timer guards a group instead of each item.
 *
 * @param charactersOf length of an item's text; undefined for one that must be alone, because its work goes on after its turn.
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
