/** Number of spaces before the text of a line; tabs were expanded before. */
export function indentOf(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === 32) at++
  return at
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ""
}

/** Finds the end of the run of lines, from `start`, that are blank or indented by at least `indent`; blank lines at its end are left out. */
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

/** Replaces tabs by spaces up to the next multiple of eight, as docutils does. */
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
 * Makes a body of the text beside a mark and of the lines below it, which may all be indented by more than that text.
 *
 * @param textIndent column of that text. It is the base of indentation where code or a directive starts there, or a line is indented by less.
 */
export function itemLines(text: string, below: readonly string[], textIndent: number): string[] {
  const isFixed = /^\.\. |::$/.test(text) || below.some((line) => !isBlank(line) && indentOf(line) < textIndent)
  return [text, ...(isFixed ? below.map((line) => line.slice(Math.min(indentOf(line), textIndent))) : dedent(below))]
}
