import type { StateBlock, StateInline } from "markdown-it"
import { lineAt, pushParagraph } from "./block-lines.ts"

const TAG =
  /<[A-Za-z][\w.:-]*(?:\s+[A-Za-z_@:][\w.:-]*(?:\s*=\s*(?:"[^"]{0,2000}"|'[^']{0,2000}'|\{(?:[^{}]|\{[^{}]*\}){0,2000}\}))?){1,40}\s*\/?>/y
const BRACE = /=\s*\{/

/** Inline rule for tags with JSX attributes, `<img style={{ width: 20 }} alt="…" />`, which are not valid HTML. */
export function jsxTagRule(state: StateInline, isSilent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 60) return false
  TAG.lastIndex = state.pos
  const tag = TAG.exec(state.src)?.[0]
  if (tag === undefined || !BRACE.test(tag) || state.pos + tag.length > state.posMax) return false
  if (!isSilent) state.push("html_inline", "", 0).content = tag
  state.pos += tag.length
  return true
}

/** The first line of a component's tag, with at most some of its attributes. */
const TAG_START = /^<[A-Z][\w.]{0,60}(?:\s[^<>\n]{0,500})?$/
/** A tag that spans more lines is not one. */
const MAX_TAG_LINES = 40

/**
 * Block rule for a component whose tag spans several lines and ends with `>` on the last one. Without this rule, that line would be a
 * quotation.
 */
export function jsxTagBlockRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const first = lineAt(state, startLine).trimEnd()
  if (first.charCodeAt(0) !== 60 || !TAG_START.test(first)) return false
  const lines = [first]
  for (let line = startLine + 1; line < Math.min(endLine, startLine + MAX_TAG_LINES); line++) {
    const text = lineAt(state, line).trimEnd()
    if (text === "" || text.startsWith("<")) return false
    lines.push(text)
    if (text !== ">" && text !== "/>") continue
    if (isSilent) return true
    state.line = line + 1
    pushParagraph(state, lines.join(" "), [startLine, line + 1])
    return true
  }
  return false
}
