import type { Layout } from "../../index/format/layout.ts"
import type { IndexedSnippet } from "../../index/read/open-index.ts"
import { hasWarning } from "../../snippets/cut-thoughts.ts"
import { contains } from "./section-path.ts"

/** The warning is one of this many snippets at the top of a page, and has at most this many tokens. */
const REACH = 3
const MAX_TOKENS = 120
/** The label of a box that says that everything on the page is old or unfinished. */
const STATE =
  /(?:^|\n)(?:> )?\*\*[^*\n]{0,40}\b(?:deprecated|deprecation|legacy|experimental|unstable|unmaintained|sunset\w*|end[ -]of[ -]life)\b/i

/**
 * Finds the warning at the top of a snippet's page, before its first subsection. It is about everything that follows: a product that ends, or
 * a flag that all code needs.
 *
 * @param read returns a snippet.
 */
export function warningAbove(
  id: number,
  { firstSectionOfPage, firstSnippetOfSection, sectionOfSnippet, snippetTokens }: Layout,
  read: (id: number) => IndexedSnippet,
): IndexedSnippet | undefined {
  const snippet = read(id)
  const first = firstSnippetOfSection[firstSectionOfPage[snippet.page] ?? 0] ?? 0
  const section = sectionOfSnippet[first]
  for (let at = first; at < first + REACH && sectionOfSnippet[at] === section && at !== id; at++) {
    if ((snippetTokens[at] ?? 0) > MAX_TOKENS) continue
    const warning = read(at)
    const isAbove = snippet.section === section || contains(warning, snippet)
    if (isAbove && (hasWarning(warning.content) || STATE.test(warning.content))) return warning
  }
  return undefined
}
