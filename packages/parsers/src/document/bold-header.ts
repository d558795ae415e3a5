const BOLD_CELL = /^\*\*([^*]+)\*\*$/

type Row = readonly string[]

/**
 * Writers of tables without a header row often put its names in bold into the first row.
 *
 * @param rows cells as Markdown.
 * @returns the first row as the header, without its bold marks, when it alone has only cells in bold, at least two; else no header.
 */
export function withBoldHeader(rows: readonly Row[]): { header: Row; rows: readonly Row[] } {
  const [first = [], second = []] = rows
  if (first.length < 2 || !isBold(first) || rows.length < 2 || isBold(second)) return { header: [], rows }
  return { header: first.map((cell) => cell.replace(BOLD_CELL, "$1")), rows: rows.slice(1) }
}

function isBold(row: Row): boolean {
  return row.every((cell) => BOLD_CELL.test(cell))
}
