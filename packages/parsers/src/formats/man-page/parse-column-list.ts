import { mdocText } from "./mdoc-macros.ts"
import type { RoffTable } from "./parse-table.ts"
import { roffArguments, roffToMarkdown } from "./roff-text.ts"

/** Lists with more columns are not hand-written. */
const MAX_COLUMNS = 50
const MACRO = /^[.'][ \t]*(\S+)[ \t]*(.*)$/

/**
 * Parses the lines between `.Bl -column` and `.El`: a row for each `.It`, whose cells are separated by `Ta` or tabs. Cells continue on the
 * following lines. The first row is the header if its cells are bold.
 *
 * @param name the text of `.Nm` without an argument.
 */
export function parseColumnList(lines: readonly string[], name: string): RoffTable {
  const rows: string[][] = []
  let isBold = false
  for (const line of lines) {
    const [, macro = "", rest = ""] = MACRO.exec(line) ?? []
    const row = rows.at(-1)
    if (macro === "It") {
      if (rows.length === 0) isBold = /^(?:Sy|Em)\b/.test(rest)
      rows.push(rest.split("\t").flatMap((part) => cellsOf(roffArguments(part), name)))
    } else if (row === undefined || macro === "Pp") continue
    else if (macro === "Ta") row.push(...cellsOf(roffArguments(rest), name))
    else {
      const [first = "", ...others] = macro === "" ? [line.trim()] : cellsOf([macro, ...roffArguments(rest)], name)
      row[row.length - 1] = `${row.at(-1) ?? ""} ${first}`.trim()
      row.push(...others)
    }
  }
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map((row) => row.length)))
  const even = rows.map((row) => Array.from({ length: width }, (_, at) => roffToMarkdown(row[at] ?? "").trim()))
  const [head = []] = even
  return isBold && even.length > 1
    ? { header: head.map((cell) => cell.replaceAll("**", "").replaceAll("`", "")), rows: even.slice(1) }
    : { header: [], rows: even }
}

function cellsOf(words: readonly string[], name: string): readonly string[] {
  const cells: string[][] = [[]]
  for (const word of words) {
    if (word === "Ta") cells.push([])
    else cells.at(-1)?.push(word)
  }
  return cells.slice(0, MAX_COLUMNS).map(([first = "", ...others]) => {
    const rest = others.map((word) => (/\s/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(" ")
    return mdocText(first, rest, name) ?? [first, ...others].join(" ")
  })
}
