/** A line break that only wraps a sentence: not a hard break, and not before a list, quotation, table, fence, rule or indented line. */
const SOFT_BREAK =
  /(?<! {2}|\\|\n|---|===|\*{3}|___)\n(?![ \t]|[-*+](?:[ \t]|$)|[-*_=]{3}|[>|#:]|\d{1,9}[.)](?:[ \t]|$)|```|~~~|\n|<|\$\$)/gm

/**
 * A line break inside a sentence, before a number that ends the sentence: `between 0 and` / `255. Then`. The number does not begin a list,
 * because in CommonMark only a list that begins with 1 can interrupt a paragraph.
 */
const BREAK_BEFORE_NUMBER = /(?<=[\p{L}\p{N},])\n(?=(?!0*1[.)])\d{1,9}[.)](?:[ \t]|$))/gmu
/** The first line of a list item. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/m

/** Joins the lines of a paragraph of Markdown, because each line break would cost a token without adding meaning. */
export function joinLines(paragraph: string): string {
  if (!paragraph.includes("\n") || paragraph.includes("```") || paragraph.includes("~~~")) return paragraph
  const joined = paragraph.replace(SOFT_BREAK, " ")
  const [before = ""] = joined.split(BREAK_BEFORE_NUMBER, 1)
  return before === joined || ITEM.test(before) ? joined : joined.replace(BREAK_BEFORE_NUMBER, " ")
}
