/** A run of text on a page, in points from the lower left corner. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fixedPitch?: boolean
}

/** Runs whose baselines are this near stand on one line. */
const SAME_LINE_POINTS = 2

/**
 * Gives lines of code the indentation back that they have on the page.
 *
 * @param markdown of one page; only what stands between fences is changed.
 * @param texts the runs of the same page.
 */
export function restoreIndents(markdown: string, texts: readonly PlacedText[]): string {
  const linesByText = new Map<string, string[]>()
  for (const line of linesOfCode(texts)) {
    const key = squeeze(line)
    linesByText.set(key, [...(linesByText.get(key) ?? []), line])
  }
  let isCode = false
  const lines = markdown.split("\n").map((line) => {
    if (line.startsWith("```")) isCode = !isCode
    else if (isCode) return linesByText.get(squeeze(line))?.shift() ?? line
    return line
  })
  return lines.join("\n")
}

/** Puts the fixed-pitch runs of a page on a grid of characters. */
function linesOfCode(texts: readonly PlacedText[]): string[] {
  const runs = texts.filter(({ fixedPitch, text, width }) => fixedPitch === true && text !== "" && width > 0)
  const left = Math.min(...runs.map(({ x }) => x))
  const rows: PlacedText[][] = []
  for (const run of runs) {
    const row = rows.at(-1)
    if (row?.[0] !== undefined && Math.abs(row[0].y - run.y) <= SAME_LINE_POINTS) row.push(run)
    else rows.push([run])
  }
  return rows.map((row) =>
    row
      .toSorted((one, other) => one.x - other.x)
      .reduce((line, { text, x, width }) => {
        const column = Math.round((x - left) / (width / text.length))
        // Two runs of one word touch; anything else has a gap of its own.
        return line.padEnd(Math.min(column, MAX_COLUMN)) + text
      }, "")
      .trimEnd(),
  )
}

/** Wider lines stand on no page. */
const MAX_COLUMN = 400

function squeeze(line: string): string {
  return line.replaceAll(/\s+/g, "")
}
