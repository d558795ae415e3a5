import type { RankableIndex } from "@lectern/engine"
import { OWN_PAGES_PATH } from "../base/own-pages.ts"

/** Two letters are one token, or part of one. */
const LETTERS = /[a-z]{2}/gi

/**
 * Puts the address of this server before the paths of its own pages, which an index that was made elsewhere contains. An index of
 * anything else is returned unchanged.
 *
 * @param ownAddress URL without a trailing slash; empty leaves paths.
 */
export function completeOwnAddresses(rankable: RankableIndex, ownAddress: string): RankableIndex {
  const { index } = rankable
  const isOwn = ownAddress !== "" && index.pages(0, 1)[0]?.url.startsWith(OWN_PAGES_PATH) === true
  if (!isOwn) return rankable
  const complete = (url: string) => (url.startsWith(OWN_PAGES_PATH) ? ownAddress + url : url)
  // An answer stays within its budget: serving processes count no tokens, so this is an upper bound.
  const addedTokens = ownAddress.replaceAll(LETTERS, "x").length + 1
  return {
    ...rankable,
    index: {
      ...index,
      indexedSnippet(id) {
        const snippet = index.indexedSnippet(id)
        return { ...snippet, url: complete(snippet.url), headerTokens: snippet.headerTokens + addedTokens }
      },
      snippet(id) {
        const snippet = index.snippet(id)
        return { ...snippet, url: complete(snippet.url), pageUrl: complete(snippet.pageUrl) }
      },
      pages: (from, count) => index.pages(from, count).map((page) => ({ ...page, url: complete(page.url) })),
    },
  }
}
