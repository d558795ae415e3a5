import type { FormatName } from "../document/document.ts"
import { FORMAT_BY_EXTENSION, HTML_EXTENSIONS } from "./document-extensions.ts"

/** Number of bytes that are examined to distinguish plain text from a markup language. */
const SAMPLE_BYTES = 32_768

/**
 * Detects the format of a file by its extension; for `.txt` files and a `README` without an extension, also by its text.
 * Text files with records of data, and templates of mails, are not documentation.
 *
 * @returns undefined if Lectern does not support the format.
 */
export function detectFormat(path: string, bytes: Uint8Array): FormatName | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  const dot = name.lastIndexOf(".")
  const extension = dot > 0 ? name.slice(dot + 1) : ""
  if (Object.hasOwn(FORMAT_BY_EXTENSION, extension)) return FORMAT_BY_EXTENSION[extension]
  if (extension === "txt" || extension === "text") {
    return /^llms([-_.].*)?\.txt$/.test(name) ? "markdown" : formatOfText(path, bytes)
  }
  if (HTML_EXTENSIONS.has(extension)) return looksLikePage(textOf(bytes)) ? "html" : undefined
  // R also uses this extension for data files.
  if (extension === "rd") return /^\\(?:name|title|alias)\{/m.test(textOf(bytes)) ? "r-documentation" : undefined
  // A topic of Writerside, which its expansion converts to Markdown.
  if (extension === "topic") return /<topic[\s>]/.test(textOf(bytes)) ? "markdown" : undefined
  // Signature files have the same extension.
  if (extension === "asc") return looksLikeAsciidoc(textOf(bytes)) ? "asciidoc" : undefined
  if (/^[1-8]$/.test(extension)) return looksLikeManPage(textOf(bytes)) ? "man-page" : undefined
  if (name === "readme") return looksLikeAsciidoc(textOf(bytes)) ? "asciidoc" : sniff(bytes, "markdown")
  return undefined
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString("utf8").replace(/\r\n?/g, "\n")
}

/** Fewer records may be a list of notes. */
const MIN_RECORDS = 20
/** A data record with fields separated by semicolons or tabs, such as `0041;LATIN CAPITAL LETTER A;Lu`. */
const RECORD = /^[^;\t]{0,100}[;\t].{0,2000}$/
/** The end of a sentence, or of an item in a list separated by semicolons. */
const SENTENCE_END = /[\p{Ll})][.!?:;,]$/u
const TEMPLATE_TAG =
  /\{%-?\s{0,9}(?:load|extends|include|block|trans|translate|blocktrans|blocktranslate|autoescape|if|for)\b/

function formatOfText(path: string, bytes: Uint8Array): FormatName | undefined {
  const format = sniff(bytes, "plain-text")
  if (format !== "plain-text") return format
  const text = textOf(bytes)
  const isTemplate = /(?:^|\/)templates?\//i.test(path) && TEMPLATE_TAG.test(text)
  return isTemplate || isData(text) ? undefined : format
}

/** Returns true if nearly all lines except comments are records. */
function isData(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(?:#|\/\/)/.test(line))
  const records = lines.filter((line) => RECORD.test(line) && !SENTENCE_END.test(line.trimEnd()))
  return records.length >= MIN_RECORDS && records.length >= 0.9 * lines.length
}

function sniff(bytes: Uint8Array, fallback: FormatName): FormatName {
  const text = textOf(bytes)
  if (looksLikeRestructuredText(text)) return "restructured-text"
  if (looksLikeMarkdown(text)) return "markdown"
  return fallback
}

/** Looks for three signs of reStructuredText that are rare in prose and Markdown, or for two in a text that does not look like Markdown. */
function looksLikeRestructuredText(text: string): boolean {
  const signs = [
    /^\.\. [a-zA-Z][\w:+.-]*::( |$)/m,
    /^\.\. _[^:\n]+:( |$)/m,
    /^.{3,}\n([=\-~^"'*+#])\1{2,}\n\n/m,
    /(^|[\s(]):[a-z][\w:+.-]*:`[^`\n]+`/m,
    /::\n\n {2,}\S/,
    /`[^`\n]+ <[^>\n]+>`__?/,
    /(^|[^`])``[^`\n]+``($|[^`])/m,
  ]
  const found = signs.filter((sign) => sign.test(text)).length
  return found >= 3 || (found >= 2 && !looksLikeMarkdown(text))
}

/** Returns true for a complete page, but false for the template of one: templates have directives before the text or inside tags. */
function looksLikePage(text: string): boolean {
  const start = text.trimStart()
  if (/^(?:---\n|\{[{%#]|<[%?]|@|#)/.test(start) && !/^<\?xml\s/.test(start)) return false
  if (!/<(?:!doctype html|html|body)[\s>]/i.test(text)) return looksLikePartOfPage(text)
  return !/<(?:html|head|title|meta|link|script|body|base)\b[^<>]{0,500}(?:\{\{|\{%|<%|<\?|\$\{)|<title>\s*(?:\{\{|\{%|<%|%)|\sth:\w+=|<ui:composition/i.test(
    text,
  )
}

/** A script that holds the text of the page, which `formats/html/page-templates.ts` shows. */
const TEMPLATE_SCRIPT = /<script\b[^<>]{0,500}\btype=["']?text\/(?:x-handlebars|x-template|template)/i
/** Directives of the template of a component or a layout. */
const TEMPLATE_DIRECTIVE =
  /<%|<\?(?!xml)|\{%|\*ng[A-Z]|\{\{|<[^<>]{0,300}\s(?:v-|ng-|x-|:|@|\[|\(|#)[\w.:-]{1,60}[\])]{0,2}=/
/** Fewer paragraphs are the text of a widget or an example. */
const MIN_PARAGRAPHS = 5

/** Returns true for the text of a page whose frame the server adds: a heading and several paragraphs. */
function looksLikePartOfPage(text: string): boolean {
  if (!/<h[1-4][\s>]/i.test(text) || (text.match(/<p[\s>]/gi)?.length ?? 0) < MIN_PARAGRAPHS) return false
  return TEMPLATE_SCRIPT.test(text) || !TEMPLATE_DIRECTIVE.test(text)
}

/** Checks for the macro that starts a manual page: `.TH` of man(7), `.Dd` or `.Dt` of mdoc(7). */
function looksLikeManPage(text: string): boolean {
  return /^\.\s*(?:TH\s+\S|Dd\b|Dt\s+\S)/m.test(text) && /^\.\s*S[Hh]\b/m.test(text)
}

function looksLikeMarkdown(text: string): boolean {
  const signs = [/^#{1,3} \S/m, /\[[^\]\n]+\]\([^)\s]+\)/, /^```/m]
  return signs.filter((sign) => sign.test(text)).length >= 2
}

/** Looks for a title before anything but comments and attributes, or for two signs that do not occur in other languages. */
function looksLikeAsciidoc(text: string): boolean {
  if (/^(?:\s|\/\/[^\n]*\n|:[\w-]+:[^\n]*\n|\[\[[^\]\n]+\]\]\n)*= \S/.test(text)) return true
  const signs = [
    /^={2,5} \S/m,
    /^:[\w-]+: ?\S*$/m,
    /^\[source(?:,|\])/m,
    /^include::\S+\[/m,
    /(?:link|xref):\S+\[/,
    /^-{4,}$/m,
  ]
  return signs.filter((sign) => sign.test(text)).length >= 2
}
