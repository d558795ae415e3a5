import type { BlockWriter } from "../block-writer.ts"
import type { LineSpan } from "../document.ts"
import type { FirstHeading } from "../labels/open-labels.ts"

/** Writes a bold line above the content that it labels, such as the name of a tab, a caption or a summary. */
export function writeLabel(writer: BlockWriter, markdown: string, lines: LineSpan): void {
  writer.paragraph(boldLine(markdown), lines)
}

/**
 * Opens a container whose label is only shown above content: a tab with only a picture has none.
 *
 * @param heading the first one in the container, if it is known.
 * @returns closes the container.
 */
export function openLabel(writer: BlockWriter, markdown: string, lines: LineSpan, heading?: FirstHeading): () => void {
  return writer.openLabel(boldLine(markdown), lines, heading)
}

/** Makes a line bold; bold text inside it loses its own markup. */
export function boldLine(markdown: string): string {
  const line = markdown.replaceAll("**", "").trim()
  return line === "" ? "" : `**${line}**`
}
