import { shownAlternative } from "../../../document/alternative-text.ts"
import { endsEntry, linkText } from "../../../document/link-text.ts"
import type { Token } from "markdown-it"
import { decodeHTML } from "entities"
import { componentText, pointerText } from "../../../document/writers/component-text.ts"
import { BLOCK_ELEMENTS, isBadge, isBadgeClass, isHidden, isHtmlElement, isIcon } from "../../html/html-names.ts"
import { superscript } from "../../../document/superscript.ts"
import { includedFile, shortcodeText, unescapeShortcodes } from "./shortcode-rule.ts"

/** Receives link targets and problems that are found in inline content. */
export interface InlineNotes {
  anchor(id: string): void
  problem(message: string): void
}

const TAG = /^<(\/?)([A-Za-z][\w.:-]*)/
const ATTRIBUTE = /([@:#\w.-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`]*)["'`]\}|([^\s"'=<>`{}]+)))?/g

/** Maximum number of tokens of superscript that can be an exponent. */
const MAX_RAISED_TOKENS = 8
/** Markdown markup for HTML elements, the same for opening and closing tags. */
const SIGNS: Readonly<Record<string, string>> = {
  code: "`",
  tt: "`",
  samp: "`",
  b: "**",
  strong: "**",
  em: "*",
  i: "*",
  br: "\n",
  del: "~~",
  s: "~~",
  strike: "~~",
  li: "\n",
  td: " ",
  th: " ",
}

/** The plural ending after an expanded abbreviation: `URL (Uniform Resource Locator)s`. */
const PLURAL = /( \([^()\n]{1,300}\))(e?s)(?!\w)/g

const SIGN_TAG = /^<\/?(?:code|tt|samp|b|strong|em|i)[\s>]/i

/**
 * Renders inline tokens of markdown-it as Markdown. Tags are dropped, as are link targets unless readers need them (`linkText`); images
 * inside a sentence become their alternative text.
 */
export function renderInline(tokens: readonly Token[], notes: InlineNotes): string {
  let out = ""
  let skipped: { name: string; depth: number } | undefined
  let codeEnd = -1
  let link: OpenLink | undefined
  for (const [index, token] of tokens.entries()) {
    if (index <= codeEnd) continue
    if (skipped === undefined) codeEnd = endOfCode(tokens, index)
    if (index < codeEnd) out += codeSpan(renderPlain(tokens.slice(index + 1, codeEnd), notes).text)
    else if (token.type === "html_inline") {
      const isIconEnd = skipped?.name === "i"
      skipped = skipped === undefined ? startSkip(token, tokens, index) : moveSkip(skipped, token)
      if (skipped === undefined && !isIconEnd) out += htmlText(token.content, tokens, index, notes)
    } else if (skipped === undefined) out += isInsideExponent(tokens, index) ? " " : tokenText(token, notes)
    if (link !== undefined && closesLink(token)) {
      out = withTarget(out, link, tokens[index + 1])
      link = undefined
    } else link = openedLink(token, out.length) ?? link
  }
  const hasTerms = tokens.some(({ type, content }) => type === "html_inline" && /^<\/(?:abbr|dfn)>$/.test(content))
  return (hasTerms ? out.replace(PLURAL, "$2$1") : out)
    .replace(/(?<![ \t])[ \t]+\n/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim()
}

/** Renders a paragraph without its images that have a line of their own. */
export function renderParagraph(tokens: readonly Token[], notes: InlineNotes): string {
  if (isLoneDefinition(tokens)) return ""
  if (!tokens.some(isImage)) return renderInline(tokens, notes)
  const shown: Token[] = []
  let line: Token[] = []
  for (const token of [...tokens, undefined]) {
    if (token !== undefined) line.push(token)
    if (token !== undefined && token.type !== "softbreak" && token.type !== "hardbreak") continue
    if (line.some(isImage) && line.every((part) => isImage(part) || isAroundImages(part))) line = []
    shown.push(...line)
    line = []
  }
  return renderInline(shown, notes)
}

/** Returns true for a paragraph whose last line is an image, which `renderParagraph` leaves out. */
export function endsWithImage(tokens: readonly Token[]): boolean {
  const start = tokens.findLastIndex(({ type }) => type === "softbreak" || type === "hardbreak") + 1
  const line = tokens.slice(start)
  return line.some(isImage) && line.every((part) => isImage(part) || isAroundImages(part))
}

/** Returns true for a shortcode alone that shows a definition of another page: its argument is no text of this page. */
function isLoneDefinition([first, ...others]: readonly Token[]): boolean {
  return first?.type === "shortcode" && others.length === 0 && /^\{\{[<%]\s*glossary[-_]term\s/.test(first.content)
}

function isAroundImages({ type, content }: Token): boolean {
  if (type === "text") return content.trim() === ""
  if (type === "html_inline") return /^<\/?(?:a|br|p|picture|source|span|center|div)[\s/>]/i.test(content)
  return /^(?:link_open|link_close|softbreak|hardbreak|shortcode)$/.test(type)
}

/** A link that is being written. */
interface OpenLink {
  /** Start of the link's text in the output. */
  readonly start: number
  readonly target: string
}

/** A link, or a component that is one: `<LessonLink href="…">`. */
const LINK_TAG = /^<(?:a|A|[A-Z]\w{0,40}Link)\s/
const LINK_END = /^<\/(?:a|A|[A-Z]\w{0,40}Link)>$/

function openedLink(token: Token, start: number): OpenLink | undefined {
  const { type, content } = token
  const target =
    type === "link_open"
      ? token.attrGet("href")
      : type === "html_inline" && LINK_TAG.test(content)
        ? parseAttributes(content)["href"]
        : undefined
  return typeof target === "string" ? { start, target } : undefined
}

function closesLink({ type, content }: Token): boolean {
  return type === "link_close" || (type === "html_inline" && LINK_END.test(content))
}

function withTarget(out: string, { start, target }: OpenLink, next: Token | undefined): string {
  const before = out.slice(0, start)
  const isEnd = next === undefined || next.type === "hardbreak" || next.type === "strong_close"
  const isEntry = /^\**$/.test(before) && (isEnd || (next.type === "text" && endsEntry(next.content)))
  const text = out.slice(start)
  // An icon for external links is at the end of their text: `[koi <img src="external.svg">](url).`
  const endsHere = isEnd || (next.type === "text" && /^[.,;:!?)]/.test(next.content))
  return before + linkText(endsHere ? text.trimEnd() : text, target, isEntry)
}

/** Returns the index of the tag that closes `<code>`; -1 if none is opened here. The text between them is not Markdown. */
function endOfCode(tokens: readonly Token[], index: number): number {
  const name = /^<(code|tt|samp)[\s>]/.exec(tokens[index]?.content ?? "")?.[1]
  if (name === undefined || tokens[index]?.type !== "html_inline") return -1
  const end = tokens.findIndex(
    ({ type, content }, at) => at > index && type === "html_inline" && content === `</${name}>`,
  )
  return end > index + 1 ? end : -1
}

/** Renders a cell of a table, with the spaces by which authors show that its row belongs to the one above it. */
export function renderCell({ content, children }: Token, notes: InlineNotes): string {
  const [spaces = ""] = /^(?:&nbsp;|&emsp;|&ensp;|\u00a0){2,60}(?=[^\s&])/.exec(content) ?? []
  return spaces.replaceAll(/&\w+;/g, "\u00a0") + renderInline(children ?? [], notes)
}

/** Renders inline tokens without any markup: for headings. */
export function renderPlain(tokens: readonly Token[], notes: InlineNotes): { text: string; isCode: boolean } {
  const shown = tokens.filter(
    (token) => token.nesting === 0 && token.type !== "html_inline" && token.type !== "shortcode",
  )
  const solid = shown.filter((token) => token.type !== "text" || token.content.trim() !== "")
  // A logo beside the project name repeats that name.
  const hasText = solid.some((token) => token.type === "text" || token.type === "code_inline")
  const bare = tokens.filter(
    (token) =>
      !/^(em|strong|s|link)_(open|close)$/.test(token.type) &&
      !(token.type === "html_inline" && SIGN_TAG.test(token.content)) &&
      !(hasText && isImage(token)),
  )
  const stripped = bare.map((token) => (token.type === "code_inline" ? asText(token) : token))
  return { text: renderInline(stripped, notes), isCode: solid.length === 1 && solid[0]?.type === "code_inline" }
}

function isImage({ type, content }: Token): boolean {
  return type === "image" || (type === "html_inline" && /^<img[\s/>]/i.test(content))
}

/** Removes the marks of bold text from text that is completely bold. */
export function withoutBold(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => !token.type.startsWith("strong_") && !/^<\/?(?:b|strong)>$/i.test(token.content))
}

function asText(token: Token): Token {
  return withContent(token, "text", token.content)
}

function withContent(token: Token, type: string, content: string): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, { type, content, nesting: 0 })
}

function tokenText(token: Token, notes: InlineNotes): string {
  switch (token.type) {
    case "text":
    case "text_special":
      return token.content
    case "code_inline":
      return codeSpan(unescapeShortcodes(token.content))
    case "softbreak":
    case "hardbreak":
      return "\n"
    case "image":
      return isBadge(String(token.attrGet("src") ?? ""))
        ? ""
        : shownAlternative(renderInline(token.children ?? [], notes))
    case "shortcode":
      return shortcode(token.content, notes)
    case "link_open":
    case "link_close":
      return ""
    default:
      return token.nesting === 0 ? token.content : token.markup
  }
}

function shortcode(content: string, notes: InlineNotes): string {
  const file = includedFile(content)
  if (file !== undefined) notes.problem(`included file ${file} was not read`)
  return shortcodeText(content)
}

/** Writes code as a span whose delimiter is longer than any run of backticks inside. */
export function codeSpan(code: string): string {
  const runs = code.match(/`+/g)
  if (runs === null) return `\`${code}\``
  const fence = "`".repeat(runs.reduce((most, run) => Math.max(most, run.length), 0) + 1)
  return `${fence} ${code} ${fence}`
}

function htmlText(html: string, tokens: readonly Token[], index: number, notes: InlineNotes): string {
  const tag = TAG.exec(html)
  if (tag === null) return ""
  const name = tag[2] ?? ""
  const isClosing = tag[1] === "/"
  if (!isHtmlElement(name))
    return isPlaceholder(html, name, isClosing, tokens, index)
      ? html
      : isClosing
        ? ""
        : componentLine(html, name) || pointerOf(html, tokens, index)
  if (isEmptyPair(tokens, isClosing ? index - 1 : index)) return ""
  if (isInBadge(tokens, isClosing ? index - 2 : index)) return isClosing ? ")" : spaced("(", tokens[index - 1])
  if (isClosing && (name === "abbr" || name === "dfn")) return expansionOf(tokens, index, name)
  const sign = SIGNS[name]
  if (sign !== undefined) return name === "li" && !isClosing ? "\n- " : sign
  // Pages with a switch between two words put both words side by side.
  if (name === "span" && !isClosing && tokens[index - 1]?.content === "</span>") return " "
  if (name === "sup") return superscriptMark(tokens, index, isClosing)
  if (isClosing) return BLOCK_ELEMENTS.has(name) ? "\n" : ""
  const attributes = parseAttributes(html)
  if (name === "img") return isBadge(attributes["src"] ?? "") ? "" : shownAlternative(attributes["alt"] ?? "")
  if (name === "a") notes.anchor(attributes["id"] ?? attributes["name"] ?? "")
  return ""
}

/**
 * Returns true for the tag that opens a badge after other text: `fin <span class="badge">New</span>`. The text of a badge is put in
 * parentheses, because without its colours, it would look like a part of the text before it.
 */
function isInBadge(tokens: readonly Token[], opening: number): boolean {
  const [before, open, text, close] = [-1, 0, 1, 2].map((step) => tokens[opening + step])
  if (open?.type !== "html_inline" || text?.type !== "text" || text.content.trim() === "") return false
  if (before === undefined || !/^(?:text|code_inline)$/.test(before.type) || before.content === "") return false
  const name = TAG.exec(open.content)?.[2] ?? ""
  const { class: written, className = written } = parseAttributes(open.content)
  return isBadgeClass(className ?? "") && close?.content === `</${name}>`
}

function spaced(text: string, before: Token | undefined): string {
  return before?.type === "text" && /\s$/.test(before.content) ? text : ` ${text}`
}

/** Returns the markup for `<sup>` or `</sup>`: `^` before an exponent, with parentheses around an expression. */
function superscriptMark(tokens: readonly Token[], index: number, isClosing: boolean): string {
  const opening = isClosing ? findRaisedTag(tokens, index, -1) : index
  const closing = isClosing ? index : findRaisedTag(tokens, index, 1)
  if (tokens[opening]?.content !== "<sup>" || tokens[closing]?.content !== "</sup>") return ""
  const inside = tokens.slice(opening + 1, closing)
  const text = inside.map(({ type, content }) => (type === "softbreak" ? " " : content)).join("")
  const shown = superscript(text, tokens[opening - 1]?.content ?? "")
  if (!shown.startsWith("^")) return ""
  const isWrapped = shown.endsWith(")")
  if (isClosing) return isWrapped ? ")" : ""
  return isWrapped ? "^(" : "^"
}

/** Returns the index of the nearest `<sup>` or `</sup>` in a direction; -1 if none is near, because exponents are short. */
function findRaisedTag(tokens: readonly Token[], index: number, step: 1 | -1): number {
  for (let distance = 1; distance <= MAX_RAISED_TOKENS; distance++) {
    const at = index + step * distance
    const token = tokens[at]
    if (token?.type === "html_inline" && /^<\/?sup>$/.test(token.content)) return at
  }
  return -1
}

/** Returns true for a line break inside an exponent, which is shown on one line. */
function isInsideExponent(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.type !== "softbreak") return false
  const opening = findRaisedTag(tokens, index, -1)
  return tokens[opening]?.content === "<sup>" && superscriptMark(tokens, opening, false) !== ""
}

/** Returns the expansion of an abbreviation or term that the site shows on hover: `<abbr title="Uniform Resource Locator">URL</abbr>`. */
function expansionOf(tokens: readonly Token[], closing: number, name: string): string {
  const opening = tokens.findLastIndex(
    ({ type, content }, at) => at < closing && type === "html_inline" && TAG.exec(content)?.[2] === name,
  )
  const title = parseAttributes(tokens[opening]?.content ?? "")["title"] ?? ""
  return title === "" ? "" : ` (${title})`
}

/** Returns true for a tag that is closed immediately, such as `<i class="icon"></i>`: it shows at most an image. */
function isEmptyPair(tokens: readonly Token[], opening: number): boolean {
  const [open = "", close = ""] = [tokens[opening]?.content, tokens[opening + 1]?.content]
  return /^<(?:i|em|b|strong|code)[\s>]/i.test(open) && `</${TAG.exec(open)?.[2]}>` === close
}

/** Returns true for an unclosed `<T>` or `<your-name>`, which the author meant as visible text. */
function isPlaceholder(
  html: string,
  name: string,
  isClosing: boolean,
  tokens: readonly Token[],
  index: number,
): boolean {
  if (isClosing || html !== `<${name}>` || isAlone(tokens, index)) return false
  const closing = `</${name}`
  for (let i = index + 1; i < tokens.length && i < index + 200; i++) {
    if (tokens[i]?.type === "html_inline" && tokens[i]?.content.startsWith(closing)) return false
  }
  return true
}

/** Returns true for a tag alone on its line: it opens a component that is closed further down. */
function isAlone(tokens: readonly Token[], index: number): boolean {
  const isBreak = (token: Token | undefined) => token === undefined || token.type === "softbreak"
  return tokens.length > 1 && isBreak(tokens[index - 1]) && isBreak(tokens[index + 1])
}

function componentLine(html: string, name: string): string {
  const shown = componentText(name, parseAttributes(html))
  const title = html.includes("=") ? (shown.admonition ?? shown.label) : undefined
  const parts = [
    title === undefined ? "" : `**${title}**`,
    shown.parameter ?? "",
    shown.text ?? "",
    shown.command === undefined ? "" : codeSpan(shown.command),
  ]
  const text = parts.filter((part) => part !== "").join(" ")
  return text === "" ? "" : `${text} `
}

/** Returns the page that a component in a sentence links to and shows the title of: `see <PageLink to="/koi" />`. */
function pointerOf(html: string, tokens: readonly Token[], index: number): string {
  return html.endsWith("/>") && tokens.length > 1 && !isAlone(tokens, index) ? pointerText(parseAttributes(html)) : ""
}

function startSkip(token: Token, tokens: readonly Token[], index: number): { name: string; depth: number } | undefined {
  const tag = TAG.exec(token.content)
  const name = tag?.[2] ?? ""
  if (tag === null || tag[1] === "/" || token.content.endsWith("/>")) return undefined
  const isDropped = /^(?:script|style|svg|video|audio)$/.test(name)
  if (!isDropped && !isUnseen(name, token.content)) return undefined
  for (let at = index + 1; at < tokens.length; at++) {
    const other = tokens[at]
    if (other?.type === "html_inline" && other.content.startsWith(`</${name}`)) return { name, depth: 1 }
  }
  return undefined
}

function moveSkip(skipped: { name: string; depth: number }, token: Token): { name: string; depth: number } | undefined {
  const tag = TAG.exec(token.content)
  if (tag?.[2] !== skipped.name || token.content.endsWith("/>")) return skipped
  const depth = skipped.depth + (tag[1] === "/" ? -1 : 1)
  return depth === 0 ? undefined : { name: skipped.name, depth }
}

function parseAttributes(html: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const match of html.replace(TAG, "").matchAll(ATTRIBUTE)) {
    const value = match[2] ?? match[3] ?? match[4] ?? match[5] ?? ""
    attributes[match[1] ?? ""] = decodeHTML(value)
  }
  return attributes
}

function isUnseen(name: string, tag: string): boolean {
  if (!/hidden|style|fa-/i.test(tag)) return false
  const attributes = parseAttributes(tag)
  return isHidden(attributes) || isIcon(name, attributes)
}
