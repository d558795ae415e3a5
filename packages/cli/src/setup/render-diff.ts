/** Unchanged lines shown before and after a change. */
const CONTEXT_LINES = 2

/** A line of a diff. */
export interface DiffLine {
  readonly sign: " " | "+" | "-"
  readonly text: string
}

/**
 * Renders the lines that a change removes and adds. An edit of one entry changes only adjacent lines, so one block is
 * enough.
 *
 * @returns an empty list if the texts are equal.
 */
export function renderDiff(before: string, after: string): readonly DiffLine[] {
  if (before === after) return []
  const [oldLines, newLines] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(oldLines.length, newLines.length)
  let head = 0
  while (head < shorter && oldLines[head] === newLines[head]) head++
  let tail = 0
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++
  const line = (sign: DiffLine["sign"]) => (text: string) => ({ sign, text })
  return [
    ...oldLines.slice(Math.max(0, head - CONTEXT_LINES), head).map(line(" ")),
    ...oldLines.slice(head, oldLines.length - tail).map(line("-")),
    ...newLines.slice(head, newLines.length - tail).map(line("+")),
    ...oldLines.slice(oldLines.length - tail, oldLines.length - tail + CONTEXT_LINES).map(line(" ")),
  ]
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}
