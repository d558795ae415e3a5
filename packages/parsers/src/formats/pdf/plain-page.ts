import { type PositionedText, rowsOf } from "./restore-code.ts"

/** A gap between lines of more than this many times the usual distance ends a paragraph. */
const PARAGRAPH_GAP = 1.4
/** Characters of fonts that have no mapping to text. */
const ILLEGIBLE = /[\ufffd\ue000-\uf8ff]/g
const MAX_ILLEGIBLE_SHARE = 0.05

/**
 * Joins the text runs of a page into paragraphs, for pages whose layout could not be detected.
 *
 * @returns empty text if the page has none, or if its font has no mapping to text.
 */
export function plainPage(texts: readonly PositionedText[]): string {
  const lines = linesOf(texts)
  const whole = lines.map(({ text }) => text).join("")
  if ((whole.match(ILLEGIBLE)?.length ?? 0) > whole.length * MAX_ILLEGIBLE_SHARE) return ""
  const gaps = lines.slice(1).map(({ y }, index) => (lines[index]?.y ?? y) - y)
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  return lines
    .map(({ text }, index) => {
      const gap = gaps[index - 1] ?? 0
      const isNew = index > 0 && (gap > usual * PARAGRAPH_GAP || gap < 0)
      return `${index === 0 ? "" : isNew ? "\n" : " "}${unmarked(text)}`
    })
    .join("")
}

/** Removes characters at the start of plain text that would be Markdown markup. */
export function unmarked(line: string): string {
  return line.replace(/^(?:#{1,6} |```|\|)/, "")
}

function linesOf(texts: readonly PositionedText[]): { readonly y: number; readonly text: string }[] {
  return rowsOf(texts)
    .map((row) => ({
      y: row[0]?.y ?? 0,
      text: row
        .map(({ text }) => text.trim())
        .join(" ")
        .trim(),
    }))
    .filter(({ text }) => text !== "")
}
