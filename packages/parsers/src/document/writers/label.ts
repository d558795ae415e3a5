import type { BlockWriter } from "../block-writer.ts"
import type { LineSpan } from "../document.ts"

/** Writes a line in bold above what it labels: the name of a tab, a caption, a summary. */
export function writeLabel(writer: BlockWriter, markdown: string, lines: LineSpan): void {
  writer.paragraph(boldLine(markdown), lines)
}

/** Sets a line in bold; bold text inside of it loses its own marks. */
export function boldLine(markdown: string): string {
  const line = markdown.replaceAll("**", "").trim()
  return line === "" ? "" : `**${line}**`
}
