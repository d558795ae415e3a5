import { isDeepStrictEqual } from "node:util"
import { parse, stringify } from "smol-toml"
import { messageOf } from "../terminal/message-of.ts"
import type { Entry } from "./agents.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

type Table = Record<string, unknown>

const ANY_HEADER = /^\s*\[/
/** A line with its line ending, which is kept. */
const LINE = /[^\n]*\n|[^\n]+$/g
const EMPTY_OR_COMMENT = /^\s*(?:#.*)?$/

/**
 * Adds, replaces or removes a table `[list.name]` in a TOML file, and changes nothing else.
 *
 * @param text content of the file; empty if it does not exist.
 * @param path key of the list and name of the entry.
 * @param change returns the new entry for the current one; undefined removes it.
 * @returns the new text; the same text if nothing changes.
 * @throws {UnreadableConfiguration} if the text is not TOML, or the entry is not written as a table.
 */
export function editToml(
  text: string,
  path: readonly [list: string, name: string],
  change: (present: Table | undefined) => Entry | undefined,
): string {
  const before = read(text)
  const present = entryAt(before, path)
  const entry = change(present)
  if (isDeepStrictEqual(entry, present)) return text
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  const { kept, at } = withoutTable(text.match(LINE) ?? [], path)
  const table = entry === undefined ? [] : draw(path, entry).map((line) => `${line}${eol}`)
  const after = (at < 0 ? appendTable(kept, table, eol) : replaceTable(kept, at, table)).join("")
  if (!isDeepStrictEqual(read(after), expected(before, path, entry))) {
    throw new UnreadableConfiguration(`${path.join(".")} is not written as a separate table`)
  }
  return after
}

function read(text: string): Table {
  try {
    // Copied through JSON, because the parser's tables have no prototype, and deep equality compares prototypes.
    return JSON.parse(JSON.stringify(parse(text))) as Table
  } catch (thrown) {
    const [problem = ""] = messageOf(thrown).split("\n")
    throw new UnreadableConfiguration(`invalid TOML (${problem})`)
  }
}

function entryAt(root: Table, [list, name]: readonly [string, string]): Table | undefined {
  const entries = root[list]
  if (entries === undefined) return undefined
  if (typeof entries !== "object" || entries === null || Array.isArray(entries)) {
    throw new UnreadableConfiguration(`${list} is not a table`)
  }
  return (entries as Table)[name] as Table | undefined
}

/**
 * Removes the lines of the table and its subtables, and returns their position; -1 if there is none. Comments and empty
 * lines after its last value belong to the next table.
 */
function withoutTable(
  lines: readonly string[],
  [list, name]: readonly [string, string],
): { kept: string[]; at: number } {
  const own = new RegExp(`^\\s*\\[\\s*${list}\\s*\\.\\s*["']?${name}["']?\\s*[\\].]`)
  const kept: string[] = []
  let at = -1
  let isInside = false
  let pending: string[] = []
  for (const line of lines) {
    if (ANY_HEADER.test(line)) {
      const goesOn = isInside && own.test(line)
      if (!goesOn) kept.push(...pending)
      pending = []
      isInside = own.test(line)
    }
    if (!isInside) kept.push(line)
    else if (EMPTY_OR_COMMENT.test(line.trimEnd())) pending.push(line)
    else {
      pending = []
      if (at < 0) at = kept.length
    }
  }
  return { kept: [...kept, ...pending], at }
}

function draw([list, name]: readonly [string, string], entry: Entry): string[] {
  return stringify({ [list]: { [name]: entry } })
    .trim()
    .split("\n")
    .filter((line) => line !== "")
}

/** Adds the table at the end, after an empty line. */
function appendTable(lines: readonly string[], table: readonly string[], eol: string): string[] {
  const last = lines.at(-1)
  if (last === undefined) return [...table]
  return [...lines, ...(last.endsWith("\n") ? [] : [eol]), eol, ...table]
}

/** Inserts the table at its old position. If it is removed from the end, the empty line above is removed as well. */
function replaceTable(lines: readonly string[], at: number, table: readonly string[]): string[] {
  const above = lines.slice(0, at)
  const isLast = table.length === 0 && at === lines.length
  if (isLast && above.at(-1)?.trim() === "") above.pop()
  return [...above, ...table, ...lines.slice(at)]
}

function expected(before: Table, [list, name]: readonly [string, string], entry: Entry | undefined): Table {
  const entries = (before[list] ?? {}) as Table
  if (entry !== undefined) return { ...before, [list]: { ...entries, [name]: entry } }
  const { [name]: _gone, ...others } = entries
  if (Object.keys(others).length > 0) return { ...before, [list]: others }
  const { [list]: _empty, ...rest } = before
  return rest
}
