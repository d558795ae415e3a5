import type { StateBlock, StateInline } from "markdown-it"
import { lineAt } from "./block-lines.ts"
import { formulaAt } from "../../document/formula.ts"

/** Without this limit, searching for the end of every unclosed formula would take quadratic time. */
const MAX_FORMULA_LINES = 100
const OPENER = /^(?:\$\$|\\{1,2}\[)/
const CLOSERS: Readonly<Record<string, RegExp>> = { $$: /\$\$\s*$/, "\\[": /\\\]\s*$/, "\\\\[": /\\\\\]\s*$/ }

/** Inline rule that keeps the formulas `$x_1$` and `$$x_1$$` as written, because their characters are not Markdown. */
export function mathRule(state: StateInline, isSilent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 36) return false
  const formula = formulaAt(state.src, state.pos)
  if (formula === undefined || state.pos + formula.length > state.posMax) return false
  if (!isSilent) state.push("text", "", 0).content = formula
  state.pos += formula.length
  return true
}

/** Block rule for a formula on separate lines, between `$$` and `$$` or `\[` and `\]`. */
export function mathBlockRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const first = lineAt(state, startLine)
  const opener = OPENER.exec(first)?.[0]
  const closer = CLOSERS[opener ?? ""]
  if (opener === undefined || closer === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4)
    return false
  const end = closer.test(first.slice(opener.length)) ? startLine : endOf(state, closer, startLine, endLine)
  if (end === undefined) return false
  const text = state.getLines(startLine, end + 1, state.blkIndent, false).trim()
  const formula = text.slice(opener.length).replace(closer, "")
  // Prose can contain escaped brackets too.
  if (opener !== "$$" && !/\\[A-Za-z]|[_^]/.test(formula)) return false
  if (isSilent) return true
  const token = state.push("fence", "code", 0)
  token.info = "math"
  token.content = formula.trim()
  token.map = [startLine, end + 1]
  state.line = end + 1
  return true
}

function endOf(state: StateBlock, closer: RegExp, startLine: number, endLine: number): number | undefined {
  for (let line = startLine + 1; line < Math.min(endLine, startLine + MAX_FORMULA_LINES); line++) {
    if (state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) return undefined
    if (closer.test(lineAt(state, line))) return line
  }
  return undefined
}
