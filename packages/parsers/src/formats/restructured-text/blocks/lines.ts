/** Counts the spaces before the text of a line; tabs must already be expanded. */
export function indentOf(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === 32) at++
  return at
}

/** Returns true for a line without text, and after the last line. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ""
}

/** Finds the end of the run of lines from `start` that are blank or indented by at least `indent`, without trailing blank lines. */
export function indentedEnd(lines: readonly string[], start: number, indent: number): number {
  let end = start
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? ""
    if (isBlank(line)) continue
    if (indentOf(line) < indent) break
    end = index + 1
  }
  return end
}

/** Removes the indentation that all lines share. */
export function dedent(lines: readonly string[]): string[] {
  let least = Infinity
  for (const line of lines) if (!isBlank(line)) least = Math.min(least, indentOf(line))
  return Number.isFinite(least) ? lines.map((line) => (isBlank(line) ? "" : line.slice(least))) : lines.map(() => "")
}

/** Replaces tabs with spaces up to the next multiple of eight, as docutils does. */
export function expandTabs(line: string): string {
  if (!line.includes("\t")) return line
  let out = ""
  for (const part of line.split("\t"))
    out = out === "" && part === "" ? " ".repeat(8) : `${out}${part}${" ".repeat(8 - ((out.length + part.length) % 8))}`
  return out.trimEnd()
}

/** Finds the end of the paragraph that starts at `start`. */
export function paragraphEnd(lines: readonly string[], start: number): number {
  let end = start + 1
  while (end < lines.length && !isBlank(lines[end])) end++
  return end
}

/**
 * Makes a body from the text after a marker and from the lines below it, which may be indented more than that text.
 *
 * @param textIndent column of that text. Indentation is relative to it if code or a directive starts there, or if a line is indented less.
 */
export function itemLines(text: string, below: readonly string[], textIndent: number): string[] {
  const isFixed = /^\.\. |::$/.test(text) || below.some((line) => !isBlank(line) && indentOf(line) < textIndent)
  return [text, ...(isFixed ? below.map((line) => line.slice(Math.min(indentOf(line), textIndent))) : dedent(below))]
}
