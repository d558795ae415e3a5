import type { StateBlock, Token } from "markdown-it"

/** Python-Markdown and pymdownx require a space only before the title, which a tab always has. The line has no spaces at its end. */
const OPENER =
  /^(!!!|\?\?\?\+?|===[!+]?(?=[ \t]))([ \t]*)(?:([A-Za-z][\w-]*(?:[ \t]+[\w-]+)*)(?:[ \t]*"([^\n]*)")?|"([^\n]*)")$/

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
  const opener = openerAt(state, startLine)
  if (opener === undefined) return false
  const { isTab, kind, title } = opener
  const bodyIndent = (state.sCount[startLine] ?? 0) + 4
  let end = startLine + 1
  while (end < endLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= bodyIndent)) end++
  // Without a space and a body, it is more likely to be an exclamation.
  if (!opener.hasSpace && state.skipEmptyLines(startLine + 1) >= end) return false
  if (isSilent) return true
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

/** Parses the first line of a container; returns undefined for any other line. A tab needs a title, a box needs a kind. */
function openerAt(state: StateBlock, line: number) {
  const at = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const sign = state.src.charCodeAt(at)
  if ((sign !== 33 && sign !== 63 && sign !== 61) || state.src.charCodeAt(at + 1) !== sign) return undefined
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  const text = state.src.slice(at, state.eMarks[line] ?? at).trimEnd()
  const [, signs, space, kinds, titleOfKind, title = titleOfKind] = OPENER.exec(text) ?? []
  const isTab = signs?.startsWith("=") === true
  if (signs === undefined || (isTab ? title : kinds) === undefined) return undefined
  return { isTab, kind: kinds?.split(/[ \t]+/)[0] ?? "", title: title ?? "", hasSpace: space !== "" }
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
