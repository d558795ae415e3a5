import type { StateBlock, Token } from "markdown-it"
import { isAdmonitionKind } from "../../document/writers/admonition.ts"

/** The parts of a line that opens or closes a container. */
export interface ContainerMarker {
  /** `:` (VitePress, Docusaurus, MyST, Quarto) or `/` (pymdown blocks). */
  readonly sign: string
  readonly name: string
  readonly title: string
  readonly raw: string
}

/** Returns the marker that `containerMarkerRule` stored in a token. */
export function markerOf(token: Token): ContainerMarker {
  const { sign = "", name = "", title = "", raw = "" } = token.meta ?? {}
  return { sign: String(sign), name: String(name), title: String(title), raw: String(raw) }
}

const COLON = /^:{3,}(?:[ \t]*(?:\{([^}\n]*)\}|([A-Za-z][\w.-]*)))?[ \t]*([^]*)$/
const SLASH = /^\/{3,20}[ \t]{0,20}(?:([A-Za-z][\w-]{0,60})[ \t]{0,20}(?:\|[ \t]{0,20}(.*))?)?$/

/**
 * Block rule for the lines `::: name Title`, `:::`, `/// name | Title` and `///`. It only marks them. Openers and closers are paired
 * afterwards in one pass, so a missing closer costs no time and loses no text.
 */
export function containerMarkerRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const sign = state.src.charAt(at)
  if ((sign !== ":" && sign !== "/") || state.src.charAt(at + 1) !== sign || state.src.charAt(at + 2) !== sign)
    return false
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const raw = state.src.slice(at, state.eMarks[startLine] ?? at).trim()
  const marker = sign === ":" ? colonMarker(raw) : slashMarker(raw)
  if (marker === undefined) return false
  if (isSilent) return true
  state.line = startLine + 1
  if (sign === ":" && /^\w+(\.\w+)+$/.test(marker.name)) return autodoc(state, marker, startLine, endLine)
  if (sign === "/") state.line = skipOptions(state, startLine + 1, endLine)
  else if (/^:{3,}[ \t]*\{/.test(raw)) state.line = skipFields(state, startLine + 1, endLine)
  const token = state.push(marker.name === "" ? "marker_close" : "marker_open", "", 0)
  token.map = [startLine, state.line]
  token.meta = { ...marker }
  if (marker.name === "") openContainers(state).pop()
  else openContainers(state).push(marker.name)
  return true
}

/** Returns the names of the containers that are open at the current line. */
function openContainers(state: StateBlock): string[] {
  return (state.env["containers"] ??= []) as string[]
}

/** Parses `::: package.Class` of mkdocstrings, which inserts documentation from source code; indented options follow. */
function autodoc(state: StateBlock, marker: ContainerMarker, startLine: number, endLine: number): boolean {
  state.line = skipOptions(state, startLine + 1, endLine)
  const options = state.getLines(startLine + 1, state.line, 0, false)
  const members = /^[ \t]*members:[ \t]*\n((?:[ \t]*-[ \t]*\w+[ \t]*(?:\n|$))+)/m.exec(options)?.[1] ?? ""
  const token = state.push("autodoc", "", 0)
  token.meta = { members: [...members.matchAll(/\w+/g)].map((match) => `\`${match[0]}\``).join(", ") }
  token.map = [startLine, state.line]
  token.content = marker.name
  return true
}

function skipOptions(state: StateBlock, line: number, endLine: number): number {
  let next = line
  while (next < endLine && !state.isEmpty(next) && (state.sCount[next] ?? 0) - state.blkIndent >= 4) next++
  return next
}

/** Skips the options of a MyST directive, such as `:class: dropdown`. */
function skipFields(state: StateBlock, line: number, endLine: number): number {
  let next = line
  while (next < endLine && /^\s*:[a-z][\w-]*:(?:\s|$)/.test(lineAt(state, next))) next++
  return next
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line] ?? 0, state.eMarks[line] ?? 0)
}

function colonMarker(raw: string): ContainerMarker | undefined {
  const match = COLON.exec(raw)
  if (match === null) return undefined
  const attributes = match[1]?.trim()
  const rest = (match[3] ?? "").replace(/:{3,}$/, "").trim()
  if (attributes === undefined && match[2] === undefined) {
    const kind = kindInBrackets(raw)
    return rest === "" || kind !== undefined ? { sign: ":", name: kind ?? "", title: "", raw } : undefined
  }
  const name = match[2] ?? attributes?.split(/\s+/)[0]?.replace(/^[.#]?(callout-)?/, "") ?? ""
  const named = /title\s*=\s*"([^"]*)"/.exec(`${attributes ?? ""} ${rest}`)?.[1]
  const title =
    named ??
    rest
      .replace(/\s*\{[^}]*\}\s*$/, "")
      .replace(/^\[(.*)\]$/, "$1")
      .replace(/^"(.*)"$/, "$1")
  return { sign: ":", name: name === "" ? "div" : name, title, raw }
}

/** Returns the kind of a box that is written in brackets, the place of its title: `:::[warning]`. */
export function kindInBrackets(line: string): string | undefined {
  const word = /^:{3,20}\[([A-Za-z]{1,20})\]$/.exec(line.trim())?.[1]
  return word !== undefined && isAdmonitionKind(word) ? word : undefined
}

function slashMarker(raw: string): ContainerMarker | undefined {
  const match = SLASH.exec(raw)
  return match === null ? undefined : { sign: "/", name: match[1] ?? "", title: match[2]?.trim() ?? "", raw }
}

const TAB_LINE = /^==[ \t]+(?:tab[ \t]+)?(\S.*)$/

/** Block rule for `== Label` between `:::tabs` and `:::` in VitePress, which is the label of a tab. */
export function tabLineRule(state: StateBlock, startLine: number, _endLine: number, isSilent: boolean): boolean {
  const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if (!state.src.startsWith("== ", at)) return false
  const [, title] = TAB_LINE.exec(state.src.slice(at, state.eMarks[startLine] ?? at).trimEnd()) ?? []
  const isInTabs = openContainers(state).at(-1) === "tabs"
  if (title === undefined || !isInTabs) return false
  if (isSilent) return true
  const token = state.push("marker_open", "", 0)
  token.map = [startLine, startLine + 1]
  token.meta = { sign: "=", name: "=", title, raw: title }
  state.line = startLine + 1
  return true
}

/** Block rule for `[guide]: {{ site.baseurl }}/guide/`, a link definition whose target only the site can resolve. */
export function templateReferenceRule(
  state: StateBlock,
  startLine: number,
  _endLine: number,
  isSilent: boolean,
): boolean {
  const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if (isSilent || state.src.charCodeAt(at) !== 91) return false
  const line = state.src.slice(at, state.eMarks[startLine] ?? at)
  const label = /^\[([^\]\n^]{1,200})\]:[ \t]*(?:\{\{|\{%)/.exec(line)?.[1]
  if (label === undefined) return false
  const key = state.md.utils.normalizeReference(label)
  const references: Record<string, unknown> = (state.env["references"] ??= {})
  references[key] ??= { href: "#", title: "" }
  state.line = startLine + 1
  return true
}
