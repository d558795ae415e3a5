import { indentedEnd, indentOf, isBlank } from "./lines.ts"
import type { BlockEnd, Scope } from "./scope.ts"

const SIMPLE_BORDER = /^=+(?: +=+)+ *$/
const GRID_BORDER = /^\+(?:[-=]+\+)+ *$/
const GRID_RULE = /^[+|][-=+| ]*[-=]{2,}[-=+| ]*[+|]? *$/

/** Reads a grid table (`+---+---+`) or a simple table (`===  ===`) at `start`. */
export function readTable(scope: Scope, lines: readonly string[], start: number, first: number): BlockEnd {
  const line = lines[start] ?? ""
  if (GRID_BORDER.test(line)) return readGridTable(scope, lines, start, first)
  if (SIMPLE_BORDER.test(line)) return readSimpleTable(scope, lines, start, first)
  return undefined
}

function readGridTable(scope: Scope, lines: readonly string[], start: number, first: number): BlockEnd {
  let end = start
  while (end < lines.length && /^[+|]/.test(lines[end] ?? "")) end++
  if (end - start < 3) return undefined
  const border = (lines[start] ?? "").trimEnd()
  const edges: number[] = []
  for (let at = 0; at < border.length; at++) if (border.charAt(at) === "+") edges.push(at)
  const rows: string[][] = []
  let row: string[] = []
  let headerCount = 0
  for (const line of lines.slice(start + 1, end)) {
    if (!GRID_RULE.test(line) || !line.startsWith("+")) addGridLine(row, line, edges)
    else {
      if (row.some((cell) => cell !== "")) rows.push(row)
      row = []
      if (line.includes("=")) headerCount = rows.length
    }
  }
  if (row.some((cell) => cell !== "")) rows.push(row)
  writeTable(scope, rows, headerCount, { start: first + start, end: first + end - 1 })
  return end
}

/** Adds the text between the edges of a line to the cells; where an edge is missing the cell spans it. */
function addGridLine(row: string[], line: string, edges: readonly number[]): void {
  let from = 0
  for (let column = 1; column < edges.length; column++) {
    const edge = edges[column] ?? 0
    const sign = line.charAt(edge)
    if (sign !== "|" && sign !== "+" && column < edges.length - 1) continue
    const text = line
      .slice((edges[from] ?? 0) + 1, sign === "|" || sign === "+" ? edge : undefined)
      .replace(/\|\s*$/, "")
      .trim()
    while (row.length <= from) row.push("")
    row[from] = joinCell(row[from] ?? "", /^[-=+]+$/.test(text) ? "" : text)
    from = column
  }
  while (row.length < edges.length - 1) row.push("")
}

function readSimpleTable(scope: Scope, lines: readonly string[], start: number, first: number): BlockEnd {
  const borders: number[] = [start]
  let end = start + 1
  for (; end < lines.length; end++) {
    if (!/^=+(?: +=+)* *$/.test(lines[end] ?? "")) continue
    borders.push(end)
    if (borders.length === 3 || isBlank(lines[end + 1])) break
  }
  if (borders.length < 2 || end >= lines.length) return undefined
  const columns = [...(lines[start] ?? "").matchAll(/=+/g)].map((match) => match.index)
  const rows: string[][] = []
  let headerCount = 0
  for (let index = start + 1; index < end; index++) {
    const line = lines[index] ?? ""
    if (borders.includes(index)) headerCount = rows.length
    else if (!isBlank(line) && !/^-+(?: +-+)* *$/.test(line))
      addSimpleLine(rows, line, columns, rows.length === headerCount)
  }
  writeTable(scope, rows, headerCount, { start: first + start, end: first + end })
  return end + 1
}

/** A line whose first column is empty goes on with the row above. */
function addSimpleLine(rows: string[][], line: string, columns: readonly number[], isNewRow: boolean): void {
  const cells = columns.map((from, index) =>
    line.slice(from, index === columns.length - 1 ? undefined : columns[index + 1]).trim(),
  )
  const last = rows.at(-1)
  if (cells[0] === "" && last !== undefined && !isNewRow)
    for (const [index, cell] of cells.entries()) last[index] = joinCell(last[index] ?? "", cell)
  else rows.push(cells)
}

/** Reads the body of `.. list-table::`: a list of rows, each a list of cells. */
export function readListTable(scope: Scope, lines: readonly string[], headerCount: number, first: number): void {
  const rows: string[][][] = []
  let column = 0
  for (const line of lines) {
    const row = /^([*+-] +)[*+-](?: +(.*))?$/.exec(line)
    const cell = /^ +[*+-](?: +(.*))?$/.exec(line)
    const current = rows.at(-1)
    if (row !== null) {
      column = row[1]?.length ?? 0
      rows.push([[row[2] ?? ""]])
    } else if (cell !== null && indentOf(line) === column) current?.push([cell[1] ?? ""])
    else current?.at(-1)?.push(line)
  }
  const text = rows.map((row) => row.map(cellText))
  writeTable(scope, text, headerCount, { start: first, end: first + lines.length - 1 })
}

/** Joins the lines of a cell; what stands indented after `::` is code. */
function cellText(lines: readonly string[]): string {
  let text = lines[0]?.trim() ?? ""
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] ?? ""
    const end = text.endsWith("::") ? indentedEnd(lines, at, indentOf(line)) : at
    if (isBlank(line)) continue
    if (end === at || indentOf(line) === 0) text = joinCell(text, line.trim())
    else {
      const code = lines.slice(at, end).map((part) => part.trim())
      text = joinCell(
        text.replace(/\s*::$/, text === "::" ? "" : ":").trim(),
        `\`\`${code.filter(Boolean).join(" ")}\`\``,
      )
      at = end - 1
    }
  }
  return text
}

/** Reads the body of `.. csv-table::`. */
export function readCsvTable(
  scope: Scope,
  lines: readonly string[],
  header: string,
  headerCount: number,
  first: number,
): void {
  const rows = lines.filter((line) => !isBlank(line)).map(splitCsv)
  const all = header === "" ? rows : [splitCsv(header), ...rows]
  writeTable(scope, all, header === "" ? headerCount : 1, { start: first, end: first + lines.length - 1 })
}

function splitCsv(line: string): string[] {
  return [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)]
    .slice(0, -1)
    .map((match) => (match[1]?.replaceAll('""', '"') ?? match[2] ?? "").trim())
}

/** What stands in a cell so that its row begins although it is empty. */
const EMPTY_CELL = /^(?:\.\.|\\)$/

function writeTable(
  scope: Scope,
  rows: readonly (readonly string[])[],
  headerCount: number,
  lines: { start: number; end: number },
): void {
  const cells = rows.map((row) =>
    row.map((cell) =>
      scope
        .inline(EMPTY_CELL.test(cell) ? "" : cell)
        .replace(/^[*+-] /, "")
        .replace(/(?<!\\)\|/g, "\\|"),
    ),
  )
  const header =
    headerCount === 0
      ? []
      : cells.slice(0, headerCount).reduce((above, row) => above.map((cell, index) => joinCell(cell, row[index] ?? "")))
  scope.writer.table(header, cells.slice(headerCount), lines)
}

function joinCell(above: string, below: string): string {
  return above === "" ? below : below === "" ? above : `${above} ${below}`
}
