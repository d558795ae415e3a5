/** Lines around a change that show where it stands. */
const CONTEXT_LINES = 2

/** A line of a drawn change. */
export interface DiffLine {
  readonly sign: " " | "+" | "-"
  readonly text: string
}

/**
 * Draws what a change takes away and puts in. The changes of a set-up stand together, so one block is enough.
 *
 * @returns nothing when the texts are equal.
 */
export function renderDiff(before: string, after: string): readonly DiffLine[] {
  if (before === after) return []
  const [old, young] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, young.length)
  let head = 0
  while (head < shorter && old[head] === young[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail++
  const line = (sign: DiffLine["sign"]) => (text: string) => ({ sign, text })
  return [
    ...old.slice(Math.max(0, head - CONTEXT_LINES), head).map(line(" ")),
    ...old.slice(head, old.length - tail).map(line("-")),
    ...young.slice(head, young.length - tail).map(line("+")),
    ...old.slice(old.length - tail, old.length - tail + CONTEXT_LINES).map(line(" ")),
  ]
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}
