import type { ListSnippetPagesQuery, ListSnippetPagesResponse, SnippetPage } from "@lectern/contract"
import type { RankableIndex } from "@lectern/engine"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { ContentServices } from "./content-services.ts"
import { findReadableVersion } from "./find-readable-version.ts"
import { readIndexedPages } from "./read-indexed-pages.ts"

/**
 * Lists the pages of a library version in reading order, with the size of their snippets. Pages that were made from the
 * same file are one entry.
 *
 * @throws {LibraryMissing} {LibraryRedirected} {TagMissing} {AccessDenied} {SuspiciousContentBlocked}
 */
export async function listSnippetPages(
  context: ContentServices,
  caller: Authorized<"readLibrary">,
  { libraryId, version, contains, offset, limit }: ListSnippetPagesQuery & { readonly libraryId: string },
): Promise<ListSnippetPagesResponse> {
  const { library, versionTag, indexHash } = await findReadableVersion(context, caller, { libraryId, version })
  const read =
    indexHash === undefined
      ? []
      : await readIndexedPages(context, indexHash, ({ id, path, title, url }, rankable) => {
          return { path, title, url, ...measurePage(rankable, id) }
        })
  const wanted = contains.trim().toLowerCase()
  const matches = ({ path, title }: SnippetPage) =>
    path.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted)
  const pages = joinByPath(read).filter(matches)
  return {
    libraryId: library.id,
    version: versionTag,
    total: pages.length,
    pages: pages.slice(offset, offset + limit),
  }
}

/** Counts the snippets of a page and their tokens, using arrays that an open index keeps in memory. */
function measurePage({ index: { layout } }: RankableIndex, page: number) {
  const [from, end] = snippetRange(layout, page)
  const tokens = layout.snippetTokens.subarray(from, end).reduce((sum, count) => sum + count, 0)
  return { snippetCount: end - from, tokens }
}

/**
 * Returns the numbers of the first snippet of a page and of the first one after the page; the snippets of a page are
 * consecutive.
 */
export function snippetRange(
  { firstSectionOfPage, firstSnippetOfSection }: RankableIndex["index"]["layout"],
  page: number,
): readonly [from: number, end: number] {
  const firstOf = (sectionPage: number) => firstSnippetOfSection[firstSectionOfPage[sectionPage] ?? 0] ?? 0
  return [firstOf(page), firstOf(page + 1)]
}

function joinByPath(pages: readonly SnippetPage[]): readonly SnippetPage[] {
  const byPath = new Map<string, SnippetPage>()
  for (const page of pages) {
    const { snippetCount = 0, tokens = 0, ...first } = byPath.get(page.path) ?? {}
    byPath.set(page.path, {
      ...page,
      ...first,
      snippetCount: page.snippetCount + snippetCount,
      tokens: page.tokens + tokens,
    })
  }
  return [...byPath.values()]
}
