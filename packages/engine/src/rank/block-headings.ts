import type { IndexedSnippet } from "../index/read/open-index.ts"

type Headed = Pick<IndexedSnippet, "headingPath" | "headingTokens">

/** Returns the headings with which all sections begin: the title of a block that has several sections. */
export function sharedHeadings(sections: readonly Pick<Headed, "headingPath">[]): readonly string[] {
  const [first, ...others] = sections.map(({ headingPath }) => headingPath)
  if (first === undefined) return []
  const end = first.findIndex((heading, at) => others.some((path) => path[at] !== heading))
  return end === -1 ? first : first.slice(0, end)
}

/** Returns the part of a section's heading path that the title of its block lacks; its last heading if the title is the whole path. */
export function headingsBelow(
  title: readonly string[],
  { headingPath }: Pick<Headed, "headingPath">,
): readonly string[] {
  return headingPath.length > title.length ? headingPath.slice(title.length) : headingPath.slice(-1)
}

/** Tokens that the first heading of a block takes in addition when it moves from the title to a line of its own. */
const SPLIT_TOKENS = 3

/**
 * Returns an upper bound of the tokens of the headings inside a block, besides those of its title if it had only the first section. A word
 * and the sign between two headings have at least one token each, so at least as many are saved by each heading that is in the title only.
 *
 * @param sections of the block, the first one first. Their `headingTokens` do not contain the first heading of a path.
 */
export function headingTokensOf(sections: readonly Headed[]): number {
  const [, ...others] = sections
  const title = sharedHeadings(sections)
  const splitTokens = others.length === 0 ? 0 : SPLIT_TOKENS
  return others.reduce((sum, section) => {
    const omitted = section.headingPath.length > title.length ? title : section.headingPath.slice(0, -1)
    const savedTokens = omitted.slice(1).reduce((saved, heading) => saved + wordsIn(heading) + 1, 0)
    return sum + Math.max(0, section.headingTokens - savedTokens)
  }, splitTokens)
}

/** Returns the number of words; an empty heading is not shown, and neither is the sign after it. */
function wordsIn(heading: string): number {
  const words = heading.trim() === "" ? 0 : heading.trim().split(/\s+/).length
  return words === 0 ? -1 : words
}
