import type { PdfPage } from "./pdf-pages.ts"

/** Number of lines at the top and bottom of a page that are checked for running headers and footers. */
const EDGE_DEPTH = 3
/** A line is a running header or footer if it is at the edge of this many pages … */
const MIN_PAGES = 3
/** … each at most this far from the next, because left and right pages may have different ones. */
const MAX_GAP = 2

type Edge = "top" | "bottom"

/**
 * Removes running headers and footers: titles of books and chapters, names, page numbers. The first occurrence of a
 * heading is kept.
 */
export function dropRunningLines(pages: readonly PdfPage[]): PdfPage[] {
  const lines = pages.map(({ markdown }) => markdown.split("\n").filter((line) => line.trim() !== ""))
  const kept = pages.map((page, index) => ({ page, lines: lines[index] ?? [] }))
  const seenHeadings = firstHeadings(kept)
  for (const edge of ["top", "bottom"] as const) {
    for (let round = 0; round < EDGE_DEPTH; round++) {
      if (!peel(kept, edge, seenHeadings)) break
    }
  }
  return kept.map(({ page, lines: rest }, index) =>
    rest.length === lines[index]?.length ? page : { ...page, markdown: rest.join("\n") },
  )
}

interface KeptPage {
  readonly page: PdfPage
  lines: string[]
}

/** Removes the outermost line of every page where it is a running line. @returns whether any was removed. */
function peel(pages: readonly KeptPage[], edge: Edge, firstPageOf: ReadonlyMap<string, number>): boolean {
  const pagesOf = new Map<string, number[]>()
  for (const { page, lines } of pages) {
    for (const key of keysOf(outermost(lines, edge), page.number)) {
      pagesOf.set(key, [...(pagesOf.get(key) ?? []), page.number])
    }
  }
  const running = new Map([...pagesOf].map(([key, numbers]) => [key, new Set(neighbours(numbers))]))
  let isAny = false
  for (const kept of pages) {
    const line = outermost(kept.lines, edge)
    const { number } = kept.page
    const isRunning = keysOf(line, number).some((key) => running.get(key)?.has(number))
    const isFirstHeading = line?.startsWith("#") === true && firstPageOf.get(plain(line)) === number
    if (!isRunning || isFirstHeading) continue
    kept.lines = edge === "top" ? kept.lines.slice(1) : kept.lines.slice(0, -1)
    isAny = true
  }
  return isAny
}

function outermost(lines: readonly string[], edge: Edge): string | undefined {
  const line = edge === "top" ? lines[0] : lines.at(-1)
  // Table rows and ends of code blocks repeat naturally.
  return line === undefined || /^(?:\||```)/.test(line) ? undefined : line
}

/**
 * Returns the keys of a line: its text and, if a number in it increases with the pages, its text without that number.
 */
function keysOf(line: string | undefined, pageNumber: number): readonly string[] {
  if (line === undefined) return []
  const text = plain(line)
  const numbers = text.match(/\d+/g) ?? []
  if (line.startsWith("#") || numbers.length === 0 || numbers.length > 3) return text === "" ? [] : [text]
  return [text, ...numbers.map((digits) => `${Number(digits) - pageNumber} ${text.replace(digits, "\0")}`)]
}

/** Returns the page numbers that form a long enough sequence, with small gaps allowed. */
function neighbours(numbers: readonly number[]): readonly number[] {
  const rows: number[][] = []
  for (const number of numbers) {
    const row = rows.at(-1)
    if (row !== undefined && number - (row.at(-1) ?? 0) <= MAX_GAP) row.push(number)
    else rows.push([number])
  }
  return rows.filter((row) => row.length >= MIN_PAGES).flat()
}

function firstHeadings(pages: readonly KeptPage[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const { page, lines } of pages) {
    for (const line of lines) {
      const text = line.startsWith("#") ? plain(line) : ""
      if (text !== "" && !first.has(text)) first.set(text, page.number)
    }
  }
  return first
}

function plain(line: string): string {
  return line
    .replace(/^#+ /, "")
    .replaceAll(/<\/?u>|[*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
}
