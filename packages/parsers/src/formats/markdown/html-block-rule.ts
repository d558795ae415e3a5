import type { StateBlock, Token } from "markdown-it"
import { lineAt } from "./block-lines.ts"
import { BLOCK_ELEMENTS, isHtmlElement } from "../html/html-names.ts"

const OPEN_OR_CLOSE = /^<(\/?)([A-Za-z][\w.:-]*)(?=[\s/>]|$)/
const RAW_START = /^<(script|pre|style|textarea)(?=[\s>]|$)/i
const COMPLETE_TAG =
  /^(?:<[A-Za-z][\w.:-]*(?:\s{1,99}[@:#a-zA-Z_][\w.:@#-]*(?:\s{0,99}=\s{0,99}(?:[^"'=<>`\s{]+|'[^']*'|"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\}))?)*\s{0,99}\/?>|<\/[A-Za-z][\w.:-]*\s*>)\s*$/
/** kramdown and Python-Markdown parse the content of such a tag as Markdown: `<div class="note" markdown="1">`. */
const CONTAINS_MARKDOWN =
  /^<[A-Za-z][\w-]*\s(?:[^<>]*\s)?markdown(?:\s*=\s*["']?(?:1|block|span)["']?)?(?:\s[^<>]*)?>\s*$/
/** A line that returns to Markdown, because many pages omit the blank line between a tag and its content. */
const STRUCTURE = /^(?:`{3,}|~{3,}|#{1,6}[ \t]|[-*+][ \t]+\S|\d{1,9}[.)][ \t]+\S|:{3,})/

/** An opening tag at the end of a block of HTML. Searches the last 200 characters. */
const OPEN_AT_END = /<(p|div|li|td|section|aside)(?:\s[^<>]*)?>\s*$/i
const HTML_END_CHARACTERS = 200

/** Returns true for indented text between an opening tag and its closing tag, which is text of the tag in kramdown, and not code. */
export function isInsideTag(tokens: readonly Token[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  if (before?.type !== "html_block" || after?.type !== "html_block") return false
  const name = OPEN_AT_END.exec(before.content.slice(-HTML_END_CHARACTERS))?.[1]?.toLowerCase()
  return name !== undefined && after.content.trimStart().toLowerCase().startsWith(`</${name}>`)
}

/** A tag of a component on a line of its own. */
const COMPONENT_LINE = /^<(?:[A-Z][\w.]{0,80}|[a-z]\w{0,40}-[\w-]{1,80})(?:\s[^<>]{0,1000})?>\s*$/

/**
 * Returns true for indented text directly below the tag of a component. It is never code: MDX has no indented code, and in CommonMark, the
 * HTML extends to the next empty line.
 */
export function isBelowComponent(tokens: readonly Token[], index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]]
  if (before?.type !== "html_block" || before.map?.[1] !== token?.map?.[0]) return false
  return COMPONENT_LINE.test(before.content)
}

/**
 * Block rule for HTML as in CommonMark, with differences that real pages need: fences, headings and lists end an HTML block, component tags
 * end it immediately, and a `<table>` extends to its end even across blank lines.
 */
export function htmlBlockRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const first = lineAt(state, startLine)
  if (first.charCodeAt(0) !== 60 || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const end = endOf(state, first, startLine, endLine)
  if (end === undefined) return false
  if (isSilent) return end.interrupts
  state.line = end.line
  const token = state.push("html_block", "", 0)
  token.map = [startLine, end.line]
  token.content = state.getLines(startLine, end.line, state.blkIndent, true)
  return true
}

function endOf(
  state: StateBlock,
  first: string,
  startLine: number,
  endLine: number,
): { line: number; interrupts: boolean } | undefined {
  const closer = closerOf(first)
  if (closer !== undefined) return { line: lineWith(state, closer, startLine, endLine) ?? endLine, interrupts: true }
  const name = OPEN_OR_CLOSE.exec(first)
  const element = name?.[2] ?? ""
  if (element.toLowerCase() === "table" && name?.[1] === "") {
    const line = tableEnd(state, startLine, endLine)
    if (line !== undefined) return { line, interrupts: true }
  }
  if (name?.[1] === "" && CONTAINS_MARKDOWN.test(first)) return { line: startLine + 1, interrupts: true }
  if (BLOCK_ELEMENTS.has(element.toLowerCase())) return { line: textEnd(state, startLine, endLine), interrupts: true }
  if (!COMPLETE_TAG.test(first)) return undefined
  return { line: isHtmlElement(element) ? textEnd(state, startLine, endLine) : startLine + 1, interrupts: false }
}

function closerOf(first: string): RegExp | undefined {
  if (RAW_START.test(first)) return /<\/(script|pre|style|textarea)>/i
  if (first.startsWith("<!--")) return /-->/
  if (first.startsWith("<?")) return /\?>/
  if (first.startsWith("<![CDATA[")) return /\]\]>/
  return /^<![A-Za-z]/.test(first) ? />/ : undefined
}

function lineWith(state: StateBlock, closer: RegExp, startLine: number, endLine: number): number | undefined {
  for (let line = startLine; line < endLine; line++) {
    if (line > startLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return line
    if (closer.test(lineAt(state, line))) return line + 1
  }
  return undefined
}

/** Returns the line after `</table>`; undefined if the table contains Markdown blocks, which are worth more than its rows. */
function tableEnd(state: StateBlock, startLine: number, endLine: number): number | undefined {
  const unclosedFrom = state.env["unclosedTable"]
  if (typeof unclosedFrom === "number" && startLine >= unclosedFrom) return undefined
  for (let line = startLine; line < endLine; line++) {
    const text = lineAt(state, line)
    if (/<\/table>/i.test(text)) return line + 1
    if (/^(?:`{3,}|~{3,}|#{1,6} )/.test(text)) return undefined
  }
  state.env["unclosedTable"] = startLine
  return undefined
}

function textEnd(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine + 1
  for (; line < endLine; line++) {
    if (state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) break
    if (STRUCTURE.test(lineAt(state, line))) break
  }
  return line
}
