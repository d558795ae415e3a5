import type { StateInline } from "markdown-it"
import { attributeListAt } from "./shortcode-rule.ts"

/** Spans are words of a sentence. Without an end this near, no bracket is followed by attributes. */
const MAX_SPAN_CHARS = 2_000
/** What makes the brackets something else: a lookup, a second label, an image. */
const NO_SPAN_AFTER = /[\w)\]!]/

/**
 * Inline rule for the spans of Pandoc, MyST, Djot and markdown-it-attrs: ``[`koi`]{#attr-koi}``, `[text]{.wide}`, `[]{#pond}`. The text
 * is Markdown of the page. Links are matched before this rule, so that their attributes stay with them.
 */
export function bracketedSpanRule(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== 91 || NO_SPAN_AFTER.test(src.charAt(pos - 1)) || src.charAt(pos + 1) === "^") return false
  if (!src.slice(pos, pos + MAX_SPAN_CHARS).includes("]{")) return false
  const labelEnd = state.md.helpers.parseLinkLabel(state, pos)
  if (labelEnd < 0 || labelEnd >= posMax) return false
  const attributes = attributeListAt(src, labelEnd + 1)
  if (attributes === undefined || labelEnd + 1 + attributes.length > posMax) return false
  if (!isSilent) {
    state.pos = pos + 1
    state.posMax = labelEnd
    state.md.inline.tokenize(state)
    state.posMax = posMax
  }
  state.pos = labelEnd + 1 + attributes.length
  return true
}
