/**
 * A line break that only wraps a sentence: not a hard break, and not before a list, quotation, heading, table, rule, fence or indented line.
 * A dash at an end of a line (`---`) and an issue number at its start (`#12`) are words of the sentence.
 */
const SOFT_BREAK =
  /(?<! {2}|\\|\n|^[-=*_|:+ \t]{0,200}(?:---|===|\*{3}|___))\n(?![ \t]|[-*+](?:[ \t]|$)|[-*_=]{3,200}[ \t]{0,20}(?:[|:+]|$)|[>|:]|#(?!\d)|\d{1,9}[.)](?:[ \t]|$)|```|~~~|\n|<|\$\$)/gm

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

/** Returns a text with each run of white space as one space. */
export function oneLine(text: string): string {
  return /[\n\t]| {2}|^ | $/.test(text) ? text.replace(/\s+/g, " ").trim() : text
}
