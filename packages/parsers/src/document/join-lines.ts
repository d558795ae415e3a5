/** A line break that only wraps a sentence: not a hard break, and not before a list, quotation, table, fence, rule or indented line. */
const SOFT_BREAK =
  /(?<! {2}|\\|\n|---|===|\*{3}|___)\n(?![ \t]|[-*+](?:[ \t]|$)|[-*_=]{3}|[>|#:]|\d{1,9}[.)](?:[ \t]|$)|```|~~~|\n|<|\$\$)/gm

/** Joins the lines of a paragraph of Markdown, because each line break would cost a token without adding meaning. */
export function joinLines(paragraph: string): string {
  if (!paragraph.includes("\n") || paragraph.includes("```") || paragraph.includes("~~~")) return paragraph
  return paragraph.replace(SOFT_BREAK, " ")
}
