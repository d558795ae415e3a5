import { z } from "zod"

const mark = z.boolean().catch(false)
const annotations = z.object({ bold: mark, code: mark, strikethrough: mark })
const item = z.object({
  type: z.string().catch("text"),
  plain_text: z.string().catch(""),
  annotations: annotations.catch({ bold: false, code: false, strikethrough: false }),
  equation: z.object({ expression: z.string() }).optional().catch(undefined),
})

/** Text with formatting, as the API returns it everywhere. */
export const RichText = z.array(item).catch([])
/** Text with formatting, after validation. */
export type RichText = z.infer<typeof RichText>

/** Writes rich text as Markdown: code, bold and struck-through text and formulas; links become their text. */
export function markdownOf(text: RichText): string {
  return (
    text
      .map(({ plain_text: plain, annotations: marks, equation }) => {
        if (equation !== undefined) return `$${equation.expression}$`
        if (marks.code) return surround(plain, "`")
        const struck = marks.strikethrough ? surround(plain, "~~") : plain
        return marks.bold ? surround(struck, "**") : struck
      })
      .join("")
      // Neighbouring parts with the same formatting are merged.
      .replaceAll("****", "")
      .replaceAll("~~~~", "")
  )
}

/** Returns the text without formatting. */
export function plainOf(text: RichText): string {
  return text.map(({ plain_text: plain }) => plain).join("")
}

/** Puts marks around the words of a text, without the whitespace at its ends, as Markdown requires. */
function surround(text: string, mark: string): string {
  const inner = text.trim()
  if (inner === "" || (mark === "`" && inner.includes("`"))) return text
  const start = text.length - text.trimStart().length
  return text.slice(0, start) + mark + inner + mark + text.slice(start + inner.length)
}
