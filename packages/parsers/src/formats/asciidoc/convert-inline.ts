import { shownAlternative } from "../../document/alternative-text.ts"
import { attributeOf, type AsciidocNode } from "./asciidoctor-nodes.ts"
import { superscript } from "../../document/superscript.ts"
import { iconText, imageValue } from "./image-value.ts"
import { MARKS, markLink } from "./inline-marks.ts"
import { referenceKey, type ReferenceTitles } from "./page-references.ts"

/** Comment markers by language, for callouts without a marker in code. */
const COMMENT_BY_LANGUAGE: Readonly<Record<string, string>> = Object.fromEntries([
  ..."python py ruby rb yaml yml sh bash shell console properties toml dockerfile conf ini perl r makefile nginx"
    .split(" ")
    .map((language) => [language, "#"]),
  ..."sql lua haskell".split(" ").map((language) => [language, "--"]),
])

/**
 * Converts an inline node into text with marks (see `inline-marks.ts`): code, bold and italics keep their markup, links keep their
 * targets for the time being, references become their text, images their alternative text, and footnotes appear in brackets where they are
 * referenced.
 */
export async function convertInline(node: AsciidocNode, references: ReferenceTitles = {}): Promise<string> {
  const text = node.text ?? ""
  switch (node.nodeName) {
    case "inline_quoted":
      return quoted(node.type ?? "", text)
    case "inline_anchor":
      return await anchor(node, text, references)
    case "inline_break":
      return `${text}  `
    case "inline_button":
      return strong(text)
    case "inline_callout":
      return callout(node, text)
    case "inline_footnote":
      return node.type === "xref" || text === "" ? "" : ` (${text.trim()})`
    case "inline_image":
      return alternativeText(node)
    case "inline_indexterm":
      return node.type === "visible" ? text : ""
    case "inline_kbd":
      return code(wordsOf(node, "keys").join("+"))
    case "inline_menu":
      return strong(
        [attributeOf(node, "menu"), ...wordsOf(node, "submenus"), attributeOf(node, "menuitem")]
          .filter(Boolean)
          .join(" > "),
      )
    default:
      return text
  }
}

/** Returns the alternative text of an image, unless Asciidoctor generated it from the file name. */
function alternativeText(node: AsciidocNode): string {
  if (node.type === "icon") return iconText(node.target ?? "")
  if (isAloneInCell(node)) return imageValue(node)
  const alternative = attributeOf(node, "alt")
  return alternative === attributeOf(node, "default-alt") ? "" : shownAlternative(alternative)
}

const ONLY_IMAGE = /^\s*image:[^\s:[\]][^\s[\]]*\[[^\]]*\]\s*$/

function isAloneInCell(node: AsciidocNode): boolean {
  const cell: unknown = Reflect.get(node, "parent")
  if (typeof cell !== "object" || cell === null || Reflect.get(cell, "context") !== "table_cell") return false
  const source: unknown = Reflect.get(cell, "_text") ?? Reflect.get(cell, "lines")
  return typeof source === "string" && ONLY_IMAGE.test(source)
}

function quoted(type: string, text: string): string {
  switch (type) {
    case "strong":
      return strong(text)
    case "emphasis":
      return `${MARKS.emphasis}${text}${MARKS.emphasis}`
    case "monospaced":
      return code(text)
    case "superscript":
      return superscript(text)
    case "double":
      return `"${text}"`
    case "single":
      return `'${text}'`
    case "asciimath":
    case "latexmath":
      return code(text)
    default:
      return text
  }
}

async function anchor(node: AsciidocNode, text: string, references: ReferenceTitles): Promise<string> {
  if (node.type === "link")
    return text === "" ? (node.target ?? "") : markLink(text.replace(/^mailto:/, ""), node.target ?? "")
  if (node.type === "bibref") return `[${attributeOf(node, "reftext") || node.id || ""}]`
  if (node.type !== "xref") return ""
  // A trailing caret opens a link in a new window. It has no meaning in references, but authors write it there too.
  if (text !== "") return text.replace(/\^$/, "")
  const path = attributeOf(node, "path")
  const identifier = attributeOf(node, "refid")
  const reference = node.document.catalog.refs[identifier]
  const title = typeof reference?.xreftext === "function" ? await reference.xreftext(null) : null
  if (title !== null && title !== undefined && title !== "") return title
  const elsewhere = reference === undefined ? references[referenceKey(identifier)] : undefined
  if (elsewhere !== undefined) return escapeSigns(withValues(elsewhere, node))
  return path === "" ? identifier.replace(/^_/, "").replaceAll("_", " ") : fileStem(path)
}

/** Fills in the attributes of this page, because a site defines the same ones for all its pages. */
function withValues(title: string, node: AsciidocNode): string {
  return title.replace(
    /\{([\w-]+)\}/g,
    (whole, name: string) => attributeOf(node.document, name.toLowerCase()) || whole,
  )
}

function escapeSigns(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

function fileStem(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1)
  return name.replace(/\.(?:html|adoc|asciidoc)$/, "")
}

/** Writes the number of a callout as a comment. */
function callout(node: AsciidocNode, text: string): string {
  const guard = node.attributes["guard"]
  if (Array.isArray(guard)) return `<!-- (${text}) -->`
  if (typeof guard === "string" && guard !== "") return `${guard.trim()} (${text})`
  const block: unknown = Reflect.get(node, "parent")
  const language = typeof block === "object" && block !== null ? attributeOf(block as AsciidocNode, "language") : ""
  if (/^(xml|html)$/.test(language)) return `<!-- (${text}) -->`
  return `${COMMENT_BY_LANGUAGE[language] ?? "//"} (${text})`
}

function wordsOf(node: AsciidocNode, name: string): readonly string[] {
  const value = node.attributes[name]
  return Array.isArray(value) ? value.map(String) : []
}

function strong(text: string): string {
  return text === "" ? "" : `${MARKS.strong}${text}${MARKS.strong}`
}

function code(text: string): string {
  return text === "" ? "" : `${MARKS.code}${text}${MARKS.codeEnd}`
}
