import { isEntryName } from "../../../document/entry-name.ts"
import {
  belongsToSentence,
  boldTerm,
  LONG_DEFINITION_CHARS,
  openDefinition,
  openDefinitionList,
} from "../../../document/writers/definition.ts"
import { renderPlainMarkup } from "./inline.ts"
import type { LineCursor } from "./line-cursor.ts"
import { dedent, indentOf, isBlank } from "./lines.ts"
import type { Scope } from "./scope.ts"

interface Definition {
  readonly terms: readonly string[]
  readonly body: readonly string[]
  /** Index of the first term. */
  readonly start: number
  /** Index of the first line of the body. */
  readonly bodyStart: number
}

/**
 * Parses a definition list. If a term is a name or a definition is long, every term opens an entry; otherwise, or if a sentence
 * introduces a short list, the definitions become list items.
 *
 * @param isGlossary true if every term is an entry, and several terms may share a definition.
 */
export function parseDefinitions(scope: Scope, cursor: LineCursor, isGlossary = false): boolean {
  const definitions: Definition[] = []
  let end = cursor.index
  for (let index = end; isDefinition(cursor, index, isGlossary); index = cursor.nextText(end)) {
    const termsEnd = endOfTerms(cursor, index, isGlossary)
    const bodyStart = isGlossary ? cursor.nextText(termsEnd) : termsEnd
    end = cursor.indentedEnd(bodyStart)
    definitions.push({
      terms: cursor.lines.slice(index, termsEnd),
      body: dedent(cursor.lines.slice(bodyStart, end)),
      start: index,
      bodyStart,
    })
  }
  if (definitions.length === 0) return false
  const size = definitions.reduce((sum, { body }) => sum + sizeOf(body), 0)
  const isEntry =
    isGlossary ||
    (!belongsToSentence(scope.writer, size) && definitions.some((definition) => needsEntry(scope, definition)))
  const closeList = isEntry ? undefined : openDefinitionList(scope.writer, size)
  for (const { terms, body, start, bodyStart } of definitions) {
    const close = openDefinition(scope.writer, {
      name: terms.map((term) => renderPlainMarkup(withoutClassifier(term), scope).text).join(", "),
      term: terms.map((term) => boldTerm(scope.inline(term))).join(", "),
      lines: cursor.span(start, start + terms.length),
      isEntry,
    })
    scope.body(cursor.nested(body, bodyStart))
    close()
  }
  closeList?.()
  cursor.index = end
  return true
}

function needsEntry(scope: Scope, { terms, body }: Definition): boolean {
  if (sizeOf(body) > LONG_DEFINITION_CHARS) return true
  return terms.every((term) => {
    const { text, isCode } = renderPlainMarkup(withoutClassifier(term), scope)
    return isEntryName(text, isCode)
  })
}

function sizeOf(body: readonly string[]): number {
  return body.reduce((size, line) => size + line.length, 0)
}

/** Removes the classifier of a term, such as `type` in `name : type`. */
function withoutClassifier(term: string): string {
  return term.replace(/ : .*$/, "")
}

function isDefinition(cursor: LineCursor, start: number, isGlossary: boolean): boolean {
  const line = cursor.lineAt(start)
  if (isBlank(line) || indentOf(line) > 0 || /^\.\.(?: |$)|::$|^>>> /.test(line)) return false
  const termsEnd = endOfTerms(cursor, start, isGlossary)
  const next = cursor.lineAt(isGlossary ? cursor.nextText(termsEnd) : termsEnd)
  return !isBlank(next) && indentOf(next) > 0
}

function endOfTerms(cursor: LineCursor, start: number, isGlossary: boolean): number {
  let end = start + 1
  if (!isGlossary) return end
  while (!isBlank(cursor.lineAt(end)) && indentOf(cursor.lineAt(end)) === 0) end++
  return end
}
