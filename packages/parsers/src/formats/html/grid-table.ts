import { childElements, classesOf } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"
import { isBoilerplate } from "./boilerplate.ts"
import { cellText, type HtmlTable } from "./parse-table.ts"

const COLUMNS: Readonly<Record<string, number>> = {
  "two-column-summary": 2,
  "three-column-summary": 3,
  "four-column-summary": 4,
}

/** Returns the number of columns of a table that Javadoc writes as a grid of `div` elements; undefined for other elements. */
export function gridColumnsOf(element: HtmlElement): number | undefined {
  const classes = classesOf(element)
  return classes.includes("summary-table") ? classes.map((word) => COLUMNS[word]).find(Boolean) : undefined
}

/** Parses such a table: its cells are in row order, header first. */
export function parseGrid(grid: HtmlElement, columns: number, dropped: readonly string[]): HtmlTable {
  const cells = childElements(grid).filter((cell) => !isBoilerplate(cell, dropped))
  const isHeader = (cell: HtmlElement | undefined) =>
    cell !== undefined && classesOf(cell).some((word) => word === "table-header")
  const rows: (readonly string[])[] = []
  for (let at = 0; at < cells.length; at += columns) {
    rows.push(cells.slice(at, at + columns).map((cell) => cellText(cell, dropped)))
  }
  const hasHeader = isHeader(cells[0])
  return { header: hasHeader ? (rows[0] ?? []) : [], rows: hasHeader ? rows.slice(1) : rows }
}
