import { admonitionTitle } from "../../document/component-text.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { writeHtml } from "../html/html-walker.ts"
import { isBadge } from "../html/html-names.ts"
import { normaliseLanguage } from "../../document/language-label.ts"
import {
  ADMONITIONS,
  CODE,
  HIDDEN,
  isAutoDirective,
  isObject,
  QUOTATIONS,
  SILENT_WRAPPERS,
  VERSION_NOTES,
} from "./directive-names.ts"
import { codeSpan } from "../markdown/render-inline.ts"
import { shownSession } from "../../document/shown-code.ts"
import { renderPlainMarkup } from "./inline.ts"
import { dedent, indentedEnd, isBlank, paragraphEnd } from "./lines.ts"
import { readDefinitions } from "./lists.ts"
import type { Scope } from "./scope.ts"
import { csvDialect } from "./csv-rows.ts"
import { readCsvTable, readListTable } from "./tables.ts"

/** Where a directive stands: its line of the file, how deep it is nested, and what comes after it. */
type DirectivePlace = Pick<Directive, "line" | "depth" | "next" | "isFollowed">

/** A directive taken apart: `.. name:: argument`, `:option: value` lines, body. */
interface Directive {
  readonly name: string
  /** Lines of the argument. */
  readonly argument: readonly string[]
  readonly options: Readonly<Record<string, string>>
  readonly body: readonly string[]
  /** Lines of the file: of the directive itself and of the body. */
  readonly line: number
  readonly bodyLine: number
  readonly endLine: number
  readonly depth: number
  /** The text that follows the directive, to see whether a section title says the same. */
  readonly next: string
  /** Text stands right below the directive, as deep as itself. */
  readonly isFollowed: boolean
}

/**
 * Writes one directive.
 *
 * @param content the argument on the directive's line, then the indented lines below it, dedented.
 */
export function writeDirective(scope: Scope, name: string, content: readonly string[], place: DirectivePlace): void {
  const directive = takeApart(name.toLowerCase(), content, place)
  const local = directive.name.slice(directive.name.lastIndexOf(":") + 1)
  const argument = directive.argument.join(" ").trim()
  if (directive.name === "highlight") scope.language = normaliseLanguage(argument)
  else if (directive.name === "only" && !isOnPages(argument)) return
  else if (directive.name === "raw") writeRaw(scope, argument, directive)
  else if (HIDDEN.has(directive.name) || (HIDDEN.has(local) && !isObject(directive.name))) {
    // Words about a module stand under the directive that names it.
    if (local === "module") scope.body(directive.body, directive.bodyLine, directive.depth + 1)
  } else if (directive.name === "include" || directive.name === "literalinclude")
    noteInclude(scope, argument, directive)
  else if (CODE.has(directive.name)) writeCode(scope, argument, directive)
  else if (ADMONITIONS.has(directive.name) || VERSION_NOTES[directive.name] !== undefined)
    writeAdmonition(scope, argument, directive)
  else if (directive.name === "image" || directive.name === "figure") writeImage(scope, argument, directive)
  else if (directive.name === "list-table" || directive.name === "csv-table")
    writeTableDirective(scope, argument, directive)
  else if (directive.name === "glossary") writeGlossary(scope, directive)
  else if (directive.name === "autosummary") writeNames(scope, directive)
  else if (isAutoDirective(local) || isObject(directive.name)) writeObject(scope, directive)
  else writeUnknown(scope, argument, directive)
}

function takeApart(name: string, content: readonly string[], place: DirectivePlace): Directive {
  const takesLines = isObject(name) || isAutoDirective(name)
  // The name of a file may stand below its directive.
  let at = /^(?:image|figure|include|literalinclude)$/.test(name) && isBlank(content[0]) ? 1 : 0
  const argument: string[] = []
  const mostLines = takesLines ? content.length : at + 1
  while (at < mostLines && !isBlank(content[at]) && !/^ *:[\w-]+:(?: |$)/.test(content[at] ?? "")) {
    argument.push((content[at++] ?? "").trim())
  }
  if (at === 0) at = 1
  const options: Record<string, string> = {}
  let last = ""
  while (at < content.length && !isBlank(content[at])) {
    const option = /^ *:([\w-]+):(?: +(.*))?$/.exec(content[at] ?? "")
    if (option !== null) options[(last = option[1] ?? "")] = option[2] ?? ""
    else if (last !== "" && /^\s/.test(content[at] ?? "")) options[last] += ` ${(content[at] ?? "").trim()}`
    else break
    at++
  }
  return {
    name,
    argument,
    options,
    body: content.slice(at),
    bodyLine: place.line + at,
    endLine: place.line + content.length - 1,
    ...place,
  }
}

