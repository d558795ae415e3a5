import { joinRows } from "./table-rows.ts"

/** Marks omitted text: between two snippets of a section, and at the ends of a snippet whose first or last block was cut. */
export const GAP = "[…]"

/** An item of a list or of a nested list. */
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)]) /
/** A line of an item: its first, or an indented one. */
const IN_LIST = /^(?:\s+\S|(?:[-*+]|\d{1,9}[.)]) )/
/** The line that opens a fence. */
const FENCE = /^(`{3,})[^`\n]*\n/
/** The rest of a long sentence that was cut: in lower case, or any word after a semicolon. */
const LOWER_CASE = /^\p{Ll}/u
const WORD = /^\p{L}/u
/** The header row of a table, with the line below it. */
const TABLE_HEAD = /^\|[^\n]*\|\n\|(?:-\|)+\n/

const OPENING = `${GAP}\n\n`
const ENDING = `\n\n${GAP}`

const CODE_ENDING = `\n\`\`\`${ENDING}`

/** Marks the ends of a text at which the block that it comes from was cut. */
export function markCuts(text: string, cuts: { readonly before: boolean; readonly after: boolean }): string {
  return `${cuts.before ? OPENING : ""}${text}${cuts.after ? ENDING : ""}`
}

/** Returns true when the first block of a snippet continues the last one of the snippet before it. */
export function beginsWithCut(content: string): boolean {
  return content.startsWith(OPENING)
}

/** Returns true when a snippet begins with the next item of the list that was cut before it. */
export function continuesList(content: string): boolean {
  return beginsWithCut(content) && ITEM.test(content.slice(OPENING.length))
}

/** Returns true when the last block of a snippet continues in the next one. */
export function endsWithCut(content: string): boolean {
  return content.endsWith(ENDING)
}

/** Returns true when the last block of a snippet is code that continues in the next one. */
export function endsWithCutCode(content: string): boolean {
  return content.endsWith(CODE_ENDING)
}

/**
 * Moves the marks of cut code into the code, to show that the code is incomplete.
 *
 * @param isEnd false if the rest of the last block follows.
 */
export function withMarksInCode(content: string, isEnd: boolean): string {
  const [opening] = (beginsWithCut(content) ? FENCE.exec(withoutOpeningCut(content)) : undefined) ?? []
  const text = opening === undefined ? content : `${opening}${GAP}\n${content.slice(OPENING.length + opening.length)}`
  return isEnd && endsWithCutCode(text) ? `${text.slice(0, -CODE_ENDING.length)}\n${GAP}\n\`\`\`` : text
}

/** Removes the mark at the beginning. */
export function withoutOpeningCut(content: string): string {
  return beginsWithCut(content) ? content.slice(OPENING.length) : content
}

/** Removes the marks at both ends. */
export function withoutCuts(content: string): string {
  const text = withoutOpeningCut(content)
  return endsWithCut(text) ? text.slice(0, -ENDING.length) : text
}

/**
 * Joins two parts of a block: code in one fence, a table under one header, a list without an empty line, a sentence on one line.
 *
 * @param text ends with the first part, without a cut mark.
 * @param rest begins with the second part, without a cut mark.
 */
export function joinParts(text: string, rest: string): string {
  const [opening, fence] = FENCE.exec(rest) ?? []
  if (opening !== undefined && fence !== undefined && text.endsWith(`\n${fence}`)) {
    return text.slice(0, -fence.length) + rest.slice(opening.length)
  }
  if (rest.startsWith("|") && text.endsWith("|")) return joinTables(text, rest.replace(TABLE_HEAD, ""))
  if (LOWER_CASE.test(rest) || (text.endsWith(";") && WORD.test(rest))) return `${text} ${rest}`
  const lastLine = text.slice(text.lastIndexOf("\n") + 1)
  return `${text}${ITEM.test(rest) && IN_LIST.test(lastLine) ? "\n" : "\n\n"}${rest}`
}

function joinTables(text: string, rows: string): string {
  const lastLine = text.lastIndexOf("\n") + 1
  const [row = ""] = rows.split("\n", 1)
  const joined = joinRows(text.slice(lastLine), row)
  return joined === undefined ? `${text}\n${rows}` : text.slice(0, lastLine) + joined + rows.slice(row.length)
}
