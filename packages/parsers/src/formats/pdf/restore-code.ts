/** A text run, positioned in points from the lower left corner of the page. */
export interface PositionedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly fixedPitch?: boolean
}

/** Runs whose baselines are at most this far apart are on the same line. */
const SAME_LINE_POINTS = 2
/** Maximum number of columns of a line. */
const MAX_COLUMN = 400
/** Shorter fixed-pitch text is inline code in a sentence. */
const MIN_CODE_CHARACTERS = 8

/**
 * Groups text runs into lines, in the order of the page.
 *
 * @returns lines of runs from left to right.
 */
export function rowsOf(texts: readonly PositionedText[]): PositionedText[][] {
  const rows: PositionedText[][] = []
  for (const text of texts) {
    const row = rows.at(-1)
    if (row?.[0] !== undefined && Math.abs(row[0].y - text.y) <= SAME_LINE_POINTS) row.push(text)
    else rows.push([text])
  }
  return rows.map((row) => row.toSorted((one, other) => one.x - other.x))
}

/**
 * Restores the indentation of code lines as on the page, and moves code out of list items that it does not belong to.
 *
 * @param markdown of one page.
 * @param texts the runs of the same page.
 */
export function restoreCode(markdown: string, texts: readonly PositionedText[]): string {
  const rows = rowsOf(texts.filter(({ text, width }) => text.trim() !== "" && width > 0))
  const fixed = rows.map((row) => row.filter(({ fixedPitch }) => fixedPitch === true))
  const left = Math.min(...fixed.flat().map(({ x }) => x))
  const lines = fixed.map((row) => (row.length === 0 ? "" : onGrid(row, left)))
  const blocks = codeBlocks(rows.map((row, index) => (row.length === fixed[index]?.length ? (lines[index] ?? "") : "")))
  return restoreIndents(freeFromLists(markdown, blocks), lines)
}

function restoreIndents(markdown: string, lines: readonly string[]): string {
  const linesByText = new Map<string, string[]>()
  for (const line of lines) {
    const key = squeeze(line)
    linesByText.set(key, [...(linesByText.get(key) ?? []), line])
  }
  let isCode = false
  const restored = markdown.split("\n").map((line) => {
    if (line.startsWith("```")) isCode = !isCode
    else if (isCode) return linesByText.get(squeeze(line))?.shift() ?? line
    return line
  })
  return restored.join("\n")
}

/** Places the fixed-pitch runs of a line on a grid of characters. */
function onGrid(row: readonly PositionedText[], left: number): string {
  const line = row.reduce((before, { text, x, width }) => {
    const column = Math.round((x - left) / (width / text.length))
    return before.padEnd(Math.min(column, MAX_COLUMN)) + text
  }, "")
  return line.trimEnd()
}

/** Groups consecutive lines of code. @param lines of the page; empty for lines that are not entirely fixed-pitch. */
function codeBlocks(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (line === "") blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((block) => squeeze(block.join("")).length >= MIN_CODE_CHARACTERS)
}

/** Moves code out of lists: the library treats everything after a list as part of its last item. */
function freeFromLists(markdown: string, blocks: readonly (readonly string[])[]): string {
  let isCode = false
  const lines = markdown.split("\n").flatMap((line) => {
    if (line.startsWith("```")) isCode = !isCode
    if (isCode || !/^\s*(?:[-*•]|\d+[.)]) /.test(line)) return [line]
    const squeezed = squeeze(line)
    const block = blocks.find((candidate) => {
      const code = squeeze(candidate.join(""))
      return squeezed.endsWith(code) && squeezed.length > code.length + 2
    })
    if (block === undefined) return [line]
    return [withoutEnd(line, squeeze(block.join("")).length), "```", ...block.map(squeezeSpaces), "```"]
  })
  return lines.join("\n")
}

/** Removes characters from the end of a line; spaces do not count. */
function withoutEnd(line: string, count: number): string {
  let end = line.length
  for (let left = count; left > 0 && end > 0; end--) if (!/\s/.test(line[end - 1] ?? "")) left--
  return line.slice(0, end).trimEnd()
}

function squeeze(line: string): string {
  return line.replaceAll(/\s+/g, "")
}

function squeezeSpaces(line: string): string {
  return line.replaceAll(/\s+/g, " ").trim()
}