/** Where the highlighter of Python with SQL begins and ends to read SQL. */
const SQL_MARKS = /\{(?:execsql|printsql|opensql|sql|stop)\}/g

function writeCode(scope: Scope, argument: string, directive: Directive): void {
  const isPython = /^(?:doctest|testcode|ipython)$/.test(directive.name)
  const isSession = directive.name === "doctest" || /^(?:pycon|pyconsole)\d*$/.test(argument)
  const given = normaliseLanguage(argument.split(/\s+/)[0] ?? "")
  const named = /^(?:math|graphviz|mermaid|uml|digraph)$/.test(directive.name) ? directive.name : undefined
  const language =
    named ?? (isPython ? "python" : directive.name === "parsed-literal" ? "" : given === "" ? scope.language : given)
  // Code directly under the directive, without the blank line, is taken for more of the argument by no reader.
  const code =
    directive.name === "parsed-literal"
      ? directive.body.map((line) => renderPlainMarkup(line, scope).text || line)
      : directive.body
  const shown = directive.name === "math" && argument !== "" ? [argument, ...directive.body] : code
  const title = directive.options["caption"] ?? directive.options["filename"]
  const text = dedent(shown).join("\n")
  scope.writer.code(
    language,
    argument.endsWith("sql") ? text.replace(SQL_MARKS, "") : isSession ? shownSession(text) : text,
    { start: directive.line, end: directive.endLine },
    title === undefined ? undefined : scope.inline(title),
  )
}

/** Versions in front of a note, and the note. */
const VERSIONS = { one: /^(\S*)()?(?: ([^]*))?$/, two: /^(\S*)(?: (\S+))?(?: ([^]*))?$/ }

function writeAdmonition(scope: Scope, argument: string, directive: Directive): void {
  const version = VERSION_NOTES[directive.name]
  const isTitled = /^(?:admonition|topic|sidebar)$/.test(directive.name)
  let title = directive.name === "seealso" ? "See also" : admonitionTitle(directive.name)
  let text = argument
  if (version !== undefined) {
    const [, since = "", removed, rest = ""] =
      VERSIONS[directive.name === "deprecated-removed" ? "two" : "one"].exec(argument) ?? []
    title = `${version} ${since}${removed === undefined ? "" : `, will be removed in version ${removed}`}`
    text = rest
  } else if (isTitled) {
    title = scope.inline(argument).replaceAll("**", "") || "Note"
    text = ""
  }
  scope.writer.openAdmonition(title, directive.line, version !== undefined || isTitled)
  const subtitle = directive.options["subtitle"]
  if (subtitle !== undefined)
    scope.writer.paragraph(scope.inline(subtitle), { start: directive.line, end: directive.line })
  const body = text === "" ? directive.body : [text, ...directive.body]
  scope.body(body, text === "" ? directive.bodyLine : directive.bodyLine - 1, directive.depth + 1)
  scope.writer.close()
}

/** Names of outputs other than pages, for `.. only::`. */
const OTHER_OUTPUTS = /^(?:latex|latexpdf|man|text|texinfo|epub|gettext|xml)$/

/** Tells whether pages show what `.. only::` holds; what a project defines itself is taken for shown. */
function isOnPages(expression: string): boolean {
  if (/[()]/.test(expression)) return true
  const isTrue = (word: string) => {
    const name = word.replace(/^not\s+/, "").trim()
    const isNegated = name !== word.trim()
    if (name === "html" || name === "builder_html") return !isNegated
    return OTHER_OUTPUTS.test(name) ? isNegated : true
  }
  return expression.split(/\s+or\s+/).some((part) => part.split(/\s+and\s+/).every(isTrue))
}

