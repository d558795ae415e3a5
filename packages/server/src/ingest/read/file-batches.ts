import { setImmediate as nextTick } from "node:timers/promises"

/** Maximum text per batch, in characters, which takes about 100 ms to parse. A longer file has its own batch. */
const MAX_CHARACTERS = 256 * 1024

/** Maximum text of a batch that is only searched, in characters: takes about 20 ms. Every batch costs about 0.3 ms for its timer. */
export const SEARCHED_CHARACTERS = 1024 * 1024

/** Stands between two items of a source if the second one was not ready at once. */
export const WAITING = "waiting"

/**
 * Groups consecutive items into batches, so that one timer can limit the time of a whole batch. A batch also ends
 * at `WAITING`.
 *
 * @param charactersOf length of an item's text; undefined for an item that needs its own batch, because another thread
 *   parses it.
 */
export async function* inBatches<Item extends object>(
  items: AsyncIterable<Item | typeof WAITING> | Iterable<Item | typeof WAITING>,
  charactersOf: (item: Item) => number | undefined,
  maxCharacters = MAX_CHARACTERS,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = []
  let held = 0
  for await (const item of items) {
    if (item === WAITING) {
      if (batch.length > 0) yield batch
      batch = []
      held = 0
      continue
    }
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

/**
 * Adds `WAITING` wherever the source needs more than one turn of the event loop for its next item, and before an error.
 * The items before it then do not have to wait in a batch.
 */
export async function* markWaits<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item | typeof WAITING> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = iterator.next()
      const isReady = next.then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([isReady, nextTick(false)]))) yield WAITING
      const result = await next
      if (result.done === true) return
      yield result.value
    }
  } finally {
    await iterator.return?.()
  }
}
