/** Characters that GitHub removes from the identifier of a heading. */
const REMOVED = /[^\p{Letter}\p{Mark}\p{Number}_ -]/gu

/**
 * Returns a function that returns the identifiers of the headings of one page, in reading order, as GitHub forms them: the text in lower
 * case without punctuation, with hyphens for spaces, and a number if an earlier heading has the same identifier.
 *
 * @example "Set up `lectern`" becomes "set-up-lectern", and a second one "set-up-lectern-1".
 */
export function createHeadingSlugs(): (text: string) => string {
  const countBySlug = new Map<string, number>()
  return (text) => {
    const slug = text.toLowerCase().replaceAll(REMOVED, "").trim().replaceAll(" ", "-")
    const count = countBySlug.get(slug) ?? 0
    countBySlug.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
