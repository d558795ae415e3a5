/** Maximum number of characters that ranges may select, because they can overlap. */
const MAX_SELECTED_CHARACTERS = 4 * 1024 * 1024
/** An empty line counts as much, because it takes that much memory. */
const LINE_CHARACTERS = 16

/**
 * Selects lines by number.
 *
 * @param ranges parts such as `3`, `4-9`, `4:9`, `4..9`, `20-`, `-5`, separated by commas, semicolons or spaces; a last line of -1 means
 *   the end. Invalid parts are skipped.
 */
export function selectRanges(text: string, ranges: string): string {
  const lines = text.split("\n")
  const picked: string[] = []
  let left = MAX_SELECTED_CHARACTERS
  for (const part of ranges.split(/[,;\s]+/)) {
    const found = /^(\d+)?(?:(\.\.|[-:])(-?\d+)?)?$/.exec(part)
    if (found === null || part === "") continue
    const [, first, separator, last] = found
    const start = Math.max(1, Number(first ?? 1))
    const end = separator === undefined ? start : last === undefined || last === "-1" ? lines.length : Number(last)
    // Added one by one: a file can have more lines than a call can have arguments.
    for (const line of lines.slice(start - 1, end)) {
      left -= line.length + LINE_CHARACTERS
      if (left < 0) return picked.join("\n")
      picked.push(line)
    }
  }
  return picked.join("\n")
}

/** Lines that mark the start and end of regions, with the name in the first group. */
export interface RegionMarks {
  readonly start: RegExp
  readonly end: RegExp
}

/** `// #region name`, `<!-- #region name -->`, `#pragma region name`. */
export const EDITOR_REGIONS: RegionMarks = {
  start: /^\s*(?:\/\/|\/\*|<!--|#|--|;|::|REM)?\s*#?\s*(?:pragma\s+)?region\s+([\w*-]+)/i,
  end: /^\s*(?:\/\/|\/\*|<!--|#|--|;|::|REM)?\s*#?\s*(?:pragma\s+)?end\s*region(?:\s+([\w*-]+))?/i,
}

/**
 * Selects a named region of a file, without the lines that mark this or other regions.
 *
 * @returns undefined if the region does not exist.
 */
export function selectRegion(text: string, name: string, marks: RegionMarks): string | undefined {
  let picked: string[] | undefined
  let isInside = false
  for (const line of text.split("\n")) {
    const end = marks.end.exec(line)
    const start = end === null ? marks.start.exec(line) : null
    if (start?.[1] === name) {
      isInside = true
      picked ??= []
    } else if (end !== null && (end[1] ?? name) === name) isInside = false
    else if (isInside && start === null && end === null) picked?.push(line)
  }
  return picked?.join("\n")
}

/** Removes the lines that mark regions. */
export function withoutRegionMarks(text: string, marks: RegionMarks): string {
  if (!marks.start.test(text) && !/8<|region|ANCHOR/i.test(text)) return text
  return text
    .split("\n")
    .filter((line) => !marks.start.test(line) && !marks.end.test(line))
    .join("\n")
}

/** Removes the indentation that all lines share. */
export function dedent(text: string): string {
  const lines = text.split("\n")
  let indent = Infinity
  for (const line of lines) if (line.trim() !== "") indent = Math.min(indent, line.length - line.trimStart().length)
  return Number.isFinite(indent) && indent > 0 ? lines.map((line) => line.slice(indent)).join("\n") : text
}

/** Removes at most a number of blank columns from the start of every line. */
export function dedentBy(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => line.slice(Math.min(columns, line.length - line.trimStart().length)))
    .join("\n")
}
