/**
 * Picks lines by number.
 *
 * @param ranges parts such as `3`, `4-9`, `4:9`, `4..9`, `20-`, `-5`, parted by commas, semicolons or spaces; a last line of
 *   -1 is the end. Parts that say nothing are skipped.
 */
export function selectRanges(text: string, ranges: string): string {
  const lines = text.split("\n")
  const picked: string[] = []
  for (const part of ranges.split(/[,;\s]+/)) {
    const found = /^(\d+)?(?:(\.\.|[-:])(-?\d+)?)?$/.exec(part)
    if (found === null || part === "") continue
    const [, first, separator, last] = found
    const start = Math.max(1, Number(first ?? 1))
    const end = separator === undefined ? start : last === undefined || last === "-1" ? lines.length : Number(last)
    picked.push(...lines.slice(start - 1, end))
  }
  return picked.join("\n")
}

/** Marks of regions, the name in the first group: where they begin, and where they end. */
export interface RegionMarks {
  readonly start: RegExp
  readonly end: RegExp
}

/** `# --8<-- [start:name]`. */
export const SNIPPET_SECTIONS: RegionMarks = {
  start: /-{2,}8<-{2,}\s*\[\s*start\s*:\s*([\w.:-]+)\s*\]/,
  end: /-{2,}8<-{2,}\s*\[\s*end\s*:\s*([\w.:-]+)\s*\]/,
}

/** `// #region name`, `<!-- #region name -->`, `#pragma region name`. */
export const EDITOR_REGIONS: RegionMarks = {
  start: /^\s*(?:\/\/|\/\*|<!--|#|--|;|::|REM)?\s*#?\s*(?:pragma\s+)?region\s+([\w*-]+)/i,
  end: /^\s*(?:\/\/|\/\*|<!--|#|--|;|::|REM)?\s*#?\s*(?:pragma\s+)?end\s*region(?:\s+([\w*-]+))?/i,
}

/**
 * Picks a named region of a file, without the lines that mark it and others.
 *
 * @returns undefined when there is no such region.
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

/** Takes the lines out that only mark regions. */
export function withoutRegionMarks(text: string, marks: RegionMarks): string {
  if (!marks.start.test(text) && !/8<|region|ANCHOR/i.test(text)) return text
  return text
    .split("\n")
    .filter((line) => !marks.start.test(line) && !marks.end.test(line))
    .join("\n")
}

const TAG = /(?:^|[^\w\\])(tag|end)::(\S+?)\[\](?=$|\s|-->|\*\/)/

/**
 * Picks tagged lines as AsciiDoc does (`a;b`, `!a`, `*`, `**`); without tags all lines. Lines that are tags are left out.
 *
 * @returns also the tags that are not there.
 */
export function selectTags(text: string, tags: string): { readonly text: string; readonly missing: readonly string[] } {
  const wanted = new Map(
    tags
      .split(/[;,]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "" && tag !== "!")
      .map((tag) => (tag.startsWith("!") ? ([tag.slice(1), false] as const) : ([tag, true] as const))),
  )
  const missing = new Set([...wanted].flatMap(([tag, isWanted]) => (isWanted && !/^\*+$/.test(tag) ? [tag] : [])))
  const every = wanted.get("*")
  const base = wanted.get("**") ?? ([...wanted.values()].every((isWanted) => !isWanted) || false)
  const open: { readonly name: string; readonly isPicked: boolean }[] = []
  let isPicked = base
  const picked: string[] = []
  for (const line of text.split("\n")) {
    const [, kind, name = ""] = TAG.exec(line) ?? []
    if (kind === "end") {
      const at = open.findLastIndex((tag) => tag.name === name)
      if (at >= 0) open.splice(at)
      isPicked = open.at(-1)?.isPicked ?? base
    } else if (kind === "tag") {
      missing.delete(name)
      const own = wanted.get(name)
      if (own !== undefined) isPicked = own
      else if (every !== undefined) isPicked = isPicked && !every ? false : every
      else continue
      open.push({ name, isPicked })
    } else if (isPicked) picked.push(line)
  }
  return { text: picked.join("\n"), missing: [...missing] }
}

/** Takes the indentation away that all lines share. */
export function dedent(text: string): string {
  const lines = text.split("\n")
  let indent = Infinity
  for (const line of lines) if (line.trim() !== "") indent = Math.min(indent, line.length - line.trimStart().length)
  return Number.isFinite(indent) && indent > 0 ? lines.map((line) => line.slice(indent)).join("\n") : text
}

/** Takes a number of columns away from the front of all lines, as far as they are blank. */
export function dedentBy(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => line.slice(Math.min(columns, line.length - line.trimStart().length)))
    .join("\n")
}

/**
 * Picks a class or function of Python with its decorators and body.
 *
 * @param name dotted: `Class.method`.
 * @returns undefined when it is not there.
 */
export function selectPythonObject(text: string, name: string): string | undefined {
  const lines = text.split("\n")
  let from = 0
  let to = lines.length
  for (const part of name.split(".")) {
    const isPart = (line: string) => /^\s*(?:async\s+def|def|class)\s+(\w+)/.exec(line)?.[1] === part
    const at = lines.findIndex((line, index) => index >= from && index < to && isPart(line))
    if (at < 0) return undefined
    const indent = indentOf(lines[at] ?? "")
    let end = at + 1
    while (
      end < to &&
      ((lines[end] ?? "").trim() === "" || indentOf(lines[end] ?? "") > indent || /^\s*\)/.test(lines[end] ?? ""))
    )
      end++
    from = at
    to = end
  }
  while (
    from > 0 &&
    /^\s*@/.test(lines[from - 1] ?? "") &&
    indentOf(lines[from - 1] ?? "") === indentOf(lines[from] ?? "")
  )
    from--
  return lines.slice(from, to).join("\n").trimEnd()
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
