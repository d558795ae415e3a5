import { hash } from "node:crypto"

import { continues, introduces, mayContinue, refersBack } from "./cut-thoughts.ts"
import type { Page, Snippet } from "./snippet.ts"

/** Shorter snippets repeat by chance ("See also") and take little space. */
const MIN_CHARACTERS = 60

/** Drops repeated snippets. Use one per version of a library. */
export interface PageDeduplicator {
  /**
   * Removes the snippets that repeat a snippet of an earlier page word for word, ignoring case and white space. Repetitions within one page
   * stay, and so do those that the next snippet cannot be understood without, and the rest of a list that the page begins in its own words.
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

/** Returns true if a snippet refers to the one before it on the page, or continues it. */
function needs(snippet: Snippet | undefined, before: Snippet): boolean {
  if (snippet?.section !== before.section) return false
  const { content } = snippet
  if (introduces(before.content) || refersBack(content)) return true
  return mayContinue(content) && continues(before.content, content)
}

/** Returns true if a snippet begins with a further item of the list that the one before it ends with, or with what that introduces. */
function completes(snippet: Snippet, before: Snippet | undefined): boolean {
  if (snippet.section !== before?.section) return false
  if (introduces(before.content)) return true
  return mayContinue(snippet.content) && continues(before.content, snippet.content)
}

/** Creates a deduplicator. It uses about 100 bytes of memory per snippet. */
export function createPageDeduplicator(): PageDeduplicator {
  const seen = new Set<string>()
  return {
    keep(page) {
      const marks = page.snippets.map((snippet) =>
        snippet.content.length < MIN_CHARACTERS ? undefined : fingerprint(snippet.content),
      )
      const isNew = (index: number) => {
        const mark = marks[index]
        return mark === undefined || !seen.has(mark)
      }
      let isShown = false
      const snippets = page.snippets.filter((snippet, index) => {
        isShown =
          isNew(index) ||
          (isNew(index + 1) && needs(page.snippets[index + 1], snippet)) ||
          (isShown && completes(snippet, page.snippets[index - 1]))
        return isShown
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
