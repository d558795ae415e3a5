/** The longest pages seen have 110,000 characters. */
const MAX_CHARS = 150_000
const MAX_LINE_CHARS = 20_000
/** Lines without a blank one between them; a paragraph of this length takes a tenth of a second. */
const MAX_RUN_LINES = 600
/** Constructs whose cost grows with the square of their number in the parser; real pages have a few dozen. */
const MAX_UNDERLINES = 400
const MAX_QUOTED_LINES = 1_000

/** Long runs of markers and very deep nesting. */
const PATHOLOGICAL =
  /([[\]*_<>{}()`!~|\\&])\1{300}|(?:> ?|[*+-] ){60}|^[ \t]{400}|(?:\[[^[\]\n]{0,3}){200}|(?:[*_]{1,3}[^\s*_]{1,3} ?){200}|(?:<[^<>\n]{0,3}){200}/m

/**
 * Tells whether a text has a shape on which the MDX parser would need more than linear time. Such pages are read as Markdown,
 * which takes a few milliseconds for any of them.
 */
export function exceedsMdxLimits(text: string): boolean {
  if (text.length > MAX_CHARS || PATHOLOGICAL.test(text)) return true
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
