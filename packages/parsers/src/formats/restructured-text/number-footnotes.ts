import { directiveKindOf } from "./directives/directive-kinds.ts"
import { indentOf, isBlank } from "./blocks/lines.ts"

const DEFINITION = /^\.\. \[(?:#([\w.-]*)|(\d{1,4}))\](?= |$)/
/** A literal, which is kept, or a reference to a footnote without a number: `[#]_`, `[#koi]_`. */
const LITERAL_OR_REFERENCE = /``(?:[^`]|`(?!`))+``|\[#([\w.-]*)\]_(?!\w)/g
const DIRECTIVE = /^\s*\.\. ([a-zA-Z][\w:+.-]*)::/

/**
 * Gives the footnotes of a page that have no number the numbers that docutils gives them, in the order of their definitions: `[#]_` becomes
 * `[1]_`. Footnotes inside other blocks and text in code are kept.
 */
export function numberFootnotes(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.startsWith(".. [#"))) return lines
  const { byLabel, unlabelled, numberOfLine } = numbersOf(lines)
  let next = 0
  let literalIndent = -1
  return lines.map((line, at) => {
    if (!isBlank(line) && indentOf(line) <= literalIndent) literalIndent = -1
    const isLiteral = literalIndent >= 0
    if (!isLiteral && opensLiteral(line)) literalIndent = indentOf(line)
    const own = numberOfLine.get(at)
    const numbered = own === undefined ? line : line.replace(/\[#[\w.-]*\]/, `[${own}]`)
    if (isLiteral || !numbered.includes("[#")) return numbered
    return numbered.replace(LITERAL_OR_REFERENCE, (whole, label: string | undefined) => {
      const number = label === undefined ? undefined : label === "" ? unlabelled[next++] : byLabel.get(label)
      return number === undefined ? whole : `[${number}]_`
    })
  })
}

interface FootnoteNumbers {
  readonly byLabel: ReadonlyMap<string, number>
  /** Numbers of the footnotes without a label, in their order. */
  readonly unlabelled: readonly number[]
  readonly numberOfLine: ReadonlyMap<number, number>
}

function numbersOf(lines: readonly string[]): FootnoteNumbers {
  const definitions = lines.map((line) => DEFINITION.exec(line))
  const taken = new Set(definitions.map((match) => Number(match?.[2] ?? 0)))
  const byLabel = new Map<string, number>()
  const unlabelled: number[] = []
  const numberOfLine = new Map<number, number>()
  let number = 0
  for (const [at, match] of definitions.entries()) {
    const label = match?.[1]
    if (label === undefined) continue
    do number++
    while (taken.has(number))
    numberOfLine.set(at, number)
    if (label === "") unlabelled.push(number)
    else byLabel.set(label, number)
  }
  return { byLabel, unlabelled, numberOfLine }
}

/** Returns true for a line whose indented lines are code. */
function opensLiteral(line: string): boolean {
  const directive = DIRECTIVE.exec(line)?.[1]
  return directive === undefined ? line.trimEnd().endsWith("::") : directiveKindOf(directive) === "code"
}
