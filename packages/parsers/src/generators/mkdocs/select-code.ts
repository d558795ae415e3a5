import { dedent } from "../includes/select-lines.ts"

/** `block:name`, as part of a list. */
const SELECTOR = /(?:^|\s)(lines|block|inside_block|from_token|to_token):(\S+)/g

/**
 * Selects lines of code as the plugin codeinclude does, without the indentation that they share. Gaps between them are marked with `⋯`.
 *
 * @param selectors separated by spaces: `lines:4-9,12`; `block:name` for each block in braces whose first line contains the name,
 *   `inside_block:name` for only the lines inside of it; `from_token:name` and `to_token:name` for lines between two that contain these
 *   names. Other words are ignored.
 * @returns all lines if there are no selectors; undefined if they select none.
 */
export function selectCode(text: string, selectors: string): string | undefined {
  const found = [...selectors.matchAll(SELECTOR)].map(([, name = "", value = ""]) => [name, value] as const)
  if (found.length === 0) return withoutMargins(text)
  const lines = text.split("\n")
  const valueByName = new Map(found)
  const [ranges, block, inside] = ["lines", "block", "inside_block"].map((name) => valueByName.get(name))
  const [from, to] = [valueByName.get("from_token"), valueByName.get("to_token")]
  const picked = [
    ...(ranges === undefined ? [] : rangeIndexes(lines, ranges)),
    ...(block === undefined ? [] : blockIndexes(lines, block, false)),
    ...(inside === undefined ? [] : blockIndexes(lines, inside, true)),
    ...(from === undefined && to === undefined ? [] : indexesBetween(lines, from, to)),
  ]
  return picked.length === 0 ? undefined : withoutMargins(joinWithGaps(lines, picked))
}

/** Lists the lines in ranges such as `4-9,12`. Each is listed once, because thousands of ranges can overlap. */
function rangeIndexes(lines: readonly string[], ranges: string): readonly number[] {
  const picked: number[] = []
  const bounds = ranges.split(",").flatMap((range) => {
    const [, start, end] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range) ?? []
    return start === undefined ? [] : [{ start: Number(start) - 1, end: Number(end ?? start) }]
  })
  let next = 0
  for (const { start, end } of bounds.toSorted((a, b) => a.start - b.start)) {
    for (next = Math.max(next, start); next < Math.min(end, lines.length); next++) picked.push(next)
  }
  return picked
}

/** Lists the lines of blocks in braces. A name can be in several lines, some of which start no block. */
function blockIndexes(lines: readonly string[], name: string, isInside: boolean): readonly number[] {
  const picked: number[] = []
  let isOpen = false
  let depth = 0
  for (const [index, line] of lines.entries()) {
    const isFirst = !isOpen && line.includes(name)
    if (isFirst) depth = 0
    if (isFirst) isOpen = line.includes("{")
    if (!isOpen) continue
    depth += line.split("{").length - line.split("}").length
    isOpen = depth > 0
    if (!isInside || (isOpen && !isFirst)) picked.push(index)
  }
  return picked
}

/** Lists the lines from each that contains one name up to the next that contains another; without a name, from the start or to the end. */
function indexesBetween(lines: readonly string[], from = "", to?: string): readonly number[] {
  const picked: number[] = []
  let isActive = false
  for (const [index, line] of lines.entries()) {
    isActive ||= from === "" ? index === 0 : line.includes(from)
    if (!isActive) continue
    picked.push(index)
    if (to !== undefined && line.includes(to)) isActive = false
  }
  return picked
}

function joinWithGaps(lines: readonly string[], picked: readonly number[]): string {
  const indexes = [...new Set(picked)].toSorted((a, b) => a - b)
  const code = dedent(indexes.map((index) => lines[index] ?? "").join("\n")).split("\n")
  const shown: string[] = []
  for (const [at, line] of code.entries()) {
    const last = shown.at(-1)?.trimEnd()
    if (last !== undefined && (indexes[at] ?? 0) > (indexes[at - 1] ?? 0) + 1) {
      if (last !== "") shown.push("")
      shown.push(`${/^[ \t]*/.exec(line)?.[0] ?? ""}⋯`)
      if (line.trim() !== "") shown.push("")
    }
    shown.push(line)
  }
  return shown.join("\n")
}

function withoutMargins(text: string): string {
  const lines = text.split("\n")
  const first = lines.findIndex((line) => line.trim() !== "")
  return first < 0 ? "" : dedent(lines.slice(first).join("\n")).trimEnd()
}
