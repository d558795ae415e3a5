import { capitalized } from "../../../base/capitalized.ts"
import type { LineCursor } from "./line-cursor.ts"
import { dedent, indentOf, isBlank, itemLines } from "./lines.ts"
import type { Scope } from "./scope.ts"

const BULLET = /^([-*+•‣⁃])(?: +|$)/
const BULLET_TEXT = /^[-*+•‣⁃] +\S/
const NUMBER = /^\(?(\d{1,9}|#|[a-zA-Z]|[ivxlcdm]{2,6}|[IVXLCDM]{2,6})[.)](?: +|$)/
const FIELD = /^:((?![: ])(?:[^:\\\n]|\\.|:(?!\s|$|`))*?(?<! )):(?: +|$)/
const OPTION =
  /^(?:-{1,2}|\/)[A-Za-z?][\w-]*(?:[ =][<\w.>[\]-]+|[<.>[\]][<\w.>[\]-]*)?(?:, (?:-{1,2}|\/)[A-Za-z?][\w-]*(?:[ =][<\w.>[\]-]+|[<.>[\]][<\w.>[\]-]*)?)*(?: {2,}|$)/
/** Fields at the start of a page that configure Sphinx or contain bookkeeping, such as the date. */
const SILENT_FIELDS =
  /^(?:orphan|tocdepth|nocomments|nosearch|hide-toc|hide-footer|layout|html_theme.*|date|revision|version|organization|copyright|status|no-?search|myst)$/
const PARAMETER_FIELD =
  /^(param|parameter|arg|argument|key|keyword|kwarg|ivar|var|cvar|raises?|except|exception|throws|property)\s+(?:([^]*)\s)?(\S+)$/
/** Fields of API objects, whose names are words. */
const OBJECT_FIELD =
  /^(?:param(?:eter)?s?|arg(?:ument)?s?|key(?:word)?s?|kwargs?|returns?|yields?|raises?|except(?:ion)?s?|throws|type|default|meta|examples?|notes?|see|seealso|since|deprecated|todo|warnings?)$/
/** Bibliographic fields, whose names are words if no other field is in the same list. */
const PAGE_FIELD =
  /^(?:authors?|contact|address|organization|date|revision|status|version|copyright|licen[cs]e|dedication|abstract|maintainers?)$/
/** A sign of an identifier in a name of one word. If one field of a list is an identifier, all of them are. */
const IDENTIFIER_SIGN = /\w[_.-]\w/

const KNOWN_FIELDS = [OBJECT_FIELD, PAGE_FIELD, PARAMETER_FIELD]

/** Parses a bullet, numbered, field or option list at the cursor. */
export function parseList(scope: Scope, cursor: LineCursor): boolean {
  const { line } = cursor
  if (BULLET.test(line)) parseItems(scope, cursor, BULLET)
  else if (NUMBER.test(line) && isNumbered(cursor)) parseItems(scope, cursor, NUMBER)
  else if (FIELD.test(line)) parseFields(scope, cursor)
  else if (OPTION.test(line) && isOption(cursor)) parseOptions(scope, cursor)
  else return false
  return true
}

/** Returns true if the line starts an item. A letter with a full stop may also start a sentence, so the next line decides. */
function isNumbered(cursor: LineCursor): boolean {
  const next = cursor.lineAt(cursor.index + 1)
  return isBlank(next) || indentOf(next) > 0 || NUMBER.test(next)
}

function parseItems(scope: Scope, cursor: LineCursor, marker: RegExp): void {
  scope.writer.openList()
  let count = 0
  while (!cursor.isAtEnd) {
    const { line, index } = cursor
    const match = marker.exec(line)
    if (match === null) break
    const end = cursor.indentedEnd(index + 1, Math.min(2, match[0].length))
    const number = Number(match[1])
    count = Number.isInteger(number) && number > 0 ? number : count + 1
    scope.writer.openItem(marker === BULLET ? "-" : /^[a-z]/i.test(match[1] ?? "") ? `${match[1]}.` : `${count}.`)
    const text = line.slice(match[0].length)
    scope.body(cursor.nested(itemLines(text, cursor.lines.slice(index + 1, end), match[0].length)))
    scope.writer.close()
    const next = cursor.nextText(end)
    const hasNext = marker.test(cursor.lineAt(next))
    cursor.index = hasNext ? next : end
    if (!hasNext) break
  }
  scope.writer.close()
}

function parseFields(scope: Scope, cursor: LineCursor): void {
  scope.writer.openList()
  const isPreamble = cursor.depth === 0 && !scope.writer.hasText
  // Fields before the first title are metadata of the page.
  const isMetadata = isPreamble && scope.writer.level === 0
  const names = fieldNames(cursor)
  const areWords = !names.some((name) => IDENTIFIER_SIGN.test(name) && !/\s/.test(name))
  const areKnown = areWords && names.every((name) => KNOWN_FIELDS.some((known) => known.test(name)))
  let end = cursor.index
  while (!cursor.isAtEnd) {
    const { line, index } = cursor
    const match = FIELD.exec(line)
    if (match === null) break
    end = Math.max(index + 1, cursor.indentedEnd(index + 1))
    const name = match[1] ?? ""
    if (!isMetadata && !(isPreamble && SILENT_FIELDS.test(name))) {
      const body = fieldBody(line.slice(match[0].length), cursor.lines.slice(index + 1, end))
      const label = fieldLabel(scope, name, areKnown || (areWords && OBJECT_FIELD.test(name)))
      writeField(scope, { name, label }, cursor.nested(body))
    }
    cursor.index = cursor.nextText(end)
  }
  scope.writer.close()
  cursor.index = end
}

/** Returns the names of the fields of the list at the cursor. */
function fieldNames(cursor: LineCursor): readonly string[] {
  const names: string[] = []
  for (let index = cursor.index; ;) {
    const [, name] = FIELD.exec(cursor.lineAt(index)) ?? []
    if (name === undefined) return names
    names.push(name)
    index = cursor.nextText(Math.max(index + 1, cursor.indentedEnd(index + 1)))
  }
}

/** Fields whose text is a type, in which `~` shortens a name: `~koi.Pond`. */
const TYPE_FIELD = /^(?:rtype|v?type \S+)$/
const SHORT_TYPE = /~(?:\w{1,100}\.){0,20}(?=\w)/g

interface Field {
  readonly name: string
  /** Markdown that is shown as its name. */
  readonly label: string
}

function writeField(scope: Scope, { name, label }: Field, body: LineCursor): void {
  scope.writer.openItem("-")
  if (isBlank(body.line) || BULLET_TEXT.test(body.line)) {
    scope.writer.paragraph(body.lines.every(isBlank) ? label.replace(/:$/, "") : label, body.span(0))
    scope.body(body)
  } else {
    const line = TYPE_FIELD.test(name) ? body.line.replaceAll(SHORT_TYPE, "") : body.line
    scope.body(body.withLines([`${label.replaceAll("`", "``")} ${line}`, ...body.lines.slice(1)]))
  }
  scope.writer.close()
}

/** Returns the body of a field. All lines up to the first blank one continue its paragraph, however far they are indented, except in a list. */
function fieldBody(firstLine: string, below: readonly string[]): string[] {
  const lines = dedent(below)
  if (isBlank(firstLine) || BULLET_TEXT.test(firstLine)) return [firstLine, ...lines]
  for (let at = 0; at < lines.length && !isBlank(lines[at]); at++) lines[at] = (lines[at] ?? "").trimStart()
  return [firstLine, ...lines]
}

/** Returns the label of a field: `:param int count:` names a parameter and its type, and other fields show their name. */
function fieldLabel(scope: Scope, name: string, isWord: boolean): string {
  const parameter = PARAMETER_FIELD.exec(name)
  if (parameter !== null) {
    const [, kind = "", type, shown = ""] = parameter
    const prefix = /^(?:raises?|except|exception|throws)$/.test(kind) ? "Raises " : ""
    return `${prefix}\`${shown.replace(/\\/g, "")}\`${type === undefined ? "" : ` (${scope.inline(type)})`}:`
  }
  if (name === "rtype") return "**Return type**:"
  const typed = /^(v?type) (\S+)$/.exec(name)
  if (typed !== null) return `\`${typed[2]}\` type:`
  const shown = scope.inline(name).replaceAll("**", "")
  return isWord ? `**${capitalized(shown)}**:` : `**${shown}**:`
}

function isOption(cursor: LineCursor): boolean {
  return / {2,}\S/.test(cursor.line) || indentOf(cursor.lineAt(cursor.index + 1)) > 1
}

function parseOptions(scope: Scope, cursor: LineCursor): void {
  scope.writer.openList()
  let end = cursor.index
  while (!cursor.isAtEnd) {
    const { line, index } = cursor
    const [option] = OPTION.exec(line) ?? []
    if (option === undefined) break
    end = Math.max(index + 1, cursor.indentedEnd(index + 1))
    scope.writer.openItem("-")
    scope.writer.term(`\`${option.trim()}\``, cursor.span(index))
    scope.body(cursor.nested([line.slice(option.length), ...dedent(cursor.lines.slice(index + 1, end))]))
    scope.writer.close()
    cursor.index = cursor.nextText(end)
  }
  scope.writer.close()
  cursor.index = end
}
