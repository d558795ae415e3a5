const DASH_LINE = /\n[-+*] /g
/** A dash inside a sentence at the start of a line. */
const WRAPPED_DASH = /(?<=[\p{L}\p{N},)])\n(?=[-+*] \p{Ll})/u

/** A sign at the start of a line that compares, which begins a quotation in Markdown: `>=1.2`. Three begin a Python session. */
const WRAPPED_COMPARISON = /\n(?=>(?!>>))/g

/**
 * Joins a line that begins with a dash or a comparison to the line above it. In Markdown, the dash would begin a list and the comparison
 * a quotation; in reStructuredText, a list needs a blank line above it. Several lines with a dash are a list whose author forgot that line.
 */
export function joinSigns(paragraph: string): string {
  const quoted = paragraph.startsWith(">") ? paragraph : paragraph.replace(WRAPPED_COMPARISON, " ")
  return quoted.match(DASH_LINE)?.length === 1 ? quoted.replace(WRAPPED_DASH, " ") : quoted
}
