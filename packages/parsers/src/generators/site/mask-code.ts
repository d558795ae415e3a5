/** A string, a comment or a template of JavaScript; regular expressions are not told apart from divisions. */
const OPAQUE = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?/g

/**
 * Blanks out comments and the insides of strings, so that brackets and words can be looked for in the rest.
 *
 * @returns a text of the same length, line breaks kept.
 */
export function maskCode(text: string): string {
  return text.replace(OPAQUE, (part) => {
    const isComment = part.startsWith("/")
    const inside = (isComment ? part : part.slice(1, -1)).replace(/[^\n]/g, " ")
    return isComment ? inside : part.charAt(0) + inside + (part.length > 1 ? part.charAt(0) : "")
  })
}

const OPENING = "([{"
const CLOSING = ")]}"

/**
 * Finds the end of an expression: the first comma, semicolon or closing bracket that is not inside of it.
 *
 * @param masked text of `maskCode`.
 */
export function endOfExpression(masked: string, from: number): number {
  let depth = 0
  for (let at = from; at < masked.length; at++) {
    const sign = masked.charAt(at)
    if (OPENING.includes(sign)) depth++
    else if (CLOSING.includes(sign)) {
      if (depth === 0) return at
      depth--
    } else if (depth === 0 && (sign === "," || sign === ";")) return at
  }
  return masked.length
}

/** Finds the bracket that closes the one at `from`; the end of the text when none does. */
export function closingBracket(masked: string, from: number): number {
  let depth = 0
  for (let at = from; at < masked.length; at++) {
    const sign = masked.charAt(at)
    if (OPENING.includes(sign)) depth++
    else if (CLOSING.includes(sign) && --depth === 0) return at
  }
  return masked.length
}
