import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { GoldenLine } from "./record.ts"
import { stableJson } from "./stable-text.ts"

const EXPECTED = join(import.meta.dirname, "expected")
const DESCRIPTION = join(EXPECTED, "openapi.json")
/** Maximum number of differences of one kind that are listed. */
const LISTED = 20

/** Reads the expected lines of a library; empty if it is new. */
export function readExpected(name: string): readonly GoldenLine[] {
  const path = join(EXPECTED, `${name}.jsonl`)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, "utf8").split("\n")
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as GoldenLine)
}

export function writeExpected(name: string, lines: readonly GoldenLine[]): void {
  const path = join(EXPECTED, `${name}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
}

/** @returns the expected OpenAPI document of the server, as sorted JSON; empty if it is new. */
export function readExpectedDescription(): string {
  return existsSync(DESCRIPTION) ? readFileSync(DESCRIPTION, "utf8") : ""
}

export function writeExpectedDescription(text: string): void {
  writeFileSync(DESCRIPTION, text)
}

/** Formats an OpenAPI document so that its lines can be compared. */
export function textOfDescription(description: unknown): string {
  return `${stableJson(description, 1)}\n`
}

/**
 * Compares the lines of one library.
 *
 * @returns readable differences, at most 20 of each kind and a count; empty if everything is the same.
 */
export function compareLines(expected: readonly GoldenLine[], actual: readonly GoldenLine[]): readonly string[] {
  const groups = new Map<string, string[]>()
  const note = (what: string, id: string) => {
    const group = groups.get(what)
    if (group === undefined) groups.set(what, [id])
    else group.push(id)
  }
  const before = byKey(expected)
  const after = byKey(actual)
  for (const [key, line] of before) if (!after.has(key)) note(`${line.kind}: missing`, line.id)
  for (const [key, line] of after) {
    const old = before.get(key)
    if (old === undefined) note(`${line.kind}: new`, line.id)
    else
      for (const [field, text] of changedFields(old, line)) note(`${line.kind}: ${field} changed`, `${line.id}${text}`)
  }
  return [...groups].flatMap(([what, ids]) => [
    `  ${what} (${ids.length})`,
    ...ids.slice(0, LISTED).map((id) => `    ${id}`),
    ...(ids.length > LISTED ? [`    and ${ids.length - LISTED} more`] : []),
  ])
}

/** Indexes lines by key. The same path may be left out for more than one reason. */
function byKey(lines: readonly GoldenLine[]): ReadonlyMap<string, GoldenLine> {
  const keyed = new Map<string, GoldenLine>()
  for (const line of lines) {
    let key = `${line.kind} ${line.id}`
    while (keyed.has(key)) key += " again"
    keyed.set(key, line)
  }
  return keyed
}

const HASH = /^[0-9a-f]{16}$/

function changedFields(old: GoldenLine, line: GoldenLine): readonly (readonly [string, string])[] {
  const fields = [...new Set([...Object.keys(old), ...Object.keys(line)])]
  return fields
    .filter((field) => old[field] !== line[field])
    .map((field) => [field, describeChange(old[field], line[field])])
}

/** Describes a change. Hashes are omitted, because only counts and reasons are readable. */
function describeChange(old: string | number | undefined, now: string | number | undefined): string {
  return [old, now].some((value) => HASH.test(String(value))) ? "" : `: ${old ?? "none"} -> ${now ?? "none"}`
}

/** Compares two texts line by line up to the first difference. */
export function firstDifference(expected: string, actual: string): readonly string[] {
  if (expected === actual) return []
  const before = expected.split("\n")
  const after = actual.split("\n")
  const at = before.findIndex((line, index) => line !== after[index])
  const place = at < 0 ? before.length : at
  return [
    `  first difference in line ${place + 1} of ${before.length} (now ${after.length})`,
    `    - ${before[place] ?? ""}`,
    `    + ${after[place] ?? ""}`,
  ]
}
