/** A cell of a grid table: its first row and column, and its lines. */
export interface GridCell {
  readonly row: number
  readonly column: number
  readonly lines: readonly string[]
}

/** Cells of a grid table. The first `headerCount` rows form the header. */
export interface Grid {
  readonly cells: readonly GridCell[]
  readonly rowCount: number
  readonly columnCount: number
  readonly headerCount: number
}

interface Box {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Characters that are two columns wide. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g
const FILLER = "\u0000"
const HEADER_RULE = /^\+(?:=+\+)+$/
/** Larger tables are parsed line by line. */
const MAX_CELLS = 5_000
const MAX_CHARACTERS = 400_000

/**
 * Finds the cells of a grid table by following their borders, as docutils does, so cells may span rows and columns.
 *
 * @returns undefined if the borders do not close.
 */
export function parseGrid(lines: readonly string[]): Grid | undefined {
  const block = lines.map((line) => line.trimEnd().replace(WIDE, `$&${FILLER}`))
  const width = block[0]?.length ?? 0
  if (block.some((line) => line.length !== width) || block.length * width > MAX_CHARACTERS) return undefined
  const header = block.findIndex((line) => HEADER_RULE.test(line))
  const ruled = block.map((line, index) => (index === header ? line.replaceAll("=", "-") : line))
  const boxes = findBoxes(ruled, width)
  if (boxes === undefined) return undefined
  const tops = [...new Set(boxes.map(({ top }) => top))].sort((one, two) => one - two)
  const lefts = [...new Set(boxes.map(({ left }) => left))].sort((one, two) => one - two)
  return {
    cells: boxes.map((box) => ({
      row: tops.indexOf(box.top),
      column: lefts.indexOf(box.left),
      lines: ruled.slice(box.top + 1, box.bottom).map((line) =>
        line
          .slice(box.left + 1, box.right)
          .replaceAll(FILLER, "")
          .trimEnd(),
      ),
    })),
    rowCount: tops.length,
    columnCount: lefts.length,
    headerCount: Math.max(0, tops.indexOf(header)),
  }
}

function findBoxes(block: readonly string[], width: number): readonly Box[] | undefined {
  const last = block.length - 1
  const boxes: Box[] = []
  const seen = new Set<number>()
  const corners: [top: number, left: number][] = [[0, 0]]
  let area = 0
  for (let next = corners.pop(); next !== undefined; next = corners.pop()) {
    const [top, left] = next
    if (top === last || left === width - 1 || seen.has(top * width + left)) continue
    seen.add(top * width + left)
    const box = boxFrom(block, top, left)
    // Next to a cell that spans rows, some corners do not belong to another cell.
    if (box === undefined) continue
    if (boxes.length === MAX_CELLS) return undefined
    boxes.push(box)
    area += (box.bottom - top) * (box.right - left)
    corners.push([top, box.right], [box.bottom, left])
  }
  // Overlapping boxes would repeat text, and gaps would lose it.
  return area === last * (width - 1) ? boxes : undefined
}

/** Returns the smallest box with a given upper left corner. */
function boxFrom(block: readonly string[], top: number, left: number): Box | undefined {
  const border = block[top] ?? ""
  for (let right = left + 1; right < border.length; right++) {
    const sign = border.charAt(right)
    if (sign === "+") {
      const bottom = bottomOf(block, { top, left, right })
      if (bottom !== undefined) return { top, left, bottom, right }
    } else if (sign !== "-") return undefined
  }
  return undefined
}

function bottomOf(
  block: readonly string[],
  { top, left, right }: { top: number; left: number; right: number },
): number | undefined {
  for (let row = top + 1; row < block.length; row++) {
    const line = block[row] ?? ""
    const isSide = (sign: string) => sign === "|" || sign === "+"
    if (!isSide(line.charAt(left)) || !isSide(line.charAt(right))) return undefined
    if (line.charAt(right) !== "+" || line.charAt(left) !== "+") continue
    if (/^[-+]+$/.test(line.slice(left, right + 1))) return row
  }
  return undefined
}
