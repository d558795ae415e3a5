import type { StateBlock, Token } from "markdown-it"
import { parseFrontMatterData } from "../../document/front-matter.ts"
import { type ComponentAttributes, readAttributes } from "./inline/component-attributes.ts"

/** The sign of component markers; those of `:::` and `///` have one character. */
export const COMPONENT_SIGN = "::"

const OPENER = /^::([A-Za-z][\w-]{0,60})(?:\[([^\]\n]{0,300})\])?(?=\{|[ \t]*$)/
const SLOT = /^#[a-z][\w-]{0,60}(?:\{[^}\n]{0,300}\})?[ \t]*$/
/** Properties in YAML are shorter. */
const MAX_PROPERTY_LINES = 100

/**
 * Block rule for the components of MDC, the Markdown of Nuxt Content: `::tip{icon="i-star"}` … `::`, with properties in YAML between `---`
 * lines and slots that start at `#title`. Like the other containers, components are paired afterwards. `::name` without braces only opens a
 * component if a closing line follows somewhere, because other text can look like it.
 */
export function componentBlockRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const sign = state.src.charCodeAt(at)
  if (sign !== 58 && sign !== 35) return false
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const line = state.src.slice(at, state.eMarks[startLine] ?? at)
  if (sign === 35) return slot(state, line, startLine, isSilent)
  return line.trimEnd() === "::"
    ? closer(state, startLine, isSilent)
    : opener(state, line, startLine, endLine, isSilent)
}

function opener(state: StateBlock, line: string, startLine: number, endLine: number, isSilent: boolean): boolean {
  const match = OPENER.exec(line)
  if (match === null) return false
  const [head, name = "", label] = match
  const braces = line.slice(head.length).trim()
  const attributes = braces === "" ? {} : readAttributes(braces)
  if (attributes === undefined) return false
  const canClose = startLine < lastCloser(state)
  if (braces === "" && label === undefined && !canClose) return false
  if (isSilent) return true
  const properties = propertiesBelow(state, startLine + 1, endLine)
  state.line = startLine + 1 + properties.lineCount
  const token = state.push("marker_open", "", 0)
  token.map = [startLine, state.line]
  const all: ComponentAttributes = {
    ...(label === undefined ? {} : { label }),
    ...attributes,
    ...properties.attributes,
  }
  token.meta = {
    sign: COMPONENT_SIGN,
    name,
    title: all["title"] ?? all["label"] ?? "",
    raw: line.trim(),
    attributes: all,
  }
  if (canClose) state.env["openComponents"] = openComponents(state) + 1
  return true
}

function closer(state: StateBlock, startLine: number, isSilent: boolean): boolean {
  if (openComponents(state) === 0) return false
  if (isSilent) return true
  const token = state.push("marker_close", "", 0)
  token.map = [startLine, startLine + 1]
  token.meta = { sign: COMPONENT_SIGN, name: "", title: "", raw: "::" }
  state.env["openComponents"] = openComponents(state) - 1
  state.line = startLine + 1
  return true
}

/** Skips the line that names a slot; its content is shown where it stands. */
function slot(state: StateBlock, line: string, startLine: number, isSilent: boolean): boolean {
  if (openComponents(state) === 0 || !SLOT.test(line)) return false
  if (!isSilent) state.line = startLine + 1
  return true
}

function openComponents(state: StateBlock): number {
  return Number(state.env["openComponents"] ?? 0)
}

/** Returns the last line of the text that can close a component, or -1 if no line can. */
function lastCloser(state: StateBlock): number {
  const known: unknown = state.env["lastComponentCloser"]
  if (typeof known === "number") return known
  let line = state.bMarks.length - 1
  while (line >= 0 && state.src.slice(state.bMarks[line], state.eMarks[line]).trim() !== "::") line--
  state.env["lastComponentCloser"] = line
  return line
}

/** Reads properties in YAML on the lines directly below an opener. */
function propertiesBelow(
  state: StateBlock,
  from: number,
  endLine: number,
): { readonly lineCount: number; readonly attributes: ComponentAttributes } {
  const isFence = (line: number) => state.getLines(line, line + 1, state.blkIndent, false).trim() === "---"
  const none = { lineCount: 0, attributes: {} }
  if (from >= endLine || !isFence(from)) return none
  const limit = Math.min(endLine, from + MAX_PROPERTY_LINES)
  for (let line = from + 1; line < limit; line++) {
    if (!isFence(line)) continue
    const data = parseFrontMatterData(state.getLines(from, line + 1, state.sCount[from] ?? 0, true))
    return { lineCount: line + 1 - from, attributes: textsOf(data) }
  }
  return none
}

function textsOf(data: unknown): ComponentAttributes {
  if (typeof data !== "object" || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === "string"))
}

/** Returns the attributes of the component that a token opens; undefined for other containers. */
export function componentAttributesOf(token: Token): ComponentAttributes | undefined {
  const attributes: unknown = token.meta?.["attributes"]
  return typeof attributes === "object" && attributes !== null ? (attributes as ComponentAttributes) : undefined
}
