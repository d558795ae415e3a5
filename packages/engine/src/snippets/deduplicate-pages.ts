import { hash } from "node:crypto"

import type { Page } from "./snippet.ts"

/** Shorter snippets repeat by chance ("See also") and take little space. */
const MIN_CHARACTERS = 60

/** Drops repeated snippets. Use one per version of a library. */
export interface PageDeduplicator {
  /**
   * Removes the snippets that repeat a snippet of an earlier page word for word, ignoring case and white space. Repetitions within one page
   * stay.
   *
   * @returns the page, and the number of removed snippets.
   */
  keep(page: Page): { readonly page: Page; readonly dropped: number }
}

/** White space other than a single space, which is the most common and is not replaced. */
const OTHER_SPACE = /\s{2,}|[^\S ]/g

function fingerprint(text: string): string {
  return hash("sha1", text.toLowerCase().replaceAll(OTHER_SPACE, " "), "base64")
}

/** Creates a deduplicator. It uses about 100 bytes of memory per snippet. */
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
