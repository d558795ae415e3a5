import { oneLine } from "./join-lines.ts"
const BOLD_CELL = /^\*\*([^*]+)\*\*$/

type Row = readonly string[]

/**
 * Uses the first row of a table without a header row as its header if it is bold, because authors often write headers in this way.
 *
 * @param rows cells as Markdown.
 * @returns the first row without its bold markup as the header if it has at least two cells, all of them bold, and the second row is not
 *   bold; otherwise no header.
 */
export function withBoldHeader(rows: readonly Row[]): { header: Row; rows: readonly Row[] } {
  const [first = [], second = []] = rows
  if (first.length < 2 || !isBold(first) || rows.length < 2 || isBold(second)) return { header: [], rows }
  return { header: first.map((cell) => cell.replace(BOLD_CELL, "$1")), rows: rows.slice(1) }
}

function isBold(row: Row): boolean {
  return row.every((cell) => BOLD_CELL.test(cell))
}

/** Escapes pipes in a line of Markdown, so that none ends a table cell. */
export function tableCell(markdown: string): string {
  return oneLine(markdown).replace(/(?<!\\)\|/g, "\\|")
}
