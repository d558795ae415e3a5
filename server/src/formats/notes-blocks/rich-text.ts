import { z } from "zod"

const annotations = z.object({ bold: z.boolean().catch(false), code: z.boolean().catch(false) })
const item = z.object({
  type: z.string().catch("text"),
  plain_text: z.string().catch(""),
  annotations: annotations.catch({ bold: false, code: false }),
  equation: z.object({ expression: z.string() }).optional().catch(undefined),
})

/** Text with marks, as the API writes it everywhere. */
export const RichText = z.array(item).catch([])
export type RichText = z.infer<typeof RichText>

/** Writes text with marks as Markdown: code, strong text and formulas; of links their text. */
export function markdownOf(text: RichText): string {
  return (
    text
      .map(({ plain_text: plain, annotations: marks, equation }) => {
        if (equation !== undefined) return `$${equation.expression}$`
        if (marks.code) return surround(plain, "`")
        return marks.bold ? surround(plain, "**") : plain
      })
      .join("")
      // Neighbours with the same marks are one.
      .replaceAll("****", "")
  )
}

/** Gives the words without any marks. */
export function plainOf(text: RichText): string {
  return text.map(({ plain_text: plain }) => plain).join("")
}

/** White space stays outside of marks, where Markdown wants it. */
function surround(text: string, mark: string): string {
  const inner = text.trim()
  if (inner === "" || (mark === "`" && inner.includes("`"))) return text
  const start = text.length - text.trimStart().length
  return text.slice(0, start) + mark + inner + mark + text.slice(start + inner.length)
}
