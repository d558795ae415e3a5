import type { StateInline } from "markdown-it"
import { attributesAt, textOfComponent } from "./component-attributes.ts"

const NAME = /:([a-z][a-z0-9]{0,40}(?:-[a-z0-9]{1,40}){0,5})(?=[[{]|(?<=:br)(?![\w:-]))/y
/** What can precede a component; after a letter, a colon has another meaning. */
const BEFORE = /[\s(*_|[>~"']/

/**
 * Inline rule for the components of MDC and for text directives: `:badge[New]`, `:icon{name="koi"}`, `:kbd[K]{.wide}` and the line break
 * `:br`. The text in brackets is Markdown of the page; without it, the attributes give the text.
 */
export function componentRule(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== 58 || (pos > 0 && !BEFORE.test(src.charAt(pos - 1)))) return false
  NAME.lastIndex = pos
  const match = NAME.exec(src)
  if (match === null) return false
  const [{ length }, name = ""] = match
  const labelStart = pos + length
  const hasLabel = src.charAt(labelStart) === "["
  const labelEnd = hasLabel ? state.md.helpers.parseLinkLabel(state, labelStart) : labelStart - 1
  // A link definition or a link with this text is more likely than a component.
  if (hasLabel && (labelEnd < 0 || src.charAt(labelEnd + 1) === "(")) return false
  const found = attributesAt(src, labelEnd + 1)
  if (!hasLabel && found === undefined && name !== "br") return false
  let end = found?.end ?? labelEnd + 1
  // A line break at the start of a line indents its text.
  if (name === "br") while (end < posMax && src.charCodeAt(end) === 32) end++
  if (end > posMax) return false
  if (!isSilent) {
    if (name === "br") state.push("softbreak", "br", 0)
    else if (hasLabel) {
      state.pos = labelStart + 1
      state.posMax = labelEnd
      state.md.inline.tokenize(state)
      state.posMax = posMax
    } else {
      const isAlone =
        /(?:^|\n)[ \t]*$/.test(src.slice(Math.max(0, pos - 40), pos)) &&
        /^[ \t]*(?:\n|$)/.test(src.slice(end, end + 40))
      state.push("component", "", 0).content = textOfComponent(name, found?.attributes ?? {}, isAlone)
    }
  }
  state.pos = end
  return true
}
