import { type CsvDialect, csvRows } from "./csv-rows.ts"
import { parseGrid } from "./grid-cells.ts"
import type { LineCursor } from "./line-cursor.ts"
import { dedent, indentOf, isBlank, itemLines } from "./lines.ts"
import type { Scope } from "./scope.ts"
import { type TableCells, type TableLocation, writeTable } from "./table-cells.ts"

const SIMPLE_BORDER = /^=+(?: +=+)+ *$/
const GRID_BORDER = /^\+(?:[-=]+\+)+ *$/
const GRID_RULE = /^[+|](?=[^\n]*?[-=]{2})[-=+| ]*$/

/** Parses a grid table (`+---+---+`) or a simple table (`===  ===`) at the cursor. */
export function parseTable(scope: Scope, cursor: LineCursor): boolean {
  if (GRID_BORDER.test(cursor.line)) return parseGridTable(scope, cursor)
  if (SIMPLE_BORDER.test(cursor.line)) return parseSimpleTable(scope, cursor)
  return false
}

function parseGridTable(scope: Scope, cursor: LineCursor): boolean {
  let end = cursor.index
  while (/^[+|]/.test(cursor.lineAt(end))) end++
  if (end - cursor.index < 3) return false
  const lines = cursor.lines.slice(cursor.index, end)
  const location = { lines: cursor.spanTo(end), depth: cursor.depth }
  const grid = parseGrid(lines)
  if (grid === undefined) writeLooseGrid(scope, lines, location)
  else {
    const rows = Array.from({ length: grid.rowCount }, () =>
      Array.from({ length: grid.columnCount }, (): readonly string[] => []),
    )
    for (const cell of grid.cells) rows[cell.row]?.splice(cell.column, 1, dedent(cell.lines))
    writeTable(scope, { rows, headerCount: grid.headerCount }, location)
  }
  cursor.index = end
  return true
}

/** Parses a grid table whose borders do not close line by line. */
function writeLooseGrid(scope: Scope, lines: readonly string[], location: TableLocation): void {
  const border = (lines[0] ?? "").trimEnd()
  const edges: number[] = []
  for (let at = 0; at < border.length; at++) if (border.charAt(at) === "+") edges.push(at)
  const rows: string[][][] = []
  let row: string[][] = []
  let headerCount = 0
  for (const line of lines.slice(1)) {
    if (!GRID_RULE.test(line) || !line.startsWith("+")) addGridLine(row, line, edges)
    else {
      if (row.some((cell) => cell.length > 0)) rows.push(row)
      row = []
      if (line.includes("=")) headerCount = rows.length
    }
  }
  if (row.some((cell) => cell.length > 0)) rows.push(row)
  writeTable(scope, { rows, headerCount }, location)
}

/** Adds the text between the edges of a line to the cells. A cell spans every missing edge. */
function addGridLine(row: string[][], line: string, edges: readonly number[]): void {
  while (row.length < edges.length - 1) row.push([])
  let from = 0
  for (let column = 1; column < edges.length; column++) {
    const edge = edges[column] ?? 0
    const sign = line.charAt(edge)
    if (sign !== "|" && sign !== "+" && column < edges.length - 1) continue
    const text = line
      .slice((edges[from] ?? 0) + 1, sign === "|" || sign === "+" ? edge : undefined)
      .replace(/\|\s*$/, "")
      .trim()
    if (text !== "" && !/^[-=+]+$/.test(text)) row[from]?.push(text)
    from = column
  }
}

function parseSimpleTable(scope: Scope, cursor: LineCursor): boolean {
  const borders = bordersOf(cursor)
  const end = borders.at(-1)
  if (end === undefined || borders.length < 2) return false
  writeTable(scope, simpleRows(cursor, borders), { lines: cursor.spanTo(end + 1), depth: cursor.depth })
  cursor.index = end + 1
  return true
}

/** Returns the indexes of the borders of a simple table: above it, below its header, below it. Empty if the table is not closed. */
function bordersOf(cursor: LineCursor): readonly number[] {
  const borders = [cursor.index]
  for (let index = cursor.index + 1; index < cursor.lines.length; index++) {
    if (!/^=+(?: +=+)* *$/.test(cursor.lineAt(index))) continue
    borders.push(index)
    if (borders.length === 3 || isBlank(cursor.lineAt(index + 1))) return borders
  }
  return []
}

function simpleRows(cursor: LineCursor, borders: readonly number[]): TableCells {
  const columns = columnStarts(cursor.line)
  const rows: (readonly string[])[][] = []
  let row: string[] = []
  let headerCount = 0
  const endRow = (starts = columns) => {
    if (row.length > 0) rows.push(simpleRow(row, columns, starts))
    row = []
  }
  for (let index = cursor.index + 1; index < (borders.at(-1) ?? 0); index++) {
    const line = cursor.lineAt(index)
    if (borders.includes(index)) {
      endRow()
      headerCount = rows.length
    } else if (/^-+(?: +-+)* *$/.test(line)) endRow(columnStarts(line))
    else if (isBlank(line)) {
      if (row.length > 0) row.push("")
    } else {
      // A line whose first column is empty continues the row above.
      if (!isBlank(line.slice(0, columns[1]))) endRow()
      row.push(line)
    }
  }
  endRow()
  return { rows, headerCount }
}

function columnStarts(rule: string): number[] {
  return [...rule.matchAll(/[=-]+/g)].map((match) => match.index)
}

/** @param starts columns in which the cells of this row start; fewer than all columns if some cells span several. */
function simpleRow(lines: readonly string[], columns: readonly number[], starts: readonly number[]): string[][] {
  const row = columns.map((): string[] => [])
  for (const [index, from] of starts.entries()) {
    const column = Math.max(
      0,
      columns.findLastIndex((edge) => edge <= from),
    )
    row[column] = dedent(lines.map((line) => line.slice(from, starts[index + 1])))
  }
  return row
}

/** Writes the body of `.. list-table::`, a list of rows, each of which is a list of cells. */
export function writeListTable(
  scope: Scope,
  lines: readonly string[],
  headerCount: number,
  location: TableLocation,
): void {
  const rows: { text: string; below: string[]; indent: number }[][] = []
  let column = 0
  for (const line of lines) {
    const row = /^([*+-] +)[*+-](?: +(.*))?$/.exec(line)
    const cell = /^ +[*+-](?: +(.*))?$/.exec(line)
    const startCell = (text = "") => ({ text, below: [], indent: text === "" ? column + 2 : line.length - text.length })
    const current = rows.at(-1)
    if (row !== null) {
      column = row[1]?.length ?? 0
      rows.push([startCell(row[2])])
    } else if (cell !== null && indentOf(line) === column) current?.push(startCell(cell[1]))
    else current?.at(-1)?.below.push(line)
  }
  const cells = rows.map((row) => row.map(({ text, below, indent }) => itemLines(text, below, indent)))
  writeTable(scope, { rows: cells, headerCount }, location)
}

/** Writes the body of `.. csv-table::`. */
export function writeCsvTable(
  scope: Scope,
  lines: readonly string[],
  { header, headerCount, dialect }: { header: string; headerCount: number; dialect: CsvDialect },
  location: TableLocation,
): void {
  const rows = csvRows([header, ...lines].join("\n"), dialect)
  const cells = rows.map((row) => row.map((value) => dedent(value.split("\n"))))
  writeTable(scope, { rows: cells, headerCount: header === "" ? headerCount : 1 }, location)
}
