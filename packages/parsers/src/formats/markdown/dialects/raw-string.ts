/** The first line of a raw string of C++: `R"koi(`. Its delimiter has at most 16 characters and may be a quotation mark: `R""(`. */
const FIRST_LINE = /^(?:u8|[uUL])?R"([^\s()\\]{0,16})\([ \t]*\n/

/**
 * Empties the first and last line of a page that a C++ program includes as a raw string, as Nix does with its manual. The number of lines
 * does not change.
 */
export function withoutRawString(text: string): string {
  const first = FIRST_LINE.exec(text)
  if (first === null) return text
  const body = text.slice(first[0].length)
  const content = body.trimEnd()
  const closer = `)${first[1]}"`
  const start = content.length - closer.length
  if (!content.endsWith(closer) || (start > 0 && content.charAt(start - 1) !== "\n")) return text
  return `\n${content.slice(0, start)}${body.slice(content.length)}`
}
