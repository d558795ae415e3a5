import { formulaAt } from "../../document/formula.ts"
import { FenceTracker } from "../../generators/includes/fences.ts"

const IMPORT = /^[ \t]*import\s[^'"\n]{0,1000}["'][^'"\n]{1,1000}["'];?\s*$/
const HEADING_ID = /^(#{1,6}\s[^\n]*?)\s*\{#([\w:.-]+)\}\s*$/

/** A line that holds nothing but the dollars around a formula. */
const DOLLARS = /^([ \t>]*)\$\$[ \t]*$/
const CODE_OR_DOLLAR = /(`+)[^`]*\1|\\.|\$/g
const PUNCTUATION = /[!-/:-@[-`{-~]/g

/**
 * Makes of a page what MDX reads, as Docusaurus does: ids of headings and comments of HTML in the form of MDX, formulas as
 * code or with every sign escaped. Imports are dropped: they show nothing, and pages that were put together have some
 * twice, which MDX refuses. Lines stay lines.
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
    return escapeFormulas(line.replace(HEADING_ID, "$1 {/* #$2 */}"))
  })
  // A comment that never ends is text.
  return isComment ? text : lines.join("\n")
}

/** Formulas on lines of their own become code. When one of them never ends, none does. */
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
