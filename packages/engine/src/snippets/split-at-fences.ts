/** The line that opens a fence. */
const FENCE = /^(`{3,})[^`]*$/

/** A block of code without its fence, or the text between two blocks. */
export interface TextPart {
  readonly isCode: boolean
  readonly text: string
}

/** Splits a text into its blocks of code and the text around them, in linear time. A fence that is not closed ends with the text. */
export function splitAtFences(text: string): readonly TextPart[] {
  const parts: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }]
  let fence: string | undefined
  for (const line of text.split("\n")) {
    const opened = fence === undefined ? FENCE.exec(line)?.[1] : undefined
    if (opened === undefined && line !== fence) parts.at(-1)?.lines.push(line)
    else {
      fence = opened
      parts.push({ isCode: opened !== undefined, lines: [] })
    }
  }
  return parts.map(({ isCode, lines }) => ({ isCode, text: lines.join("\n") }))
}
