import type { StateBlock, StateInline } from "markdown-it"

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
 * Block rule for the tag of a component that spans several lines and ends on a line of its own, `<Card`, `title="Koi"`, `>`: otherwise, its
 * last line is a quotation.
 */
export function jsxTagBlockRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0).trimEnd()
  const first = lineAt(startLine)
  if (first.charCodeAt(0) !== 60 || !TAG_START.test(first)) return false
  const lines = [first]
  for (let line = startLine + 1; line < Math.min(endLine, startLine + MAX_TAG_LINES); line++) {
    const text = lineAt(line)
    if (text === "" || text.startsWith("<")) return false
    lines.push(text)
    if (text !== ">" && text !== "/>") continue
    if (isSilent) return true
    state.line = line + 1
    state.push("paragraph_open", "p", 1).map = [startLine, line + 1]
    const inline = state.push("inline", "", 0)
    inline.content = lines.join(" ")
    inline.map = [startLine, line + 1]
    inline.children = []
    state.push("paragraph_close", "p", -1)
    return true
  }
  return false
}
