import type { StateBlock, Token } from "markdown-it"

const OPENER = /^(!!!|\?\?\?\+?|===[!+]?)[ \t]+(?:([A-Za-z][\w-]*(?:[ \t]+[\w-]+)*)[ \t]*)?(?:"([^\n]*)")?[ \t]*$/

/** Content of a box that is one link. */
const LONE_LINK = /^\[[^[\]\n]{1,300}\](?:\([^()\s]{1,1000}\)|\[[^[\]\n]{0,300}\])\.?$/

/** Returns the kind and title of a box from its token: one of this rule, or a quotation that is a GitHub alert. */
export function boxOf(token: Token): { kind: string; title: string } | undefined {
  if (token.meta === null) return undefined
  const { kind = "", title = "" } = token.meta
  return { kind: String(kind), title: String(title) }
}

/**
 * Block rule for containers whose body is indented by four columns: `!!! note "Title"`, `??? tip`, `=== "Tab"`. A box with a title that
 * contains only a link becomes one line.
 */
export function indentedContainerRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  isSilent: boolean,
): boolean {
  const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const sign = state.src.charCodeAt(at)
  if ((sign !== 33 && sign !== 63 && sign !== 61) || state.src.charCodeAt(at + 1) !== sign) return false
  const indent = state.sCount[startLine] ?? 0
  if (indent - state.blkIndent >= 4) return false
  const match = OPENER.exec(state.src.slice(at, state.eMarks[startLine] ?? at))
  const isTab = match?.[1]?.startsWith("=") === true
  if (match === null || (isTab ? match[3] === undefined : match[2] === undefined)) return false
  if (isSilent) return true
  const bodyIndent = indent + 4
  let end = startLine + 1
  while (end < endLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= bodyIndent)) end++
  const kind = match[2]?.split(/[ \t]+/)[0] ?? ""
  const title = match[3] ?? ""
  const open = state.push(isTab ? "tab_open" : "admonition_open", "div", 1)
  open.map = [startLine, end]
  open.meta = { kind, title }
  const first = state.tokens.length
  tokenizeIndented(state, startLine + 1, end, bodyIndent)
  const link = isTab || title === "" ? undefined : loneLink(state.tokens, first)
  if (link !== undefined) {
    link.content = `${title.replace(/:$/, "")}: ${link.content}`
    open.type = "line_open"
  }
  state.push(isTab ? "tab_close" : link === undefined ? "admonition_close" : "line_close", "div", -1)
  state.line = end
  return true
}

/** Returns the token of a link that is all the content from a token on. */
function loneLink(tokens: readonly Token[], first: number): Token | undefined {
  const inline = tokens.length === first + 3 ? tokens[first + 1] : undefined
  return inline?.type === "inline" && LONE_LINK.test(inline.content.trim()) ? inline : undefined
}

/** Parses lines as blocks that are indented by `indent` columns. */
export function tokenizeIndented(state: StateBlock, startLine: number, endLine: number, indent: number): void {
  const { blkIndent, lineMax, parentType } = state
  state.blkIndent = indent
  state.lineMax = endLine
  state.parentType = "blockquote"
  state.md.block.tokenize(state, startLine, endLine)
  state.blkIndent = blkIndent
  state.lineMax = lineMax
  state.parentType = parentType
}
