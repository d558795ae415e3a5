import { capitalized } from "../../base/capitalized.ts"
import type { StateBlock } from "markdown-it"
import { lineAt, pushParagraph } from "./block-lines.ts"
import { shortcodeText } from "./inline/shortcode-rule.ts"

/** Shortcodes with a body that is not prose for readers. */
const OPENER =
  /^\{(?<sign>%-?|\{[<%])\s*(?<name>highlight|code-block|code-toggle|codeblock|code|text|mermaid|comment|tab)\b(?<rest>[^\n]*?)(?<end>-?%\}|[>%]\}\})\s*$/
/** A tab with a language contains only code. */
const TAB_LANGUAGE = /\b(?:codelang|lang)\s*=\s*"([\w+#-]+)"/
const LANGUAGE = /\b(?:codelang|lang|language)\s*=\s*"?([\w+#-]+)/
const TITLE = /\b(?:title|filename|file|caption|name|header)\s*=\s*(?:"([^"\n]+)"|([\w./-]+))/
const FENCE = /^[ \t]*(?:`{3}|~{3})/m
/** A tag that spans more lines is not a shortcode. */
const MAX_TAG_LINES = 40
/** Separates MyST blocks, and the header, body and footer of a sphinx-design card. */
const BREAK_LINE = /^(?:\+{3,}(?:[ \t]*\{.*\})?|\^{3,})$/
/** Maximum number of lines of a tab group. */
const MAX_PANE_LINES = 500
/** Attributes for the previous or next block, as in Goldmark and MyST: `{.wide #answer}`, `{style=lower-alpha}`. */
const ATTRIBUTE_LINE = /^\{\s*(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|[\w-]+))(?:\s[^{}\n]*)?\}$/

/**
 * Block rule for `{% highlight ruby %}` … `{% endhighlight %}` and its equivalents on Hugo sites (`code-toggle`, `text bash`, code tabs):
 * code without a fence. A comment is dropped with its body.
 */
export function bodyShortcodeRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const first = lineAt(state, startLine)
  if (first.charCodeAt(0) !== 123) return false
  const open = OPENER.exec(first)?.groups
  if (open === undefined) return false
  const { sign = "", name = "", rest = "" } = open
  const body = name === "tab" ? describeTab(rest, tabGroupOptions(state, startLine)) : describeBody(sign, name, rest)
  if (body === undefined || rest.trimEnd().endsWith("/")) return false
  const end = closerOf(state, { sign, name }, startLine, endLine)
  if (end === undefined) return false
  const content = state.getLines(startLine + 1, end, state.blkIndent, true)
  // A fence inside the body is shown as one.
  if (body.kind === "code" && FENCE.test(content)) return false
  if (isSilent) return true
  state.line = end + 1
  if (body.kind === "comment") return true
  const token = state.push("fence", "code", 0)
  token.info = [body.language, ...(body.title === undefined ? [] : [`title="${body.title}"`])].join(" ")
  token.content = content
  token.map = [startLine, end + 1]
  return true
}

type Body =
  | { readonly kind: "comment" }
  | { readonly kind: "code"; readonly language: string; readonly title: string | undefined }

function describeBody(sign: string, name: string, rest: string): Body | undefined {
  if (name === "comment") return { kind: "comment" }
  const isHugo = sign.startsWith("{")
  const word = /^\s+"?([\w+#-]+)(?=["\s]|$)(?!\s*=)/.exec(rest)?.[1]
  const title = TITLE.exec(rest)
  const code = (language: string | undefined): Body => ({
    kind: "code",
    language: language ?? "",
    title: title?.[1] ?? title?.[2],
  })
  if (name === "highlight" || name === "code-block") return code(word ?? LANGUAGE.exec(rest)?.[1])
  if (!isHugo) return undefined
  if (name === "mermaid") return code("mermaid")
  if (name === "text") return word === undefined ? undefined : code(word)
  return code(LANGUAGE.exec(rest)?.[1] ?? (name === "code-toggle" ? undefined : word))
}

/** Returns the options of the open Docsy tab group; undefined if none is open. */
function tabGroupOptions(state: StateBlock, startLine: number): string | undefined {
  for (let line = startLine - 1; line >= Math.max(0, startLine - MAX_PANE_LINES); line--) {
    const [, slash, options = ""] = /\{\{[<%]\s*(\/?)\s*tabpane\b([^\n]*)/.exec(lineAt(state, line)) ?? []
    if (slash !== undefined) return slash === "" ? options : undefined
  }
  return undefined
}

/**
 * Describes the body of a tab. A Docsy tab contains code unless it or its group is marked as text; other tabs contain code if they name a
 * language.
 */
function describeTab(rest: string, pane: string | undefined): Body | undefined {
  const named = TITLE.exec(rest)
  const title = named?.[1] ?? named?.[2] ?? /^\s+"?([\w.+#-]+)(?=["\s]|$)(?!\s*=)/.exec(rest)?.[1]
  const language = TAB_LANGUAGE.exec(rest)?.[1] ?? TAB_LANGUAGE.exec(pane ?? "")?.[1]
  const isText = /\btext\s*=\s*"?true/.test(rest) || /\btext\s*=\s*"?true/.test(pane ?? "")
  if (isText || (pane === undefined && language === undefined)) return undefined
  const isNamed = pane !== undefined && /\blangEqualsHeader\s*=\s*"?true/.test(pane)
  return { kind: "code", language: language ?? (isNamed ? (title ?? "").toLowerCase() : ""), title }
}

