import { isDeepStrictEqual } from "node:util"
import { parse, stringify } from "smol-toml"
import type { Entry } from "./agents.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

type Table = Record<string, unknown>

const ANY_HEADER = /^\s*\[/

/**
 * Adds, replaces or removes a table `[list.name]` in a TOML file, and changes nothing else.
 *
 * @param text content of the file; empty if it does not exist.
 * @param path key of the list and name of the entry.
 * @param change returns the new entry for the present one; undefined removes it.
 * @returns the new text; the same text if nothing changes.
 * @throws {UnreadableConfiguration} the text is not TOML, or the entry is not written as a table.
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
  const lines = text === "" ? [] : text.split(/\r?\n/)
  const { kept, at } = withoutTable(lines, path)
  const written = entry === undefined ? kept : insertTable(kept, at, draw(path, entry))
  const after = written.join(eol)
  if (!isDeepStrictEqual(read(after), expected(before, path, entry))) {
    throw new UnreadableConfiguration(`${path.join(".")} is not written as a separate table`)
  }
  return after
}

function read(text: string): Table {
  try {
    // Copied through JSON: the parser's tables have no prototype, which deep equality compares.
    return JSON.parse(JSON.stringify(parse(text))) as Table
  } catch (thrown) {
    const [problem = ""] = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n")
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

/** Removes the lines of the table and its subtables, and returns their position. */
function withoutTable(
  lines: readonly string[],
  [list, name]: readonly [string, string],
): { kept: string[]; at: number } {
  const own = new RegExp(`^\\s*\\[\\s*${list}\\s*\\.\\s*["']?${name}["']?\\s*[\\].]`)
  const kept: string[] = []
  let at = -1
  let isInside = false
  for (const line of lines) {
    if (ANY_HEADER.test(line)) isInside = own.test(line)
    if (!isInside) kept.push(line)
    else if (at < 0) at = kept.length
  }
  return { kept, at }
}

function draw([list, name]: readonly [string, string], entry: Entry): string[] {
  return stringify({ [list]: { [name]: entry } })
    .trim()
    .split("\n")
    .filter((line) => line !== "")
}

/** Inserts the table at its old position, else at the end, with empty lines around it. */
function insertTable(lines: readonly string[], at: number, table: readonly string[]): string[] {
  const insertAt = at < 0 ? lines.length : at
  const above = lines.slice(0, insertAt)
  while (above.at(-1)?.trim() === "") above.pop()
  const below = lines.slice(insertAt)
  while (below[0]?.trim() === "") below.shift()
  return [...above, ...(above.length > 0 ? [""] : []), ...table, "", ...below]
}

function expected(before: Table, [list, name]: readonly [string, string], entry: Entry | undefined): Table {
  const entries = (before[list] ?? {}) as Table
  if (entry !== undefined) return { ...before, [list]: { ...entries, [name]: entry } }
  const { [name]: _gone, ...others } = entries
  if (Object.keys(others).length > 0) return { ...before, [list]: others }
  const { [list]: _empty, ...rest } = before
  return rest
}
