import type { Layout } from "../../index/format/layout.ts"
import type { IndexedSnippet } from "../../index/read/open-index.ts"
import { beginsWithCode } from "../../snippets/cut-thoughts.ts"
import { contains } from "./section-path.ts"

/** A lead is at most this many sections above its code, and has at most this many tokens. */
const REACH = 4
const MAX_TOKENS = 90
/** A heading that only says that code follows, perhaps in a subsection for each case. */
const EXAMPLE = /^(?:(?:basic |code |simple )?(?:examples?|usages?|samples?)|synopsis|syntax|demo|code):?$/i

/**
 * Finds the lead of code that begins its section if the heading, or the one above it, does not say what the code is about: the first snippet
 * of the section that contains the examples. On pages about commands and functions, this is their description.
 *
 * @param read returns a snippet.
 * @returns undefined if the heading is enough, or the text is too long.
 */
export function leadOf(
  id: number,
  { firstSnippetOfSection, sectionOfSnippet, snippetTokens }: Layout,
  read: (id: number) => IndexedSnippet,
): IndexedSnippet | undefined {
  const section = sectionOfSnippet[id] ?? 0
  if (firstSnippetOfSection[section] !== id) return undefined
  const example = read(id)
  const levels = levelsOfExamples(example.headingPath)
  if (levels === 0 || !beginsWithCode(example.content)) return undefined
  const maxLevels = example.headingPath.length - levels
  for (let above = section - 1; above >= Math.max(0, section - REACH); above--) {
    const lead = read(firstSnippetOfSection[above] ?? id)
    if (lead.page !== example.page) return undefined
    if (lead.section === above && lead.headingPath.length <= maxLevels && contains(lead, example))
      return (snippetTokens[lead.id] ?? 0) <= MAX_TOKENS ? lead : undefined
  }
  return undefined
}

/** Returns 1 for the path of examples, 2 for that of one case among them, else 0. */
function levelsOfExamples(headingPath: readonly string[]): number {
  return [1, 2].find((level) => EXAMPLE.test(headingPath.at(-level) ?? "")) ?? 0
}
