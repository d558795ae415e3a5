import { withBoldHeader } from "../../../document/bold-header.ts"
import { flattenBlocks } from "../../../document/flatten-blocks.ts"
import type { Block, LineSpan } from "../../../document/document.ts"
import { writeLabel } from "../../../document/writers/label.ts"
import { codeSpan } from "../../markdown/inline/render-inline.ts"
import { LineCursor } from "./line-cursor.ts"
import { isBlank } from "./lines.ts"
import type { Scope } from "./scope.ts"

/** Location of a table: its lines in the file and its nesting level. */
export interface TableLocation {
  readonly lines: LineSpan
  readonly depth: number
}

/** Cells of a table as lines of reStructuredText. The first `headerCount` rows form the header. */
export interface TableCells {
  readonly rows: readonly (readonly (readonly string[])[])[]
  readonly headerCount: number
}

/** Content of a cell: on one line, and as blocks if it contains more than a sentence. */
interface Cell {
  readonly text: string
  readonly blocks: readonly Block[]
}

/** Marks an empty cell. A blank cell would continue the row above. */
const EMPTY_CELL = /^(?:\.\.|\\)$/

/**
 * Writes a table.
 *
 * If at least half of its rows contain code of several lines, which does not fit into a table, the cells are written one after the other.
 */
export function writeTable(scope: Scope, { rows, headerCount }: TableCells, location: TableLocation): void {
  const cells = rows.map((row) => row.map((lines) => parseCell(scope, lines, location)))
  const { lines } = location
  const body = cells.slice(headerCount)
  const texts = (row: readonly Cell[]) => row.map(({ text }) => text)
  const header = cells.slice(0, headerCount).map(texts)
  const names = header.reduce(
    (above, row) => above.map((name, at) => joinCell(name, row[at] ?? "")),
    header.shift() ?? [],
  )
  const codeRowCount = body.filter((row) => row.some(({ blocks }) => blocks.some(isLongCode))).length
  if (codeRowCount === 0 || codeRowCount * 2 < body.length) return scope.writer.table(names, body.map(texts), lines)
  const written = names.length > 0 ? { header: names, rows: body.map(texts) } : withBoldHeader(body.map(texts))
  for (const row of body.slice(body.length - written.rows.length)) {
    for (const [column, cell] of row.entries()) {
      if (cell.text === "") continue
      const name = written.header[column] ?? ""
      writeLabel(scope.writer, name, lines)
      if (cell.blocks.length === 0) scope.writer.paragraph(cell.text, lines)
      for (const block of cell.blocks) writeBlock(scope, block, lines)
    }
  }
}

function parseCell(scope: Scope, rawLines: readonly string[], location: TableLocation): Cell {
  const lines = rawLines.slice(rawLines.findIndex((line) => !isBlank(line)))
  while (lines.length > 0 && isBlank(lines.at(-1))) lines.pop()
  const verse = lineBlockText(lines)
  if (verse !== undefined) return { text: scope.inline(verse), blocks: [] }
  const [only = ""] = lines
  if (lines.length <= 1 && (EMPTY_CELL.test(only.trim()) || !only.trimStart().startsWith(".. ")))
    return { text: scope.inline(EMPTY_CELL.test(only.trim()) ? "" : withoutBullet(only.trim())), blocks: [] }
  const blocks = scope.blocksOf(new LineCursor(lines, location.lines.start, location.depth + 1))
  const text = flattenBlocks(blocks, ({ code }) =>
    codeSpan(
      code
        .split("\n")
        .map((line) => line.trim())
        .join(" ")
        .trim(),
    ),
  )
  return { text: withoutBullet(text), blocks }
}

/** Returns a cell that is a line block on one line, with a comma for each line break; undefined for other cells. */
function lineBlockText(lines: readonly string[]): string | undefined {
  const isLineBlock = lines.length > 0 && lines.every((line) => /^\s*(?:\|(?: |$)|\S)/.test(line))
  if (!isLineBlock || !/^\s*\| /.test(lines[0] ?? "")) return undefined
  return lines
    .map((line, at) => {
      const text = line.replace(/^\s*\|/, "").trim()
      const isContinued = at === lines.length - 1 || !/^\s*\| *\S/.test(lines[at + 1] ?? "")
      return isContinued || text === "" || /[.,:;!?]$/.test(text) ? text : `${text},`
    })
    .join(" ")
    .trim()
}

function withoutBullet(text: string): string {
  return text.replace(/^[*+-] /, "")
}

function isLongCode(block: Block): boolean {
  return block.kind === "code" && block.code.trim().includes("\n")
}

function writeBlock({ writer }: Scope, block: Block, lines: LineSpan): void {
  switch (block.kind) {
    case "code":
      return writer.code(block.language, block.code, lines, block.title)
    case "table":
      return writer.table(block.header, block.rows, lines)
    case "heading":
      return writeLabel(writer, block.text, lines)
    case "prose":
      return writer.paragraph(block.markdown, lines)
  }
}

function joinCell(above: string, below: string): string {
  return above === "" ? below : below === "" ? above : `${above} ${below}`
}
