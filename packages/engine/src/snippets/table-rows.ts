/** The border between two cells; a pipe inside a cell is escaped. */
const BORDER = / (?<!\\)\| /
/** Marks the end of a cell part that continues in the next row, and its continuation. */
const CUT_END = " […]"
const CUT_START = "[…] "
/** The length of the mark at one end of a cell. */
export const CUT_CELL_CHARACTERS = CUT_END.length

/** Returns the cells of a row of a rendered table. */
export function cellsOf(row: string): string[] {
  return row.replace(/^\| | \|$/g, "").split(BORDER)
}

/** Renders the row of a table. */
export function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`
}

/** Marks the ends of a cell at which it was cut. */
export function markCutCell(text: string, cuts: { readonly before: boolean; readonly after: boolean }): string {
  return `${cuts.before ? CUT_START : ""}${text}${cuts.after ? CUT_END : ""}`
}

/**
 * Joins two parts of one row.
 *
 * @returns undefined if the second row does not continue the first one.
 */
export function joinRows(row: string, rest: string): string | undefined {
  const [cells, further] = [cellsOf(row), cellsOf(rest)]
  const cut = cells.findIndex((cell, at) => cell.endsWith(CUT_END) && further[at]?.startsWith(CUT_START))
  if (cut < 1 || cells.length !== further.length || cells[0] !== further[0]) return undefined
  return rowOf(
    cells.map((cell, at) => {
      const continuation = further[at] ?? ""
      if (at === cut) return `${cell.slice(0, -CUT_END.length)} ${continuation.slice(CUT_START.length)}`
      return cell === "" ? continuation : cell
    }),
  )
}
