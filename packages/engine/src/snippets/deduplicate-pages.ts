import { hash } from "node:crypto"

import type { Page } from "./snippet.ts"

/** Shorter snippets repeat by chance ("See also") and cost nothing. */
const MIN_CHARACTERS = 60

/** Leaves out what was already seen. One sieve serves one version of one library. */
export interface PageDeduplicator {
  /**
   * @returns the page without the snippets that stand word for word (letter case and white space aside) in a snippet of
   *   an earlier page, and how many were dropped. A repetition inside one page stays.
   */
  keep(page: Page): { readonly page: Page; readonly dropped: number }
}

/** White space that is not one space already; most of it is, and need not be replaced. */
const OTHER_SPACE = /\s{2,}|[^\S ]/g

function fingerprint(text: string): string {
  return hash("sha1", text.toLowerCase().replaceAll(OTHER_SPACE, " "), "base64")
}

/** Makes a sieve that has seen nothing. Memory: about 100 bytes a snippet. */
export function createPageDeduplicator(): PageDeduplicator {
  const seen = new Set<string>()
  return {
    keep(page) {
      const marks = page.snippets.map((snippet) =>
        snippet.content.length < MIN_CHARACTERS ? undefined : fingerprint(snippet.content),
      )
      const snippets = page.snippets.filter((_, index) => {
        const mark = marks[index]
        return mark === undefined || !seen.has(mark)
      })
      for (const mark of marks) {
        if (mark !== undefined) {
          seen.add(mark)
        }
      }
      return { page: { ...page, snippets }, dropped: page.snippets.length - snippets.length }
    },
  }
}
