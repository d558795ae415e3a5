/** The longest page seen has 110,000 characters. */
const MAX_CHARS = 150_000
const MAX_LINE_CHARS = 20_000
/** Maximum run of lines without a blank line; a paragraph of this length takes 0.1 s. */
const MAX_RUN_LINES = 600
/** Constructs for which the parser takes quadratic time; real pages have a few dozen. */
const MAX_UNDERLINES = 400
const MAX_QUOTED_LINES = 1_000

/** Long runs of one marker and very deep nesting. */
const PATHOLOGICAL: readonly RegExp[] = [/([[\]*_<>{}()`!~|\\&])\1{300}/, /(?:> ?|[*+-] ){60}/, /^[ \t]{400}/m]
/** Markers with hardly anything between them; no real page has this many in a row. */
const MAX_ROW = 200
/** The parser starts again at each unclosed brace; code has more braces in a row. */
const MAX_BRACE_ROW = 300
const ROWS: readonly (readonly [RegExp, number])[] = [
  [/\[[^[\]\n]{0,3}/g, MAX_ROW],
  [/[*_]{1,3}[^\s*_]{1,3} ?/g, MAX_ROW],
  [/<[^<>\n]{0,3}/g, MAX_ROW],
  [/[{}][^{}\n]{0,8}/g, MAX_BRACE_ROW],
]

/**
 * Returns true for text that would take the MDX parser more than linear time. Such pages are parsed as Markdown, which
 * takes a few milliseconds.
 */
export function exceedsMdxLimits(text: string): boolean {
  if (text.length > MAX_CHARS || PATHOLOGICAL.some((shape) => shape.test(text)) || hasLongRow(text)) return true
  let runLines = 0
  let underlines = 0
  let quotedLines = 0
  for (const line of text.split("\n")) {
    runLines = line.trim() === "" ? 0 : runLines + 1
    if (/^ {0,3}(?:=+|-+)\s*$/.test(line)) underlines++
    if (/^ {0,3}>/.test(line)) quotedLines++
    if (line.length > MAX_LINE_CHARS || runLines > MAX_RUN_LINES) return true
  }
  return underlines > MAX_UNDERLINES || quotedLines > MAX_QUOTED_LINES
}

function hasLongRow(text: string): boolean {
  return ROWS.some(([marker, limit]) => {
    let count = 0
    let end = -1
    for (const { 0: found, index } of text.matchAll(marker)) {
      count = index === end ? count + 1 : 1
      if (count >= limit) return true
      end = index + found.length
    }
    return false
  })
}
