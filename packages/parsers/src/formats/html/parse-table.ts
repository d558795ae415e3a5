import { childElements, classesOf, elementsOf, rawTextOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"
import { codeSpan, inlineText } from "./inline-text.ts"
import { isBoilerplate } from "./boilerplate.ts"

/** Cells as Markdown of one line each. */
export interface HtmlTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Maximum number of columns or rows that a cell may span. */
const MAX_SPAN = 50
/** Maximum number of cells in a table; a larger table is data. */
const MAX_CELLS = 50_000
/** Tables that highlighters use to number lines. */
const CODE_TABLE = /^(?:highlighttable|rouge-table|lntable|hljs-ln|syntaxhighlighter|codetable|code-table)$/

/** Returns true if a table is only used for layout: then its cells are written one after the other. */
export function isLayoutTable(table: HtmlElement): boolean {
  const role = table.attributes["role"]
  if (role === "presentation" || role === "none" || classesOf(table).some((word) => CODE_TABLE.test(word))) return true
  let hasHeaderCell = false
  let hasPre = false
  let cellCount = 0
  for (const element of elementsOf(table)) {
    if (/^(?:h[1-6]|table|form|article)$/.test(element.name)) return true
    hasHeaderCell ||= element.name === "th"
    hasPre ||= element.name === "pre"
    if (element.name === "td") cellCount++
  }
  return !hasHeaderCell && (hasPre || cellCount === 1)
}

/** Parses a table; the text of a cell that spans rows or columns is repeated in each of its rows. */
export function parseTable(table: HtmlElement, dropped: readonly string[]): HtmlTable {
  const rows: string[][] = []
  let header: readonly string[] = []
  /** Text that a cell of an earlier row repeats in a column, and for how many rows. */
  const pending = new Map<number, { readonly text: string; rows: number }>()
  let cells = 0
  const headRows = new Set(
    childElements(table)
      .filter(({ name }) => name === "thead")
      .flatMap(childElements),
  )
  for (const row of rowsOf(table)) {
    const line: string[] = []
    const takeSpanned = (): void => {
      for (let span = pending.get(line.length); span !== undefined; span = pending.get(line.length)) {
        if (--span.rows <= 0) pending.delete(line.length)
        line.push(span.text)
      }
    }
    const own = row.children.filter((child) => child.kind === "element" && /^t[dh]$/.test(child.name))
    for (const cell of own) {
      if (cell.kind === "text" || ++cells > MAX_CELLS || isBoilerplate(cell, dropped)) continue
      takeSpanned()
      const text = cellText(cell, dropped)
      const down = spanOf(cell.attributes["rowspan"])
      if (down > 1) pending.set(line.length, { text, rows: down - 1 })
      line.push(text, ...Array.from({ length: spanOf(cell.attributes["colspan"]) - 1 }, () => ""))
    }
    takeSpanned()
    const isHeader =
      own.length > 0 && (headRows.has(row) || own.every((cell) => cell.kind === "element" && cell.name === "th"))
    if (isHeader && header.length === 0 && rows.length === 0) header = line
    else rows.push(line)
  }
  return { header, rows }
}

/** A parameter of a function in the pages of Doxygen, as Markdown. */
export interface TableParameter {
  readonly name: string
  /** `[in]`, `[out]` or `[in,out]`; empty if it is not documented. */
  readonly direction: string
  readonly description: string
}

/** Returns the rows of a table of Doxygen that describes parameters, return values or exceptions; empty for all other tables. */
export function parametersOf(table: HtmlElement, dropped: readonly string[]): readonly TableParameter[] {
  const parameters: TableParameter[] = []
  for (const row of rowsOf(table)) {
    const cells = childElements(row)
    const name = cells.find((cell) => classesOf(cell).includes("paramname"))
    const description = cells.at(-1)
    if (name === undefined || description === undefined) return []
    const direction = cells.find((cell) => classesOf(cell).includes("paramdir"))
    parameters.push({
      name: cellText(name, dropped),
      direction: direction === undefined ? "" : cellText(direction, dropped),
      description: description === name ? "" : cellText(description, dropped),
    })
  }
  return parameters
}

/** Returns the text of a cell as Markdown on one line. */
export function cellText(cell: HtmlElement, dropped: readonly string[]): string {
  const parts: string[] = []
  let run: HtmlElement["children"] = []
  const endRun = (): void => {
    const text = inlineText(run, dropped).replaceAll("\n", " ").trim()
    if (text !== "") parts.push(text)
    run = []
  }
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      const isBlock =
        child.kind === "element" && /^(?:p|div|ul|ol|li|dl|dt|dd|pre|blockquote|section)$/.test(child.name)
      if (!isBlock) run.push(child)
      else {
        endRun()
        if (isBoilerplate(child, dropped)) continue
        if (child.name === "pre") parts.push(codeSpan(rawTextOf(child)))
        else visit(child)
        endRun()
      }
    }
  }
  visit(cell)
  endRun()
  return parts.filter((part) => part !== "").join(" ")
}

function* rowsOf(table: HtmlElement): Generator<HtmlElement> {
  for (const element of elementsOf(table)) if (element.name === "tr") yield element
}

function spanOf(text: string | undefined): number {
  const count = Number(text ?? 1)
  return Number.isInteger(count) ? Math.min(MAX_SPAN, Math.max(1, count)) : 1
}
