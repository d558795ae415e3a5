/** A line break that only wraps a sentence: not before a list, quotation, table, fence, rule or indented line, nor a hard one. */
const SOFT_BREAK =
  /(?<! {2}|\\|\n|---|===|\*{3}|___)\n(?![ \t]|[-*+](?:[ \t]|$)|[-*_=]{3}|[>|#:]|\d{1,9}[.)](?:[ \t]|$)|```|~~~|\n|<|\$\$)/gm

/** Joins the lines of a paragraph in Markdown, because each break would cost a token without meaning. */
export function joinLines(paragraph: string): string {
  if (!paragraph.includes("\n") || paragraph.includes("```") || paragraph.includes("~~~")) return paragraph
  return paragraph.replace(SOFT_BREAK, " ")
}
