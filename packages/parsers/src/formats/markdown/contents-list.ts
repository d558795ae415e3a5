import type { Token } from "markdown-it"

/** A list with fewer links may be an ordinary list. */
const MIN_LINKS = 3

/**
 * Returns true if a list contains only links to headings of its own page. A list of code names in the
 * middle of a text belongs to that text.
 *
 * @param from index of the token that opens the list.
 */
export function isContentsList(tokens: readonly Token[], from: number): boolean {
  const level = tokens[from]?.level ?? 0
  let links = 0
  let names = 0
  for (let index = from + 1; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined) break
    if (token.level === level && token.nesting === -1) {
      const isInText = tokens[from - 1]?.type === "paragraph_close" && tokens[index + 1]?.type === "paragraph_open"
      if (isInText && names === links) return false
      break
    }
    if (token.type === "fence" || token.type === "code_block" || token.type === "html_block") return false
    if (token.type !== "inline") continue
    if (!isOnlyLink(token.children ?? [])) return false
    links++
    if (token.children?.some(({ type }) => type === "code_inline") === true) names++
  }
  return links >= MIN_LINKS
}

function isOnlyLink(children: readonly Token[]): boolean {
  let isInside = false
  let hasLink = false
  for (const child of children) {
    if (child.type === "link_open") {
      if (!String(child.attrGet("href") ?? "").startsWith("#")) return false
      isInside = true
      hasLink = true
    } else if (child.type === "link_close") isInside = false
    else if (!isInside && child.content.trim() !== "") return false
  }
  return hasLink
}
