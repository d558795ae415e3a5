import type { StateInline } from "markdown-it"

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
