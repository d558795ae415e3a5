import { indentOf, isBlank } from "./lines.ts"

const CAPTIONED = /^\s*\.\. (figure|table|list-table|csv-table|code-block|sourcecode|literalinclude)::(.*)$/
const OPTION = /^\s*:([a-z]+): (.*)$/
/** A longer caption explains its figure instead of naming it. */
const MAX_CAPTION_CHARACTERS = 100
const MAX_OPTION_LINES = 20

/**
 * Returns the caption of a figure, a table or code whose directive begins at a line, with its lower-case `:name:` if it has one. References
 * to the label show the caption.
 */
export function captionAt(
  lines: readonly string[],
  at: number,
): { readonly caption: string; readonly names: readonly string[] } | undefined {
  const line = lines[at] ?? ""
  const [, kind, argument = ""] = line.includes("::") ? (CAPTIONED.exec(line) ?? []) : []
  if (kind === undefined) return undefined
  const column = indentOf(line)
  const names: string[] = []
  let caption = kind.endsWith("table") ? argument.trim() : ""
  let end = at + 1
  while (end < at + MAX_OPTION_LINES && !isBlank(lines[end]) && indentOf(lines[end] ?? "") > column) {
    const [, option, value = ""] = OPTION.exec(lines[end++] ?? "") ?? []
    if (option === "name") names.push(value.trim().toLowerCase())
    else if (option === "caption") caption = value.trim()
  }
  if (kind === "figure") caption = paragraphBelow(lines, end, column)
  return caption === "" || caption.length > MAX_CAPTION_CHARACTERS ? undefined : { caption, names }
}

function paragraphBelow(lines: readonly string[], from: number, column: number): string {
  let start = from
  while (start < lines.length && isBlank(lines[start])) start++
  let end = start
  while (!isBlank(lines[end]) && indentOf(lines[end] ?? "") > column) end++
  return lines
    .slice(start, end)
    .map((line) => line.trim())
    .join(" ")
}
