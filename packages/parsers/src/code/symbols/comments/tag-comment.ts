import { type CommentEntry, type DocComment, EMPTY_COMMENT } from "../../syntax/code-symbol.ts"
import { fenced, flattenHeadings } from "./comment-text.ts"
import { type CommentTag, splitTags } from "./split-tags.ts"

/** The comment syntax of a language with tags. */
export interface TagStyle {
  readonly marks: "@" | "@\\"
  /** Default label of code blocks. */
  readonly language: string
  /** Converts the markup of text to Markdown. */
  toMarkdown(text: string): string
  /** Parses the text after `@param`. */
  readParameter(text: string): CommentEntry
}

const PARAMETER =
  /^(?:t?param|arg|argument|property|prop|typeparam|template|keyword|option|yieldparam)(?:\[[\w, ]*\])?$/
const TYPE_PARAMETER = /^(?:tparam|typeparam|template)$/
const RETURNS = /^(?:returns?|result|retval|yieldreturn)$/
const THROWS = /^(?:throws?|exception|raises?)$/
const INTERNAL = /^(?:internal|private|hidden|ignore|access|api|nodoc)$/
const ABOUT_FILE = /^(?:file|fileoverview|overview|module|packagedocumentation|package)$/
const DESCRIPTION = /^(?:brief|description|desc|summary|details|remarks?|class|classdesc|short)$/
const NOTE: Readonly<Record<string, string>> = {
  note: "Note",
  warning: "Warning",
  attention: "Warning",
  since: "Since",
  version: "Version",
  see: "See",
  sa: "See",
  default: "Default",
  defaultvalue: "Default",
  pre: "Before",
  post: "Afterwards",
  todo: "To do",
  yield: "Yields",
  yields: "Yields",
  fires: "Fires",
  apinote: "Note",
  implspec: "Implementation",
  throwsnote: "Note",
}

/** Parses a documentation comment with tags: JSDoc, TSDoc, Javadoc, PHPDoc, Doxygen, YARD. */
export function parseTagComment(text: string, style: TagStyle): DocComment {
  const { description, tags } = splitTags(text, style.marks)
  const markdown = (part: string) => flattenHeadings(style.toMarkdown(part)).trim()
  const all = (names: RegExp) => tags.filter(({ name }) => names.test(name))
  const returned = all(RETURNS)[0]
  const old = tags.find(({ name }) => name === "deprecated")
  return {
    ...EMPTY_COMMENT,
    description: [description, ...all(DESCRIPTION).map((tag) => tag.text)].map(markdown).filter(Boolean).join("\n\n"),
    parameters: all(PARAMETER)
      .filter((tag) => !TYPE_PARAMETER.test(tag.name) || /\s/.test(tag.text))
      .map((tag) => withMarkdown(style.readParameter(tag.text), markdown)),
    returns: returned === undefined ? undefined : withMarkdown(typedText(returned.text, style), markdown),
    throws: all(THROWS).map((tag) => withMarkdown(thrown(tag.text), markdown)),
    examples: all(/^example$/).map((tag) => exampleOf(tag, style, markdown)),
    notes: tags.flatMap((tag) => noteOf(tag, markdown)),
    deprecated: old === undefined ? undefined : markdown(old.text),
    isInternal: tags.some(({ name, text: value }) => INTERNAL.test(name) && !/^(?:public|protected)\b/.test(value)),
    isAboutFile: tags.some(({ name }) => ABOUT_FILE.test(name)),
  }
}

function withMarkdown(entry: CommentEntry, markdown: (text: string) => string): CommentEntry {
  return { ...entry, text: markdown(entry.text.replace(/^[-–:]\s+/, "")) }
}

function noteOf({ name, text }: CommentTag, markdown: (text: string) => string): readonly string[] {
  const title = Object.hasOwn(NOTE, name) ? NOTE[name] : undefined
  const converted = markdown(text)
  return title === undefined || converted === "" ? [] : [`${title}: ${converted}`]
}

/** Parses `{Type} text` and `[Type] text`; in PHP, the first word is the type. */
function typedText(text: string, style: TagStyle): CommentEntry {
  const braces = typeAtStart(text)
  if (braces !== undefined) return { name: "", type: braces.type, text: braces.rest }
  if (style.language !== "php") return { name: "", type: "", text }
  const [, type = "", rest = ""] = /^(\S+)\s*([^]*)$/.exec(text) ?? []
  return { name: "", type, text: rest }
}

function thrown(text: string): CommentEntry {
  const braces = typeAtStart(text)
  if (braces !== undefined) return { name: braces.type, type: "", text: braces.rest }
  const [, name = "", rest = ""] = /^([\w.\\:]+)\s*([^]*)$/.exec(text) ?? []
  return name === "" || (/^[a-z]/.test(name) && !name.includes(".") && !name.includes("::"))
    ? { name: "", type: "", text }
    : { name, type: "", text: rest }
}

/** Parses a type in braces or brackets at the start of a text; both may be nested. */
export function typeAtStart(text: string): { readonly type: string; readonly rest: string } | undefined {
  const open = text[0]
  if (open !== "{" && open !== "[") return undefined
  const close = open === "{" ? "}" : "]"
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) {
      return { type: text.slice(1, at).trim(), rest: text.slice(at + 1).trim() }
    }
  }
  return undefined
}

function exampleOf(tag: CommentTag, { language }: TagStyle, markdown: (text: string) => string): string {
  const text = tag.text.replace(/^<caption>([^]*?)<\/caption>/, "$1\n")
  if (/```|~~~|<pre|[@\\]code/.test(text)) return markdown(text)
  const [first = "", ...rest] = text.split("\n")
  const isTitle = /^[A-Z][^;{}()=]*$/.test(first.trim()) && rest.some((line) => line.trim() !== "")
  return isTitle ? `${first.trim()}\n\n${fenced(rest.join("\n"), language)}` : fenced(text, language)
}
