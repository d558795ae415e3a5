import { cellsOf, CUT_CELL_CHARACTERS, markCutCell, rowOf } from "./table-rows.ts"
import { packParts, splitHard, splitProse } from "./split-prose.ts"

/** Shorter room leaves too little of a cell to read. */
const MIN_CELL_CHARACTERS = 40

/**
 * Splits a rendered table by rows; every part repeats the header. A row that is too long becomes several rows with parts of its longest
 * cell.
 *
 * @returns parts in order, each at most about `maxCharacters` long.
 */
export function splitTable(text: string, maxCharacters: number): string[] {
  const lines = text.split("\n")
  const hasHeader = /^\|(?:-\|)+$/.test(lines[1] ?? "")
  const head = hasHeader ? `${lines.slice(0, 2).join("\n")}\n` : ""
  const isRepeated = head.length <= maxCharacters / 2
  const room = isRepeated ? maxCharacters - head.length : maxCharacters
  const rows = lines.slice(isRepeated && hasHeader ? 2 : 0).flatMap((row) => splitRow(row, room))
  return packParts(rows, "\n", room).map((part) => (isRepeated ? head + part : part))
}

/**
 * Splits a row inside its longest cell, where `[…]` marks the cut. Each part repeats the first cell, and the other cells too if they are
 * short.
 */
function splitRow(row: string, room: number): string[] {
  if (row.length <= room) return [row]
  const cells = cellsOf(row)
  const first = cells[0] ?? ""
  const longest = indexOfLongest(cells)
  const others = cells.map((cell, at) => (at === longest ? "" : cell))
  const blank = cells.map((_, at) => (at === 0 ? first : ""))
  if (longest === 0 || rowOf(blank).length > room - MIN_CELL_CHARACTERS - 2 * CUT_CELL_CHARACTERS)
    return splitHard(row, room)
  const isShort = rowOf(others).length <= room / 2
  const kept = isShort ? others : blank
  const texts = splitProse(cells[longest] ?? "", room - rowOf(kept).length - 2 * CUT_CELL_CHARACTERS)
  const parts = texts.map((text, number) => {
    const marked = markCutCell(text, { before: number > 0, after: number < texts.length - 1 })
    return rowOf(kept.map((cell, at) => (at === longest ? marked : cell)))
  })
  return isShort ? parts : [...parts, ...splitRow(rowOf(others), room)]
}

/** Returns the column of the longest cell after the first one, or 0 if all of them are empty. */
function indexOfLongest(cells: readonly string[]): number {
  let longest = 0
  for (const [at, cell] of cells.entries()) {
    if (at > 0 && cell !== "" && (longest === 0 || cell.length > (cells[longest]?.length ?? 0))) longest = at
  }
  return longest
}
