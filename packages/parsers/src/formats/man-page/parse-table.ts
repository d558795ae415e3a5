import { roffToMarkdown } from "./roff-text.ts"

/** Rows of a table of tbl(1), every row as long as the longest. */
export interface RoffTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Tables with more columns are not hand-written. */
const MAX_COLUMNS = 50
/** Lines that draw rules, and requests between rows. */
const NO_ROW = /^(?:[_=\t ]*|\.(?!T&).*|\\\^)$/

/**
 * Parses the lines between `.TS` and `.TE`: options up to a semicolon, formats up to a full stop, then one row per
 * line. Cells are separated by tabs (or by the character of the option `tab`) or are text blocks `T{` … `T}`. The first
 * row is the header if its format is bold or a rule follows it.
 */
export function parseRoffTable(lines: readonly string[]): RoffTable {
  let at = 0
  let separator = "\t"
  const [first = ""] = lines
  if (first.trimEnd().endsWith(";")) {
    separator = /\btab\s*\((.)\)/.exec(first)?.[1] ?? separator
    at++
  }
  const formatStart = at
  while (at < lines.length && !/\.\s*$/.test(lines[at] ?? "")) at++
  const isBold = /[bB]|f\(?B/.test(lines[formatStart] ?? "") && at > formatStart
  const rows: string[][] = []
  let hasRule = false
  for (at++; at < lines.length; at++) {
    const line = lines[at] ?? ""
    if (line.startsWith(".T&")) {
      while (at < lines.length && !/\.\s*$/.test(lines[at] ?? "")) at++
      continue
    }
    if (NO_ROW.test(line)) {
      hasRule ||= rows.length === 1 && /^[_=]/.test(line.trim())
      continue
    }
    const read = parseRow(lines, at, separator)
    rows.push(read.cells)
    at = read.end
  }
  const [head = [], ...rest] = rows
  return isBold || hasRule ? { header: head, rows: rest } : { header: [], rows }
}

function parseRow(lines: readonly string[], start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = []
  let end = start
  let line = lines[start] ?? ""
  for (;;) {
    const parts = line.split(separator)
    const open = parts.findIndex((part) => part.trim() === "T{")
    for (const part of open === -1 ? parts : parts.slice(0, open)) cells.push(part)
    if (open === -1) break
    const block: string[] = []
    for (end++; end < lines.length && !(lines[end] ?? "").startsWith("T}"); end++) {
      const text = lines[end] ?? ""
      // Only the words of requests are kept.
      block.push(text.replace(/^[.'][ \t]*(?:(?:[BI]|[BIR]{2}|SM|SB)[ \t]+(?=\S)|\S+.*$)/, ""))
    }
    cells.push(block.filter((text) => text.trim() !== "").join(" "))
    const rest = (lines[end] ?? "").replace(/^T\}/, "")
    if (!rest.startsWith(separator)) break
    line = rest.slice(separator.length)
  }
  // A cell that continues the one above, or that is spanned, is empty.
  const shown = cells.slice(0, MAX_COLUMNS).map((cell) => (/^\s*(?:\\\^|[_=])\s*$/.test(cell) ? "" : cell))
  return { cells: shown.map((cell) => roffToMarkdown(cell).trim()), end }
}
