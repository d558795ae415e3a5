import type { NavigationEntry } from "./navigation.ts"

/** One line of a list that is a navigation. */
interface Line {
  readonly depth: number
  readonly label?: string
  readonly target?: string
}

const MAX_LINES = 20_000

/** Reads `SUMMARY.md` of mdBook and GitBook: nested lists of links, headings as parts. */
export function readSummary(text: string): readonly NavigationEntry[] {
  const lines: Line[] = []
  let hasPart = false
  for (const [at, line] of text.split("\n").slice(0, MAX_LINES).entries()) {
    const heading = /^#{1,6}\s+(.{1,300}?)\s{0,99}#{0,9}$/.exec(line)
    if (heading !== null) {
      // The first heading is the title of the list itself.
      const isPart = at > 0 && lines.length > 0 && !/^(?:summary|table of contents)$/i.test(heading[1] ?? "")
      hasPart = isPart
      if (isPart) lines.push({ depth: 0, ...(heading[1] === undefined ? {} : { label: heading[1] }) })
      continue
    }
    const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? /^()(\[.*)$/.exec(line)
    if (item === null) continue
    const link = /^\[([^\]]*)\]\(\s*<?([^)\s>]*)>?[^)]*\)/.exec(item[2] ?? "")
    const label = (link?.[1] ?? item[2] ?? "").replace(/[*`]/g, "").trim()
    const target = link?.[2]
    const depth = (hasPart ? 1 : 0) + (item[1] ?? "").replaceAll("\t", "    ").length
    lines.push({
      depth,
      ...(label === "" ? {} : { label }),
      ...(target === undefined || target === "" ? {} : { target }),
    })
  }
  return nest(lines)
}

/**
 * Reads a navigation file of Antora: lists of references, `.Title` above a list, files it includes in their place.
 *
 * @param read gives the text of another file by its resource id (`module:partial$name.adoc`).
 */
export function readAntoraNavigation(
  text: string,
  read: (id: string) => string | undefined,
): readonly NavigationEntry[] {
  const lines: Line[] = []
  collectAntora(text, read, { lines, hasTitle: false, depth: 0 })
  return nest(lines)
}

interface Collecting {
  readonly lines: Line[]
  hasTitle: boolean
  readonly depth: number
}

function collectAntora(text: string, read: (id: string) => string | undefined, into: Collecting): void {
  for (const line of text.split("\n").slice(0, MAX_LINES)) {
    const included = /^include::([^[\s]+)\[/.exec(line)
    if (included !== null && into.depth < 5) {
      const other = read(included[1] ?? "")
      if (other !== undefined) collectAntora(other, read, { ...into, depth: into.depth + 1 })
      continue
    }
    const title = /^\.([^.\s].*)$/.exec(line)
    if (title !== null) {
      into.hasTitle = true
      into.lines.push({ depth: 0, label: textOfMacro(title[1] ?? "").label ?? "" })
      continue
    }
    const item = /^(\*+|-)\s+(.*)$/.exec(line)
    if (item !== null)
      into.lines.push({ depth: (item[1] ?? "").length + (into.hasTitle ? 1 : 0), ...textOfMacro(item[2] ?? "") })
  }
}

/** `xref:module:page.adoc#id[Title]` or plain text. */
function textOfMacro(text: string): Pick<Line, "label" | "target"> {
  const reference = /(?:xref|link):([^[\s]+)\[([^\]]*)\]/.exec(text)
  const shown = reference === null ? text : (reference[2] ?? "").replace(/(?:^|,)\s*[\w-]+=.*$/, "")
  const label = shown.replace(/[*_`]/g, "").trim()
  const target = reference?.[1]
  return { ...(label === "" ? {} : { label }), ...(target === undefined ? {} : { target }) }
}

/** Makes a tree of lines by their depths. */
function nest(lines: readonly Line[]): readonly NavigationEntry[] {
  interface Open extends Line {
    readonly children: NavigationEntry[]
  }
  const top: NavigationEntry[] = []
  const open: Open[] = []
  for (const { depth, ...facts } of lines) {
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const entry = { ...facts, children: [] as NavigationEntry[] }
    const siblings = open.at(-1)?.children ?? top
    siblings.push(entry)
    open.push({ depth, ...entry })
  }
  return top
}
