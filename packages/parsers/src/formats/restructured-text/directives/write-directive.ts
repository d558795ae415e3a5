import { isEntryName } from "../../../document/entry-name.ts"
import { normaliseLanguage } from "../../../document/language-label.ts"
import { openLabel, writeLabel } from "../../../document/writers/label.ts"
import { writeHtml } from "../../html/html-walker.ts"
import { csvDialect } from "../blocks/csv-rows.ts"
import { parseDefinitions } from "../blocks/definition-list.ts"
import { renderPlainMarkup } from "../blocks/inline.ts"
import { dedent, isBlank } from "../blocks/lines.ts"
import type { LineCursor } from "../blocks/line-cursor.ts"
import type { Scope } from "../blocks/scope.ts"
import { writeCsvTable, writeListTable } from "../blocks/tables.ts"
import { writeAdmonition } from "./admonition.ts"
import { writeCode, writeCodeTab } from "./code-directives.ts"
import { bareName, type Directive, hasBody } from "./directive.ts"
import { type DirectiveKind, directiveKindOf } from "./directive-kinds.ts"
import { writeObject } from "./object.ts"
import { isForPages } from "./only.ts"

type DirectiveWriter = (scope: Scope, directive: Directive) => void

const WRITERS: Readonly<Record<DirectiveKind, DirectiveWriter>> = {
  admonition: writeAdmonition,
  code: writeCode,
  "code-tab": writeCodeTab,
  glossary: writeGlossary,
  hidden: () => undefined,
  highlight: (scope, { argument }) => {
    scope.language = normaliseLanguage(argument)
  },
  // The image is not shown, so readers only see its caption.
  image: (scope, directive) => (hasBody(directive) ? writeBody(scope, directive) : scope.writer.leaveOut()),
  include: reportInclude,
  module: writeBody,
  "name-list": writeNames,
  object: writeObject,
  only: (scope, directive) => {
    if (isForPages(directive.argument)) writeBody(scope, directive)
  },
  quotation: (scope, { argument, body }) => scope.body(body.withLineBefore(argument)),
  raw: writeRaw,
  table: writeTableDirective,
  unknown: writeUnknown,
  wrapper: writeBody,
}

/** Writes a directive by its kind. */
export function writeDirective(scope: Scope, directive: Directive): void {
  WRITERS[directiveKindOf(directive.name)](scope, directive)
}

function writeBody(scope: Scope, { body }: Directive): void {
  scope.body(body)
}

function writeTableDirective(scope: Scope, { name, argument, body, depth, nameLine, options }: Directive): void {
  writeLabel(scope.writer, scope.inline(argument), nameLine)
  const headerCount = Number(options["header-rows"] ?? 0) || 0
  const location = { lines: body.span(0, Math.max(1, body.lines.length)), depth }
  if (name === "list-table") return writeListTable(scope, body.lines, headerCount, location)
  const header = options["header"] ?? ""
  writeCsvTable(scope, body.lines, { header, headerCount, dialect: csvDialect(options) }, location)
}

function writeRaw(scope: Scope, { argument, body }: Directive): void {
  if (/\bhtml\b/.test(argument)) writeHtml(scope.writer, body.lines.join("\n"), body.firstLine)
}

function reportInclude(scope: Scope, { argument, nameLine, options }: Directive): void {
  scope.writer.problem(`included file ${argument} was not read`, nameLine.start)
  const caption = options["caption"]
  if (caption !== undefined) scope.writer.paragraph(scope.inline(caption), nameLine)
}

function writeGlossary(scope: Scope, { body }: Directive): void {
  while (!body.isAtEnd) {
    if (isBlank(body.line)) body.index++
    else if (!parseDefinitions(scope, body, true)) {
      // A blank line between a term and its definition makes the definition list invalid, but its text is still shown.
      const end = Math.max(body.index + 1, body.indentedEnd(body.index + 1))
      scope.body(body.nested(dedent(body.lines.slice(body.index, end))))
      body.index = end
    }
  }
}

function writeNames(scope: Scope, { body, lines }: Directive): void {
  const names = body.lines.filter((line) => !isBlank(line)).map((line) => `- \`${line.trim().replace(/^~/, "")}\``)
  scope.writer.paragraph(names.join("\n"), { start: body.firstLine, end: lines.end })
}

/** Path of a file, such as an image, whose content an extension shows. */
const FILE_PATH = /^[\w.-]*(?:\/[\w.-]+)+\.\w{2,5}$/
/** Separates the header, body and footer of a sphinx-design card. */
const CARD_RULE = /^(?:\^{3,}|\+{3,})$/

/**
 * Writes a directive of an unknown extension: as an entry if it has text and its argument is a name, otherwise as a label above its body.
 */
function writeUnknown(scope: Scope, directive: Directive): void {
  const { name, argument, nameLine } = directive
  if (argument === "") return hasBody(directive) ? scope.body(bodyOf(directive)) : scope.writer.leaveOut()
  const { text, isCode } = renderPlainMarkup(argument, scope)
  const isEmpty = !hasBody(directive)
  if (isEmpty && bareName(directive.next) === bareName(argument)) return scope.writer.anchor(argument)
  if (isEmpty && FILE_PATH.test(argument)) return scope.writer.leaveOut()
  if (!isEmpty && isEntryName(text, isCode) && !/tab|card|dropdown|details|rubric|centered/.test(name))
    return writeObject(scope, directive)
  if (name.includes("tab")) {
    const closeTab = openLabel(scope.writer, text, nameLine)
    scope.body(bodyOf(directive))
    return closeTab()
  }
  writeLabel(scope.writer, text, nameLine)
  scope.body(bodyOf(directive))
}

/** Returns the body of a directive; for a card, without the lines between its parts. */
function bodyOf({ name, body }: Directive): LineCursor {
  return name.includes("card") ? body.withLines(body.lines.map((line) => (CARD_RULE.test(line) ? "" : line))) : body
}
