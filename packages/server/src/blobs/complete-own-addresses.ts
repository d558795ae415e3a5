import type { RankableIndex } from "@lectern/engine"
import { OWN_PAGES_PATH } from "../base/own-pages.ts"

/** Two letters are at most one token. */
const LETTERS = /[a-z]{2}/gi

/**
 * Adds this server's URL to the paths of its own pages, because the bundled index was built without it. Any other index
 * is returned unchanged.
 *
 * @param ownAddress URL without a trailing slash; if empty, the paths are kept.
 */
export function completeOwnAddresses(rankable: RankableIndex, ownAddress: string): RankableIndex {
  const { index } = rankable
  const isOwn = ownAddress !== "" && index.pages(0, 1)[0]?.url.startsWith(OWN_PAGES_PATH) === true
  if (!isOwn) return rankable
  const complete = (url: string) => (url.startsWith(OWN_PAGES_PATH) ? ownAddress + url : url)
  // Serving processes count no tokens, so this is an upper bound that keeps an answer within its budget.
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
