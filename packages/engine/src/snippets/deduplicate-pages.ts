import { hash } from "node:crypto"

import type { Page } from "./snippet.ts"

/** Shorter snippets repeat by chance ("See also") and take little space. */
const MIN_CHARACTERS = 60

/** Drops repeated sections. Use one per version of a library. */
export interface PageDeduplicator {
  /**
   * Removes the sections of which each snippet repeats one of an earlier page word for word, ignoring case and white space. Repetitions
   * within one page stay, and so do those in a section with text of its own, which would have holes otherwise.
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
  const isNew = (mark: string | undefined) => mark === undefined || !seen.has(mark)
  return {
    keep(page) {
      const marks = page.snippets.map((snippet) =>
        snippet.content.length < MIN_CHARACTERS ? undefined : fingerprint(snippet.content),
      )
      const newSections = new Set(page.snippets.filter((_, index) => isNew(marks[index])).map(({ section }) => section))
      const snippets = page.snippets.filter(({ section }) => newSections.has(section))
      for (const mark of marks) {
        if (mark !== undefined) {
          seen.add(mark)
        }
      }
      return { page: { ...page, snippets }, dropped: page.snippets.length - snippets.length }
    },
  }
}