/** Shows what stands for a picture, unless its caption says the same. */
function writeImage(scope: Scope, source: string, directive: Directive): void {
  const caption = bareName(directive.body.slice(0, paragraphEnd(directive.body, 0)).join(" "))
  const alt = directive.options["alt"]
  if (alt !== undefined && bareName(alt) !== caption && !isBadge(source))
    scope.writer.paragraph(scope.inline(alt), { start: directive.line, end: directive.line })
  scope.body(directive.body, directive.bodyLine, directive.depth + 1)
}

function writeTableDirective(scope: Scope, caption: string, directive: Directive): void {
  const { name, line, body, bodyLine, options } = directive
  if (caption !== "") scope.writer.paragraph(`**${scope.inline(caption)}**`, { start: line, end: line })
  const headerCount = Number(options["header-rows"] ?? 0) || 0
  const place = { first: bodyLine, last: bodyLine + Math.max(0, body.length - 1), depth: directive.depth }
  const header = options["header"] ?? ""
  if (name === "list-table") readListTable(scope, body, headerCount, place)
  else readCsvTable(scope, body, { header, headerCount, dialect: csvDialect(options) }, place)
}

function writeRaw(scope: Scope, format: string, directive: Directive): void {
  if (/\bhtml\b/.test(format)) writeHtml(scope.writer, directive.body.join("\n"), directive.bodyLine)
}

function noteInclude(scope: Scope, file: string, directive: Directive): void {
  scope.writer.problem(`included file ${file} was not read`, directive.line)
  const caption = directive.options["caption"]
  if (caption !== undefined)
    scope.writer.paragraph(scope.inline(caption), { start: directive.line, end: directive.line })
}

function writeGlossary(scope: Scope, directive: Directive): void {
  const { body, bodyLine, depth } = directive
  let at = 0
  while (at < body.length) {
    const line = body[at] ?? ""
    const end = isBlank(line) ? undefined : readDefinitions(scope, body, at, { first: bodyLine, depth }, true)
    // A term parted from its definition by a blank line is no definition list, but it is text.
    const loose = end === undefined ? Math.max(at + 1, indentedEnd(body, at + 1, 1)) : end
    if (end === undefined && !isBlank(line)) scope.body(dedent(body.slice(at, loose)), bodyLine + at, depth + 1)
    at = loose
  }
}

function writeNames(scope: Scope, directive: Directive): void {
  const names = directive.body.filter((line) => !isBlank(line)).map((line) => `- \`${line.trim().replace(/^~/, "")}\``)
  scope.writer.paragraph(names.join("\n"), { start: directive.bodyLine, end: directive.endLine })
}

/** An object of an API: its signature is a heading of its own, its description stands below. */
function writeObject(scope: Scope, directive: Directive): void {
  const method = HTTP_METHOD.exec(directive.name)?.[1]?.toUpperCase()
  const signatures = wholeLines(directive.argument).map(
    (line) => `${method === undefined ? "" : `${method} `}${signatureText(line, scope)}`,
  )
  const members = namedMembers(directive.options)
  const facts = objectFacts(scope, directive)
  const hasBody = directive.body.some((line) => !isBlank(line)) || members !== "" || facts !== ""
  const signature = signatures.join(", ")
  const lines = { start: directive.line, end: Math.max(directive.line, directive.bodyLine - 1) }
  if (signature === "") return scope.body(directive.body, directive.bodyLine, directive.depth + 1)
  // `.. setting:: NAME` above a section called NAME is only the place that links lead to.
  if (!hasBody && bareName(directive.next) === bareName(signatures[0] ?? ""))
    return scope.writer.anchor(signatures[0] ?? "")
  if (!hasBody && isAutoDirective(directive.name.slice(directive.name.lastIndexOf(":") + 1)))
    return writeListed(scope, signature, lines)
  scope.closeEntry()
  const isLong = signature.length > LONG_SIGNATURE_CHARS && signatures.every((line) => CALL.test(line))
  const names = [...new Set(signatures.map((line) => `${CALL.exec(line)?.[1] ?? ""}()`))]
  scope.writer.beginEntry(isLong ? names.join(", ") : signature, lines)
  if (isLong) scope.writer.code(scope.language, signatures.join("\n"), lines)
  if (facts !== "") scope.writer.paragraph(facts, { start: directive.line, end: directive.line })
  if (members !== "") scope.writer.paragraph(members, { start: directive.line, end: directive.line })
  scope.body(directive.body, directive.bodyLine, directive.depth + 1)
  // A description that is not indented is one all the same for its readers.
  if (!hasBody && directive.isFollowed && directive.name !== "class") scope.leaveEntryOpen(directive.depth)
  else scope.writer.endEntry()
}

