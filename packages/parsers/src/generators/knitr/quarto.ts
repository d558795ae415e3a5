import { parseFrontMatterData } from "../../document/front-matter.ts"
import { parseGrid } from "../../formats/restructured-text/blocks/grid-cells.ts"
import { FenceTracker } from "../../document/fences.ts"
import { memberAt } from "../includes/fill-names.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { nearestYaml } from "../includes/nearest-config.ts"

const CALLOUT = /^([ \t]{0,20}:{3,20})[ \t]{0,9}(?:\{[ \t]{0,9}\.)?(callout-[a-z]{1,20})(?![\w-])([^{}\n]{0,300})\}?$/
const HEADING = /^[ \t]{0,20}#{1,6}[ \t]{1,9}(\S[^\n]{0,300})$/
/** Attributes of a link or an image, which Pandoc does not show. */
const LINK_ATTRIBUTES = /(\]\([^()\n]{1,500}\))\{[^{}\n]{0,1000}\}/g
/** A fence that shows how a chunk is written: two braces are shown as one. */
const SHOWN_CHUNK = /^([ \t>]{0,40}(?:`{3,20}|~{3,20})[ \t]{0,9})\{\{([^{}\n]{1,200})\}\}[ \t]*$/
const VALUE = /\{\{<[ \t]{0,9}(meta|var)[ \t]{1,9}([\w.-]{1,100})[ \t]{0,9}>\}\}/g
const KEYS = /\{\{<[ \t]{0,9}kbd[ \t]{1,9}([^<>\n]{1,100}?)[ \t]{0,9}>\}\}/g
const GRID_BORDER = /^[ \t]*\+(?:[-=:]+\+)+[ \t]*$/
const GRID_LINE = /^[ \t]*[|+]/
/** Longer tables are shown as they are written. */
const MAX_GRID_LINES = 1000

/** Converts what Pandoc and Quarto add to Markdown: titles of callouts, attributes of images, values, keys and grid tables. */
export function convertQuarto(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const values = valuesOf(lines, context)
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const grid = fences.isInside ? undefined : gridTable(lines, index)
    if (grid !== undefined) {
      for (const text of grid.rows) out.push({ text, at: line.at })
      index = grid.end
      continue
    }
    const isCode = fences.isInside
    fences.next(line.text)
    const callout = isCode ? undefined : titledCallout(lines, index)
    if (callout !== undefined) {
      out.push({ text: callout.text, at: line.at })
      index = callout.end
    } else out.push({ text: isCode ? shownCode(line.text, values) : shownText(line.text, values), at: line.at })
  }
  return out
}

type ValueOf = (kind: string, name: string) => string | undefined

function valuesOf(lines: readonly SourceLine[], context: IncludeContext): ValueOf {
  if (!lines.some(({ text }) => text.includes("{{< meta ") || text.includes("{{< var "))) return () => undefined
  const meta = parseFrontMatterData(lines.map(({ text }) => text).join("\n"))
  const variables = nearestYaml(context, "_variables.yml")
  return (kind, name) => {
    const value = memberAt(kind === "meta" ? meta : variables, name.split("."))
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined
  }
}

function shownCode(text: string, values: ValueOf): string {
  if (text.length > MAX_LINE_CHARACTERS) return text
  return filled(text.replace(SHOWN_CHUNK, "$1{$2}"), values)
}

function shownText(text: string, values: ValueOf): string {
  if (text.length > MAX_LINE_CHARACTERS) return text
  return filled(text.replace(LINK_ATTRIBUTES, "$1").replace(KEYS, "`$1`"), values)
}

function filled(text: string, values: ValueOf): string {
  if (!text.includes("{{<")) return text
  return text.replace(VALUE, (whole, kind: string, name: string) => values(kind, name) ?? whole)
}

/** Writes the heading with which a callout begins as its title. */
function titledCallout(lines: readonly SourceLine[], index: number) {
  const [, colons, name = "", attributes = ""] = CALLOUT.exec(lines[index]?.text.trimEnd() ?? "") ?? []
  if (colons === undefined || /\btitle[ \t]*=/.test(attributes)) return undefined
  let end = index + 1
  while (end < index + 4 && lines[end]?.text.trim() === "") end++
  const title = HEADING.exec(lines[end]?.text ?? "")?.[1]
  if (title === undefined) return undefined
  const plain = title.replaceAll('"', "'").replace(/[ \t]\{[^{}]{0,300}\}[ \t]*$/, "")
  return { text: `${colons} {.${name} title="${plain.trim()}"}`, end }
}

/** Writes a grid table of Pandoc as a table with a line for each row. */
function gridTable(lines: readonly SourceLine[], index: number) {
  if (!GRID_BORDER.test(lines[index]?.text ?? "")) return undefined
  let end = index
  while (end + 1 < lines.length && end - index < MAX_GRID_LINES && GRID_LINE.test(lines[end + 1]?.text ?? "")) end++
  // Colons in the rule below the header align columns.
  const written = lines
    .slice(index, end + 1)
    .map(({ text }) => (GRID_BORDER.test(text) ? withoutColons(text) : text.trim()))
  const grid = parseGrid(written)
  if (grid === undefined) return undefined
  const rows = Array.from({ length: grid.rowCount }, () => Array.from({ length: grid.columnCount }, () => ""))
  for (const { row, column, lines: cell } of grid.cells) {
    const cells = rows[row]
    if (cells !== undefined)
      cells[column] = cell
        .map((line) => line.trim())
        .filter(Boolean)
        .join(" ")
        .replaceAll(/(?<!\\)\|/g, String.raw`\|`)
  }
  const header = grid.headerCount === 0 ? [rows.at(0)?.map(() => "") ?? []] : rows.slice(0, grid.headerCount)
  const body = rows.slice(grid.headerCount)
  const head = (header[0] ?? []).map((_, column) =>
    header
      .map((cells) => cells[column] ?? "")
      .filter(Boolean)
      .join(" "),
  )
  return { rows: ["", tableLine(head), tableLine(head.map(() => "---")), ...body.map(tableLine), ""], end }
}

function withoutColons(border: string): string {
  const line = border.trim()
  return line.replaceAll(":", line.includes("=") ? "=" : "-")
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`
}
