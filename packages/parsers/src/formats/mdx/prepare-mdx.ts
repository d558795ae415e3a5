import { formulaAt } from "../../document/formula.ts"
import { kindInBrackets } from "../markdown/marker-rules.ts"
import { FenceTracker } from "../../document/fences.ts"

const IMPORT = /^[ \t]*import\s[^'"\n]{0,1000}["'][^'"\n]{1,1000}["'];?\s*$/
const HEADING_ID = /^(#{1,6}\s[^\n]*?)\s*\{#([\w:.-]+)\}\s*$/

/** A line that contains only the dollar signs around a formula. */
const DOLLARS = /^([ \t>]*)\$\$[ \t]*$/
const CODE_OR_DOLLAR = /(`+)[^`]*\1|\\.|\$/g
const PUNCTUATION = /[!-/:-@[-`{-~]/g

/**
 * Converts a page to valid MDX as Docusaurus does: heading ids and HTML comments become MDX, and formulas become code or are fully escaped.
 * Imports are dropped: they show nothing, and merged pages repeat some of them, which MDX rejects. The number of lines does not change.
 */
export function prepareMdx(text: string): string {
  const fences = new FenceTracker()
  let isComment = false
  const lines = fenceFormulas(text.split("\n")).map((line) => {
    if (isComment) {
      isComment = !line.includes("-->")
      return isComment ? "" : line.slice(line.indexOf("-->") + 3)
    }
    const wasInside = fences.isInside
    fences.next(line)
    if (wasInside || fences.isInside) return line
    if (IMPORT.test(line)) return ""
    if (line.trimStart().startsWith("<!--")) {
      const end = line.indexOf("-->")
      isComment = end < 0
      return isComment ? "" : line.slice(end + 3)
    }
    const kind = kindInBrackets(line)
    if (kind !== undefined) return line.replace(`[${kind}]`, kind)
    return escapeFormulas(line.replace(HEADING_ID, "$1 {/* #$2 */}"))
  })
  // An unclosed comment is text.
  return isComment ? text : lines.join("\n")
}

/** Converts formulas on separate lines to code, unless one of them is unclosed. */
function fenceFormulas(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => DOLLARS.test(line))) return lines
  const fences = new FenceTracker()
  let isFormula = false
  const fenced = lines.map((line) => {
    const wasInside = fences.isInside
    if (!isFormula) fences.next(line)
    if (wasInside || fences.isInside || !DOLLARS.test(line)) return line
    isFormula = !isFormula
    return line.replace(DOLLARS, isFormula ? "$1```math" : "$1```")
  })
  return isFormula ? lines : fenced
}

function escapeFormulas(line: string): string {
  if (!line.includes("$")) return line
  let escaped = ""
  let from = 0
  for (const match of line.matchAll(CODE_OR_DOLLAR)) {
    if (match[0] !== "$" || match.index < from) continue
    const formula = formulaAt(line, match.index)
    if (formula === undefined) continue
    escaped += line.slice(from, match.index) + formula.replace(PUNCTUATION, "\\$&")
    from = match.index + formula.length
  }
  return escaped + line.slice(from)
}
