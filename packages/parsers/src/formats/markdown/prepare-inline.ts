import type { StateCore, Token } from "markdown-it"
import { parseAlert } from "../../document/alert.ts"
import { type InlineTargets, NO_TARGETS, renderRole } from "../restructured-text/blocks/inline.ts"
import { mayNameReferences, nameReferences } from "./docfx-references.ts"
import { nameLinks } from "./myst-references.ts"
import { attributeListAt } from "./inline/shortcode-rule.ts"
import { isAttributeLine } from "./shortcode-block-rules.ts"
import { isHtmlElement } from "../html/html-names.ts"
import { containsAny } from "../../base/contains-any.ts"

/** Longer text is kept unchanged: real paragraphs are much shorter, and inline rules scan every character several times. */
const MAX_INLINE_CHARS = 50_000

/** A longer title of a container is shown unparsed. */
const MAX_TITLE_CHARS = 1_000
const TITLED = new Set(["admonition_open", "tab_open", "marker_open", "blockquote_open"])

// Both search at most 1,000 characters.
const HEADING_ID = /\{(?::|\/\*)?\s{0,9}#?([\p{L}\p{N}_:.-]+)[^}\n]*\}$/u
// Searches at most 1,000 characters.
const HEADING_ATTRIBUTES = /\{:?\s{0,9}(?:[.#][\w-]|data-[\w-]|[\w-]+\s{0,9}=)[^}\n]*\}$/
/** Longer heading attributes are not searched for an id. */
const MAX_ATTRIBUTE_CHARS = 1_000
const NAMED_ID = /[\s{:](?:id\s*=\s*["']?|#)([\p{L}\p{N}_:.-]+)/u
const TEMPLATE_DESTINATION =
  /\]\(\s{0,9}(?:\{\{(?:(?!\]\()[^\n]){0,300}?\}\}|\{%(?:(?!\]\()[^\n]){0,300}?%\})[^)\s]{0,200}(?:\s{1,9}"[^"\n]{0,300}"\s{0,9})?\)/g
/** An import of a component, in Markdown that the generator parses as MDX. */
const MODULE_IMPORT = /^(?:import\s[^\n'"]{0,300}['"][^\n'"]{1,300}['"];?[ \t]*(?:\n|$))+$/
/** A code span, which is kept, or a MyST role: `` {meth}`~Pot.brew` ``. */
const CODE_OR_ROLE =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|(?:(?<![\w$`{\\])|(?<=\w)(?=\{su[bp]\}))\{(?<role>[a-zA-Z][\w:+.-]{0,60})\}(?<ticks>`+)(?<text>[^`\n]+(?:\n[^`\n]+)*)\k<ticks>(?!`)/g
/** A link of ExDoc to a module, a function or a task, whose target is code: ``[formatter](`mix format`)``. */
const CODE_TARGET = /(?<![!\\])\[([^\][\n`]{1,200})\]\(`[^`\n]{1,200}`\)/g
/** A code span, or the target of a link to a Markdown file whose name contains spaces, as ExDoc and wikis accept it: `](My koi.md)`. */
const CODE_OR_SPACED_FILE =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|\]\((?<file>[^\s()<>"'][^()<>"'\n]{0,200}\.(?:md|livemd)(?:#[^()<>"'\s]{0,200})?)\)/g
const MATERIAL_PARTS = ["++", "==", ":material-", ":fontawesome-", ":octicons-", ":simple-", ":lucide-"]
const MATERIAL = /\+\+[a-z0-9-]+|==\S|:(?:material|fontawesome|octicons|simple|lucide)-/
/** A code span, or `++ctrl+c++`, `==marked==`, or `:material-check:` with the attributes after it. */
const CODE_OR_MATERIAL =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|(?<![\w+{])\+\+(?<keys>[a-z0-9-]{1,20}(?:\+[a-z0-9-]{1,20}){0,4})\+\+(?![\w+])|(?<![=\w{])==(?<marked>[^\s=](?:[^=\n]{0,300}[^\s=])?)==(?![=\w])|(?<icon>:(?:material|fontawesome|octicons|simple|lucide)-[\w-]{1,80}:(?:\{[^}\n]{0,100}\})?)[ ]?/g
const CRITIC = /\{(?:\+\+|--|~~|==|>>)|(?:\+\+|--|~~|==|<<)\}/
/** A code span, or a change in Critic Markup: `{++in++}`, `{--out--}`, `{~~out~>in~~}`, `{==marked==}`, `{>>comment<<}`. */
const CODE_OR_CRITIC =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|\{\+\+(?<added>[^]{1,1000}?)\+\+\}|\{--(?<removed>[^]{1,1000}?)--\}|\{~~(?<old>(?:(?!~>)[^]){0,1000})~>(?<updated>(?:(?!~~\})[^]){0,1000})~~\}|\{==(?<highlighted>[^]{1,1000}?)==\}|\{>>(?<comment>[^]{1,1000}?)<<\}/g
/** Markers of changes that span several blocks are on separate lines. */
const CRITIC_LINE = /^(?:\{(?:\+\+|--|==)|(?:\+\+|--|==)\})$/
const OPEN_TAG = /^<([a-z][\w-]{0,40})>/
const CLOSING_LINE = /^<\/([a-z][\w-]{0,40})>[ \t]{0,20}$/gm
/** A code span, or a link of DocC, `<doc:Feeding-Koi#Amounts>`. Its heading or page is `name`, with hyphens for spaces. */
const CODE_OR_DOCC_LINK =
  /(?<![`\\])(`+)(?!`)[^]*?[^`]\1(?!`)|<doc:(?:[^<>\s#]{0,300}\/)?(?:[^<>\s#/]{0,300}#)?(?<name>[^<>\s#/]{1,300})>/g
/** MyST link targets on a separate line: `(label)=`. */
const LABEL_LINES = /^(?:\([^()\n]{1,200}\)=[ \t]*(?:\n|$))+/
/** Abbreviations of Markdown Extra, whose expansion a site shows on hover: `*[HTML]: Hyper Text Markup Language`. */
const ABBREVIATION = /^\*\[([^\]\n]{1,100})\]:[ \t]*(\S.*?)[ \t.]*$/gm
/** A placeholder for a table of contents; in kramdown, it includes the list item that the contents replace. */
const CONTENTS_MARK = /^(?:\[\[_?toc_?\]\]|\[toc\]|(?:[^\n]*\n)?\{:\s*toc\b[^}\n]*\})$/i

/**
 * Core rule that runs before inline parsing: extracts ids from headings, marks GitHub alerts, removes link targets that are templates,
 * drops table-of-contents placeholders, and keeps overlong text away from the inline rules.
 */
export function prepareInlineTokens(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== "inline") continue
    const owner = state.tokens[index - 1]
    if (owner?.type === "heading_open") takeHeadingId(owner, token)
    else if (owner?.type === "paragraph_open") {
      prepareParagraph(state.tokens[index - 2], token, state.tokens[index + 2]?.type === "blockquote_close")
    }
    token.content = prepareText(withoutOpenTag(state, token.content), targetsOf(state))
    if (token.content.length > MAX_INLINE_CHARS) token.type = "raw_text"
  }
  for (const token of state.tokens) if (TITLED.has(token.type)) parseTitle(state, token)
}

/** Removes a tag that HTML does not define from the start of a text, `<note>Koi`, if a line below closes it; a site shows only its content. */
function withoutOpenTag(state: StateCore, content: string): string {
  const [tag = "", name = ""] = OPEN_TAG.exec(content) ?? []
  if (tag === "" || isHtmlElement(name) || !linesClosing(state).has(name)) return content
  return content.slice(tag.length).trimStart()
}

/** Returns the names of the tags that are closed on lines of their own. */
function linesClosing(state: StateCore): ReadonlySet<string> {
  const known = state.env["linesClosing"] as ReadonlySet<string> | undefined
  const names = known ?? new Set([...state.src.matchAll(CLOSING_LINE)].map(([, name = ""]) => name))
  state.env["linesClosing"] = names
  return names
}

/** Parses the titles of containers, which can contain Markdown too: code, links, icons. */
function parseTitle(state: StateCore, token: Token): void {
  const title: unknown = token.meta?.["title"]
  if (typeof title !== "string" || !/[`*_[<&\\!:{]|\+\+/.test(title) || title.length > MAX_TITLE_CHARS) return
  token.children = []
  state.md.inline.parse(prepareText(title, targetsOf(state)), state.md, state.env, token.children)
}

function targetsOf(state: StateCore): InlineTargets {
  return (state.env["targets"] as InlineTargets | undefined) ?? NO_TARGETS
}

function prepareText(content: string, targets: InlineTargets): string {
  let text = content
  if (text.includes("}`") && text.length <= MAX_INLINE_CHARS) text = replaceRoles(text, targets)
  if (/\[\]\(|<project:|\]\([\w-]{1,200}\)/.test(text) && text.length <= MAX_INLINE_CHARS)
    text = nameLinks(text, targets)
  if (mayNameReferences(text) && text.length <= MAX_INLINE_CHARS) text = nameReferences(text, targets)
  if (text.includes("<doc:") && text.length <= MAX_INLINE_CHARS) text = nameDocCLinks(text)
  if (text.includes("](`")) text = text.replace(CODE_TARGET, "$1")
  if (/\.(?:live)?md[)#]/.test(text) && text.length <= MAX_INLINE_CHARS) text = escapeFileNames(text)
  if (CRITIC.test(text)) text = acceptChanges(text)
  if (containsAny(text, ...MATERIAL_PARTS) && MATERIAL.test(text)) text = replaceMaterialSyntax(text)
  return text.includes("](") ? text.replace(TEMPLATE_DESTINATION, "](#)") : text
}

function replaceRoles(text: string, targets: InlineTargets): string {
  return text.replace(CODE_OR_ROLE, (whole: string, ...found: unknown[]) => {
    const { role, text: target } = found.at(-1) as { readonly role?: string; readonly text?: string }
    return role === undefined || target === undefined ? whole : renderRole(role, target, targets)
  })
}

/** Replaces links of DocC, which shows the title of their target. */
function nameDocCLinks(text: string): string {
  return text.replace(CODE_OR_DOCC_LINK, (whole: string, ...found: unknown[]) => {
    const { name } = found.at(-1) as { readonly name?: string }
    return name?.replaceAll("-", " ").trim() ?? whole
  })
}

function escapeFileNames(text: string): string {
  return text.replace(CODE_OR_SPACED_FILE, (whole: string, ...found: unknown[]) => {
    const { file } = found.at(-1) as { readonly file?: string }
    return file === undefined ? whole : `](${file.replaceAll(" ", "%20")})`
  })
}

/** Replaces the syntax of Material for MkDocs outside of code: keys, marked words, icons. */
function replaceMaterialSyntax(text: string): string {
  if (text.length > MAX_INLINE_CHARS) return text
  return text.replace(CODE_OR_MATERIAL, (whole: string, ...found: unknown[]) => {
    const { keys, marked, icon } = found.at(-1) as Readonly<Record<string, string | undefined>>
    if (keys !== undefined) return keys.split("+").map(keyName).join("+")
    return marked ?? (icon === undefined ? whole : "")
  })
}

/** Renders changes as MkDocs shows them: insertions as text, deletions struck through, comments in parentheses. */
function acceptChanges(text: string): string {
  if (text.length > MAX_INLINE_CHARS) return text
  if (CRITIC_LINE.test(text.trim())) return ""
  return text.replace(CODE_OR_CRITIC, (whole: string, ...found: unknown[]) => {
    const change = found.at(-1) as Readonly<Record<string, string | undefined>>
    const { added, removed, old, updated, highlighted, comment } = change
    if (old !== undefined) return [struck(old), updated?.trim() ?? ""].filter(Boolean).join(" ")
    if (removed !== undefined) return struck(removed)
    if (comment !== undefined) return ` (${comment.trim()})`
    return added ?? highlighted ?? whole
  })
}

function struck(text: string): string {
  const bare = text.trim()
  return bare === "" ? "" : text.replace(bare, () => `~~${bare}~~`)
}

function keyName(key: string): string {
  return key.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function takeHeadingId(heading: Token, inline: Token): void {
  const content = inline.content.trimEnd()
  if (!content.endsWith("}")) return
  const attributes = content.slice(Math.max(0, content.length - MAX_ATTRIBUTE_CHARS))
  const match = HEADING_ID.exec(attributes)
  const isId = match !== null && /\{(?::\s*|\s*)?#|\{\/\*/.test(match[0])
  const found = isId ? match : HEADING_ATTRIBUTES.exec(attributes)
  if (found === null) return
  const id = isId ? found[1] : NAMED_ID.exec(found[0])?.[1]
  if (id !== undefined) heading.meta = { anchor: id }
  const start = content.length - attributes.length + found.index
  // The attributes of a bracketed span are removed with its brackets.
  const isOfSpan = content.charAt(start - 1) === "]" && attributeListAt(content, start) === content.slice(start)
  if (!isOfSpan) inline.content = content.slice(0, start).trimEnd()
}

/** A paragraph that consists of names that only the build of the site resolves: `{{ sponsor.title }}`. */
const ONLY_NAMES = /^(?:@?\{\{-?\s{0,3}[\w.]{1,100}\s{0,3}-?\}\}[\s.]{0,3}){1,20}$/

/** Removes attributes on the last line of a paragraph. */
function withoutAttributeLine(paragraph: string): string {
  const end = paragraph.lastIndexOf("\n")
  return end !== -1 && isAttributeLine(paragraph.slice(end + 1).trim()) ? paragraph.slice(0, end) : paragraph
}

function prepareParagraph(parent: Token | undefined, inline: Token, isAlone: boolean): void {
  if (CONTENTS_MARK.test(inline.content.trim()) || MODULE_IMPORT.test(inline.content)) inline.content = ""
  if (inline.content.includes("{{") && ONLY_NAMES.test(inline.content)) inline.content = ""
  if (inline.content.startsWith("(")) inline.content = inline.content.replace(LABEL_LINES, "")
  if (inline.content.startsWith("*[")) inline.content = inline.content.replace(ABBREVIATION, "$1: $2.")
  if (inline.content.endsWith("}")) inline.content = withoutAttributeLine(inline.content)
  if (parent?.type !== "blockquote_open") return
  const alert = parseAlert(inline.content, isAlone)
  if (alert === undefined) return
  parent.meta = { kind: alert.kind, title: alert.title }
  inline.content = alert.body
}
