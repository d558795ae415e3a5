import { isEntryName } from "../../document/entry-name.ts"
import { renderPlainMarkup } from "./inline.ts"
import { dedent, indentedEnd, indentOf, isBlank, itemLines } from "./lines.ts"
import type { BlockEnd, Scope } from "./scope.ts"

const BULLET = /^([-*+•‣⁃])(?: +|$)/
const NUMBER = /^\(?(\d{1,9}|#|[a-zA-Z]|[ivxlcdm]{2,6}|[IVXLCDM]{2,6})[.)](?: +|$)/
const FIELD = /^:((?![: ])(?:[^:\\\n]|\\.|:(?!\s|$|`))*?(?<! )):(?: +|$)/
const OPTION =
  /^(?:-{1,2}|\/)[A-Za-z?][\w-]*(?:[ =]?[<\w.>[\]-]+)?(?:, (?:-{1,2}|\/)[A-Za-z?][\w-]*(?:[ =]?[<\w.>[\]-]+)?)*(?: {2,}|$)/
/** Fields at the beginning of a page that steer Sphinx, or say what its reader does not ask for. */
const SILENT_FIELDS =
  /^(?:orphan|tocdepth|nocomments|nosearch|hide-toc|hide-footer|layout|html_theme.*|date|revision|version|organization|copyright|status|no-?search|myst)$/

/** A definition that is longer than this is a section of its own. */
const LONG_DEFINITION_CHARS = 300

/** Reads a bullet, numbered, field or option list at `start`. */
export function readList(
  scope: Scope,
  lines: readonly string[],
  start: number,
  first: number,
  depth: number,
): BlockEnd {
  const line = lines[start] ?? ""
  if (BULLET.test(line)) return readItems(scope, lines, start, first, depth, BULLET)
  if (NUMBER.test(line) && isNumbered(lines, start)) return readItems(scope, lines, start, first, depth, NUMBER)
  if (FIELD.test(line)) return readFields(scope, lines, start, first, depth)
  if (OPTION.test(line) && isOption(lines, start)) return readOptions(scope, lines, start, first, depth)
  return undefined
}

/** A letter and a full stop may also start a sentence: the next line decides. */
function isNumbered(lines: readonly string[], start: number): boolean {
  const next = lines[start + 1] ?? ""
  return isBlank(next) || indentOf(next) > 0 || NUMBER.test(next)
}

function readItems(
  scope: Scope,
  lines: readonly string[],
  start: number,
  first: number,
  depth: number,
  marker: RegExp,
): number {
  scope.writer.openList()
  let index = start
  let count = 0
  while (index < lines.length) {
    const match = marker.exec(lines[index] ?? "")
    if (match === null) break
    const end = indentedEnd(lines, index + 1, Math.min(2, match[0].length))
    const number = Number(match[1])
    count = Number.isInteger(number) && number > 0 ? number : count + 1
    scope.writer.openItem(marker === BULLET ? "-" : /^[a-z]/i.test(match[1] ?? "") ? `${match[1]}.` : `${count}.`)
    const rest = (lines[index] ?? "").slice(match[0].length)
    scope.body(itemLines(rest, lines.slice(index + 1, end), match[0].length), first + index, depth + 1)
    scope.writer.close()
    index = nextText(lines, end)
    if (!marker.test(lines[index] ?? "")) {
      index = end
      break
    }
  }
  scope.writer.close()
  return index
}

function readFields(scope: Scope, lines: readonly string[], start: number, first: number, depth: number): number {
  scope.writer.openList()
  const isPreamble = depth === 0 && !scope.writer.hasText
  // Fields before the first title are data about the page.
  const isData = isPreamble && scope.writer.level === 0
  let index = start
  let end = start
  while (index < lines.length) {
    const match = FIELD.exec(lines[index] ?? "")
    if (match === null) break
    end = Math.max(index + 1, indentedEnd(lines, index + 1, 1))
    const body = fieldBody((lines[index] ?? "").slice(match[0].length), lines.slice(index + 1, end))
    if (!isData && !(isPreamble && SILENT_FIELDS.test(match[1] ?? ""))) {
      scope.writer.openItem("-")
      if (isBlank(body[0]))
        scope.writer.paragraph(fieldLabel(scope, match[1] ?? ""), { start: first + index, end: first + index })
      else body[0] = `${fieldLabel(scope, match[1] ?? "").replaceAll("`", "``")} ${body[0] ?? ""}`
      scope.body(body, first + index, depth + 1)
      scope.writer.close()
    }
    index = nextText(lines, end)
  }
  scope.writer.close()
  return end
}

/** The lines that go on with the first one are meant as one paragraph with it, however far each is indented. */
function fieldBody(firstLine: string, below: readonly string[]): string[] {
  const lines = dedent(below)
  for (let at = 0; !isBlank(firstLine) && at < lines.length && !isBlank(lines[at]); at++) {
    lines[at] = (lines[at] ?? "").trimStart()
  }
  return [firstLine, ...lines]
}

/** `:param int count:` names a parameter and its type; other fields show their name. */
function fieldLabel(scope: Scope, name: string): string {
  const parameter =
    /^(param|parameter|arg|argument|key|keyword|kwarg|ivar|var|cvar|raises?|except|exception|throws|property)\s+(?:([^]*)\s)?(\S+)$/.exec(
      name,
    )
  if (parameter !== null) {
    const [, kind = "", type, shown = ""] = parameter
    const prefix = /^(?:raises?|except|exception|throws)$/.test(kind) ? "Raises " : ""
    return `${prefix}\`${shown.replace(/\\/g, "")}\`${type === undefined ? "" : ` (${scope.inline(type)})`}:`
  }
  if (name === "rtype") return "**Return type**:"
  const typed = /^(v?type) (\S+)$/.exec(name)
  if (typed !== null) return `\`${typed[2]}\` type:`
  const shown = scope.inline(name).replaceAll("**", "")
  return `**${shown.charAt(0).toUpperCase()}${shown.slice(1)}**:`
}

function isOption(lines: readonly string[], start: number): boolean {
  const line = lines[start] ?? ""
  return / {2,}\S/.test(line) || indentOf(lines[start + 1] ?? "") > 1
}

function readOptions(scope: Scope, lines: readonly string[], start: number, first: number, depth: number): number {
  scope.writer.openList()
  let index = start
  let end = start
  while (index < lines.length && OPTION.test(lines[index] ?? "")) {
    const match = OPTION.exec(lines[index] ?? "")
    end = Math.max(index + 1, indentedEnd(lines, index + 1, 1))
    scope.writer.openItem("-")
    scope.writer.term(`\`${match?.[0].trim() ?? ""}\``, { start: first + index, end: first + index })
    scope.body(
      [(lines[index] ?? "").slice(match?.[0].length ?? 0), ...dedent(lines.slice(index + 1, end))],
      first + index,
      depth + 1,
    )
    scope.writer.close()
    index = nextText(lines, end)
  }
  scope.writer.close()
  return end
}

interface Definition {
  readonly terms: readonly string[]
  readonly body: readonly string[]
  /** Index of the first term and of the first line of the body. */
  readonly start: number
  readonly bodyStart: number
}

/**
 * Reads a definition list: when a term is a name, or a definition is long, every term opens an entry; else they are list items.
 *
 * @param isGlossary every term is an entry, and several terms may share a definition.
 */
export function readDefinitions(
  scope: Scope,
  lines: readonly string[],
  start: number,
  place: { first: number; depth: number },
  isGlossary = false,
): BlockEnd {
  const definitions: Definition[] = []
  let end = start
  for (let index = start; isDefinition(lines, index, isGlossary); index = nextText(lines, end)) {
    const termsEnd = endOfTerms(lines, index, isGlossary)
    const terms = lines.slice(index, termsEnd)
    const bodyStart = isGlossary ? nextText(lines, termsEnd) : termsEnd
    end = indentedEnd(lines, bodyStart, 1)
    definitions.push({ terms, body: dedent(lines.slice(bodyStart, end)), start: index, bodyStart })
  }
  if (definitions.length === 0) return undefined
  const isEntry =
    !scope.writer.isNested && (isGlossary || definitions.some((definition) => deservesEntry(scope, definition)))
  for (const definition of definitions) writeDefinition(scope, definition, place, isEntry)
  return end
}

function deservesEntry(scope: Scope, { terms, body }: Definition): boolean {
  if (body.reduce((size, line) => size + line.length, 0) > LONG_DEFINITION_CHARS) return true
  return terms.every((term) => {
    const { text, isCode } = renderPlainMarkup(withoutClassifier(term), scope)
    return isEntryName(text, isCode)
  })
}

function writeDefinition(
  scope: Scope,
  definition: Definition,
  { first, depth }: { first: number; depth: number },
  isEntry: boolean,
): void {
  const { terms, body, start, bodyStart } = definition
  const lines = { start: first + start, end: first + start + terms.length - 1 }
  if (isEntry) {
    scope.writer.beginEntry(
      terms.map((term) => renderPlainMarkup(withoutClassifier(term), scope).text).join(", "),
      lines,
    )
    scope.body(body, first + bodyStart, depth + 1)
    return scope.writer.endEntry()
  }
  scope.writer.openList()
  scope.writer.openItem("-")
  scope.writer.term(terms.map((term) => boldTerm(scope.inline(term))).join(", "), lines)
  scope.body(body, first + bodyStart, depth + 1)
  scope.writer.close()
  scope.writer.close()
}

/** `name : type` of a term: what follows the colon classifies it. */
function withoutClassifier(term: string): string {
  return term.replace(/ : .*$/, "")
}

function boldTerm(term: string): string {
  return /[`*]/.test(term) ? term : `**${term}**`
}

function isDefinition(lines: readonly string[], start: number, isGlossary: boolean): boolean {
  const line = lines[start]
  if (line === undefined || isBlank(line) || indentOf(line) > 0 || /^\.\.(?: |$)|::$|^>>> /.test(line)) return false
  const termsEnd = endOfTerms(lines, start, isGlossary)
  const next = isGlossary ? nextText(lines, termsEnd) : termsEnd
  return !isBlank(lines[next]) && indentOf(lines[next] ?? "") > 0
}

function endOfTerms(lines: readonly string[], start: number, isGlossary: boolean): number {
  let end = start + 1
  if (!isGlossary) return end
  while (!isBlank(lines[end]) && indentOf(lines[end] ?? "") === 0) end++
  return end
}

function nextText(lines: readonly string[], from: number): number {
  let index = from
  while (index < lines.length && isBlank(lines[index])) index++
  return index
}
