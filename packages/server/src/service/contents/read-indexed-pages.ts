import type { IndexedPage, RankableIndex } from "@lectern/engine"
import type { ContentServices } from "./content-services.ts"

/** Number of pages that are read in one turn of the event loop, which takes a few milliseconds. */
const PAGES_PER_TURN = 2_000

/**
 * Reads all pages of an index file in reading order, in steps, so that other requests are answered in between.
 *
 * @param read extracts the needed values from a page while the index is open.
 */
export async function readIndexedPages<Read>(
  { openIndexes }: Pick<ContentServices, "openIndexes">,
  indexHash: string,
  read: (page: IndexedPage, rankable: RankableIndex) => Read,
): Promise<readonly Read[]> {
  const found: Read[] = []
  for (let from = 0; ;) {
    const start = from
    const last = await openIndexes.use(indexHash, (rankable) => {
      const step = rankable.index.pages(start, PAGES_PER_TURN)
      for (const page of step) found.push(read(page, rankable))
      return step.length < PAGES_PER_TURN ? undefined : step.at(-1)
    })
    if (last === undefined) return found
    from = last.id + 1
  }
}
