import type { StateBlock } from "markdown-it"
import { pushParagraph } from "./block-lines.ts"
import { tokenizeIndented } from "./indented-container-rule.ts"

const DEFINITION = /^\[\^[^\]\s]{1,100}\]:/
const BODY_INDENT = 4

/**
 * Block rule for the text of a footnote, `[^1]: Words.`, which continues on lines that are indented by four columns. The text is a separate
 * paragraph, not part of the footnote before it, and its further paragraphs are not code.
 */
export function footnoteRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const indent = state.sCount[startLine] ?? 0
  if (indent - state.blkIndent >= BODY_INDENT || !isDefinition(state, startLine)) return false
  if (isSilent) return true
  let line = startLine + 1
  while (line < endLine && !state.isEmpty(line) && !isDefinition(state, line)) line++
  state.push("footnote_open", "", 1).info = markAt(state, startLine)
  pushParagraph(state, state.getLines(startLine, line, state.blkIndent, false).trim(), [startLine, line])
  let end = line
  for (let next = line; next < endLine; next++) {
    if (state.isEmpty(next)) continue
    if ((state.sCount[next] ?? 0) < indent + BODY_INDENT) break
    end = next + 1
  }
  if (end > line) tokenizeIndented(state, line, end, indent + BODY_INDENT)
  state.push("footnote_close", "", -1)
  state.line = end
  return true
}

/** Returns the mark with which other text refers to the footnote: `[^1]`. */
function markAt(state: StateBlock, line: number): string {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(at, state.src.indexOf("]", at) + 1)
}

function isDefinition(state: StateBlock, line: number): boolean {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return (
    state.src.charCodeAt(at) === 91 &&
    state.src.charCodeAt(at + 1) === 94 &&
    DEFINITION.test(state.src.slice(at, Math.min(at + 110, state.eMarks[line] ?? at)))
  )
}