/** Finds the line that closes the body. If a name is never closed, only the first opener searches for it. */
function closerOf(
  state: StateBlock,
  { sign, name }: { sign: string; name: string },
  startLine: number,
  endLine: number,
): number | undefined {
  const isHugo = sign.startsWith("{")
  const key = `unclosed ${isHugo} ${name}`
  const unclosedFrom = state.env[key]
  if (typeof unclosedFrom === "number" && startLine >= unclosedFrom) return undefined
  const closer = new RegExp(isHugo ? `^\\{\\{[<%]\\s*/\\s*${name}\\b` : `^\\{%-?\\s*end${name}\\b`)
  for (let line = startLine + 1; line < endLine; line++) if (closer.test(lineAt(state, line))) return line
  state.env[key] = startLine
  return undefined
}

/** A tag of a Liquid or GitBook tab that is alone on its line. */
const TAB_TAG = /^\{%-?[ \t]{0,9}(?:end)?tabs?\b(?:(?!%\})[^\n]){0,300}%\}[ \t]*$/

/** Block rule for the tags of tabs. They end a paragraph, which belongs to another tab than the next one. */
export function tabTagRule(state: StateBlock, startLine: number, _endLine: number, isSilent: boolean): boolean {
  const line = lineAt(state, startLine)
  if (!line.startsWith("{%") || !TAB_TAG.test(line)) return false
  if (isSilent) return true
  state.line = startLine + 1
  pushParagraph(state, line.trimEnd(), [startLine, startLine + 1])
  return true
}

/** A Hugo shortcode with a title alone on its line, or the end of a shortcode. */
const TITLED_TAG =
  /^\{\{[<%]\s{0,9}(?:\/\s{0,9}[\w/-]{1,80}\s{0,9}|[\w/-]{1,80}\s(?:(?![>%]\}\})[^\n]){0,300}\b(?:title|question)\s{0,9}=\s{0,9}["'](?:(?![>%]\}\})[^\n]){0,300})[>%]\}\}[ \t]*$/

/** A box that sites label with the name of its shortcode; its text may be on the same line. */
const NOTE_TAG =
  /^\{\{[<%]\s{0,9}(note|tip|warning|caution|important|danger)\s{0,9}[>%]\}\}(?=[ \t]*$|[^\n]{1,600}\{\{[<%]\s{0,9}\/\s{0,9}\1\s{0,9}[>%]\}\}[ \t]*$)/

/** A shortcode that may be a box with a kind: `{{< admonition type="warning" >}}`. */
const BOX_TAG =
  /^\{\{[<%]\s{0,9}(?:admonition|notice|callout|alert|hint|note|box|message|panel)\s(?:(?![>%]\}\})[^\n]){1,300}[>%]\}\}[ \t]*$/

/** Block rule for the tags of boxes with a title or a kind, which is a paragraph of its own: `{{% alert title="Deep" %}}`. */
export function titledTagRule(state: StateBlock, startLine: number, _endLine: number, isSilent: boolean): boolean {
  const line = lineAt(state, startLine)
  if (!line.startsWith("{{") || line.length > 700 || !isBoxTag(line)) return false
  if (isSilent) return true
  state.line = startLine + 1
  const [tag = "", note] = NOTE_TAG.exec(line) ?? []
  const label = note === undefined ? "" : `**${capitalized(note)}** `
  pushParagraph(state, label + line.slice(tag.length).trim(), [startLine, startLine + 1])
  return true
}

function isBoxTag(line: string): boolean {
  return TITLED_TAG.test(line) || NOTE_TAG.test(line) || (BOX_TAG.test(line) && shortcodeText(line.trimEnd()) !== "")
}

const TAG_START = /^\{(?:\{[<%]|%)/
const TAG_END = /(?:[>%]\}|%)\}/

/** Block rule for a shortcode of Hugo or a tag of Liquid or Markdoc that spans several lines alone; its last line may look like a quotation. */
export function shortcodeTagRule(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const first = lineAt(state, startLine)
  if (!TAG_START.test(first) || TAG_END.test(first)) return false
  const lines = [first]
  for (let line = startLine + 1; line < Math.min(endLine, startLine + MAX_TAG_LINES); line++) {
    const text = lineAt(state, line).trimEnd()
    if (text === "" || text.includes("{{")) return false
    lines.push(text)
    const end = TAG_END.exec(text)
    if (end === null) continue
    if (end.index + end[0].length < text.length) return false
    if (isSilent) return true
    pushParagraph(state, lines.join(" "), [startLine, line + 1])
    state.line = line + 1
    return true
  }
  return false
}

function isMyst(state: StateBlock): boolean {
  return (state.env["isMyst"] ??= /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[a-z]/m.test(state.src)) as boolean
}

/**
 * Block rule for lines that are not shown: attributes, block and card breaks, MyST comments. Attributes at the margin that follow a list
 * item directly belong to the item, as in Python-Markdown: they do not end the list.
 */
export function attributeLineRule(state: StateBlock, startLine: number, _endLine: number, isSilent: boolean): boolean {
  const sign = state.src.charAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0))
  if (!"{+^%".includes(sign) || sign === "") return false
  const line = lineAt(state, startLine).trimEnd()
  // Below the text of a list item, attributes belong to that text even without its indentation; they do not end the list.
  if (isSilent && sign === "{" && (state.sCount[startLine] ?? 0) < state.blkIndent) return false
  if (!isAttributeLine(line) && !BREAK_LINE.test(line) && !(sign === "%" && isMyst(state))) return false
  if (!isSilent) state.line = startLine + 1
  // Asked silently, the line follows a paragraph. The parser of lists then ends the item at the first line that is indented less.
  else if (sign === "{" && (state.sCount[startLine] ?? 0) < state.blkIndent) state.sCount[startLine] = state.blkIndent
  return true
}

/** Returns true for a line that contains only attributes in braces. */
export function isAttributeLine(line: string): boolean {
  return ATTRIBUTE_LINE.test(line)
}
