import { type CsvDialect, csvRows } from "./csv-rows.ts"
import { readGrid } from "./grid-cells.ts"
import { dedent, indentOf, isBlank, itemLines } from "./lines.ts"
import type { BlockEnd, Scope } from "./scope.ts"
import { type TablePlace, writeTable } from "./table-cells.ts"

const SIMPLE_BORDER = /^=+(?: +=+)+ *$/
const GRID_BORDER = /^\+(?:[-=]+\+)+ *$/
const GRID_RULE = /^[+|][-=+| ]*[-=]{2,}[-=+| ]*[+|]? *$/

/** Reads a grid table (`+---+---+`) or a simple table (`===  ===`) at `start`. */
export function readTable(
  scope: Scope,
  lines: readonly string[],
  start: number,
  place: { first: number; depth: number },
): BlockEnd {
  const line = lines[start] ?? ""
  if (GRID_BORDER.test(line)) return readGridTable(scope, lines, start, place)
  if (SIMPLE_BORDER.test(line)) return readSimpleTable(scope, lines, start, place)
  return undefined
}

function readGridTable(
  scope: Scope,
  lines: readonly string[],
  start: number,
  { first, depth }: { first: number; depth: number },
): BlockEnd {
  let end = start
  while (end < lines.length && /^[+|]/.test(lines[end] ?? "")) end++
  if (end - start < 3) return undefined
  const place = { first: first + start, last: first + end - 1, depth }
  const grid = readGrid(lines.slice(start, end))
  if (grid === undefined) writeLooseGrid(scope, lines.slice(start, end), place)
  else {
    const rows = Array.from({ length: grid.rowCount }, () =>
      Array.from({ length: grid.columnCount }, (): readonly string[] => []),
    )
    for (const cell of grid.cells) rows[cell.row]?.splice(cell.column, 1, dedent(cell.lines))
    writeTable(scope, rows, grid.headerCount, place)
  }
  return end
}

/** A grid table whose borders do not close is read line by line. */
function writeLooseGrid(scope: Scope, lines: readonly string[], place: TablePlace): void {
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
  writeTable(scope, rows, headerCount, place)
}

/** Adds the text between the edges of a line to the cells; where an edge is missing the cell spans it. */
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

function readSimpleTable(
  scope: Scope,
  lines: readonly string[],
  start: number,
  { first, depth }: { first: number; depth: number },
): BlockEnd {
  const borders: number[] = [start]
  let end = start + 1
  for (; end < lines.length; end++) {
    if (!/^=+(?: +=+)* *$/.test(lines[end] ?? "")) continue
    borders.push(end)
    if (borders.length === 3 || isBlank(lines[end + 1])) break
  }
  if (borders.length < 2 || end >= lines.length) return undefined
  const columns = columnStarts(lines[start] ?? "")
  const rows: (readonly string[])[][] = []
  let row: string[] = []
  let headerCount = 0
  const endRow = (starts = columns) => {
    if (row.length > 0) rows.push(simpleRow(row, columns, starts))
    row = []
  }
  for (let index = start + 1; index < end; index++) {
    const line = lines[index] ?? ""
    if (borders.includes(index)) {
      endRow()
      headerCount = rows.length
    } else if (/^-+(?: +-+)* *$/.test(line)) endRow(columnStarts(line))
    else if (isBlank(line)) {
      if (row.length > 0) row.push("")
    } else {
      // A line whose first column is empty goes on with the row above.
      if (!isBlank(line.slice(0, columns[1]))) endRow()
      row.push(line)
    }
  }
  endRow()
  writeTable(scope, rows, headerCount, { first: first + start, last: first + end, depth })
  return end + 1
}

function columnStarts(rule: string): number[] {
  return [...rule.matchAll(/[=-]+/g)].map((match) => match.index)
}

/** @param starts where the cells of this row begin: fewer than the columns when some span several. */
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

/** Reads the body of `.. list-table::`: a list of rows, each a list of cells. */
export function readListTable(scope: Scope, lines: readonly string[], headerCount: number, place: TablePlace): void {
  const rows: { text: string; below: string[]; indent: number }[][] = []
  let column = 0
  for (const line of lines) {
    const row = /^([*+-] +)[*+-](?: +(.*))?$/.exec(line)
    const cell = /^ +[*+-](?: +(.*))?$/.exec(line)
    const begun = (text = "") => ({ text, below: [], indent: text === "" ? column + 2 : line.length - text.length })
    const current = rows.at(-1)
    if (row !== null) {
      column = row[1]?.length ?? 0
      rows.push([begun(row[2])])
    } else if (cell !== null && indentOf(line) === column) current?.push(begun(cell[1]))
    else current?.at(-1)?.below.push(line)
  }
  const cells = rows.map((row) => row.map(({ text, below, indent }) => itemLines(text, below, indent)))
  writeTable(scope, cells, headerCount, place)
}

/** Reads the body of `.. csv-table::`. */
export function readCsvTable(
  scope: Scope,
  lines: readonly string[],
  { header, headerCount, dialect }: { header: string; headerCount: number; dialect: CsvDialect },
  place: TablePlace,
): void {
  const rows = csvRows([header, ...lines].join("\n"), dialect)
  const cells = rows.map((row) => row.map((value) => dedent(value.split("\n"))))
  writeTable(scope, cells, header === "" ? headerCount : 1, place)
}