const HTTP_METHOD = /^http:(any|get|post|put|patch|delete|head|options|trace|connect|copy)$/

/** What the options of an object say of it: its type, its value, what holds when it is not set. */
function objectFacts(scope: Scope, { name, options }: Directive): string {
  const isMarkup = !/^(?:py:)?(?:attribute|data|property)$/.test(name)
  const facts = ["type", "value", "default"].flatMap((option) => {
    const text = options[option]?.trim() ?? ""
    if (text === "") return []
    return [
      `- **${option.charAt(0).toUpperCase()}${option.slice(1)}**: ${isMarkup || text.includes("`") ? scope.inline(text) : codeSpan(text)}`,
    ]
  })
  return facts.join("\n")
}

/** What only source code describes is named under the heading it stands under: a section of its own would say nothing. */
function writeListed(scope: Scope, signature: string, lines: { start: number; end: number }): void {
  scope.writer.openList()
  scope.writer.openItem("-")
  scope.writer.paragraph(codeSpan(signature), lines)
  scope.writer.close()
  scope.writer.close()
}

/** A signature longer than this is shown below a heading that only names the object. */
const LONG_SIGNATURE_CHARS = 80
const CALL = /^((?:[a-z]+ )*[\w.$:\\~]+)\s*\(/

/** A line that ends with a backslash goes on with the next. */
function wholeLines(argument: readonly string[]): string[] {
  return argument
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
}

function signatureText(line: string, scope: Scope): string {
  return /`|\|/.test(line) ? renderPlainMarkup(line, scope).text : line.replace(/\\(?=[*\\_`])/g, "")
}

function bareName(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "")
}

function namedMembers(options: Readonly<Record<string, string>>): string {
  const names = (options["members"] ?? "").split(/[,\s]+/).filter((name) => name !== "")
  return names.length === 0 ? "" : `Members: ${names.map((name) => `\`${name}\``).join(", ")}`
}

/** A directive of an extension: an entry when its argument is a name and it has text, else a label above its body. */
function writeUnknown(scope: Scope, argument: string, directive: Directive): void {
  const lines = { start: directive.line, end: directive.line }
  const hasBody = directive.body.some((line) => !isBlank(line))
  const tab = /^(?:code-tab|tab-code)$/.test(directive.name) ? /^(\S+) *(.*)$/.exec(argument) : null
  if (tab !== null)
    return scope.writer.code(
      normaliseLanguage(tab[1] ?? ""),
      dedent(directive.body).join("\n"),
      { start: directive.line, end: directive.endLine },
      tab[2],
    )
  const { text, isCode } = renderPlainMarkup(argument, scope)
  if (QUOTATIONS.has(directive.name))
    return scope.body([argument, ...directive.body], directive.bodyLine - 1, directive.depth + 1)
  if (SILENT_WRAPPERS.has(directive.name) || argument === "")
    return scope.body(directive.body, directive.bodyLine, directive.depth + 1)
  if (!hasBody && bareName(directive.next) === bareName(argument)) return scope.writer.anchor(argument)
  if (!/tab|card|dropdown|details|rubric|centered/.test(directive.name) && hasBody && isEntryName(text, isCode))
    return writeObject(scope, directive)
  if (!hasBody && FILE_PATH.test(argument)) return
  scope.writer.paragraph(`**${text}**`, lines)
  const body = /card/.test(directive.name)
    ? directive.body.map((line) => (CARD_RULE.test(line) ? "" : line))
    : directive.body
  scope.body(body, directive.bodyLine, directive.depth + 1)
}

/** What an extension shows of a file, such as a picture, stands on its page only. */
const FILE_PATH = /^[\w.-]*(?:\/[\w.-]+)+\.\w{2,5}$/
/** Parts the header, the body and the footer of a card of sphinx-design. */
const CARD_RULE = /^(?:\^{3,}|\+{3,})$/
