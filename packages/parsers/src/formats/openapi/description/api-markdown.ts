import { BlockWriter } from "../../../document/block-writer.ts"
import { writeMarkdown } from "../../markdown/parse-markdown.ts"

/** Descriptions have no line numbers that a link could point to. */
export const NO_LINES = { start: 1, end: 1 } as const

/** Text without line breaks and tags needs no parser. */
const PLAIN_LINE = /^[^\n<]*$/

/**
 * Writes the Markdown of a description into a page.
 *
 * @param headingLevel its headings are placed below this level; with 0 they become bold lines, because the page has its
 *   own headings.
 */
export function addMarkdown(writer: BlockWriter, markdown: string | undefined, headingLevel = 0): void {
  if (markdown === undefined) return
  const text = markdown.replaceAll(/\r\n?/g, "\n")
  if (PLAIN_LINE.test(text) && !/^\s*(?:[#>|-]|```)/.test(text)) return writer.paragraph(text, NO_LINES)
  const inner = new BlockWriter(text.split("\n").length)
  writeMarkdown(text, 1, inner)
  for (const block of inner.finish().document.blocks) {
    switch (block.kind) {
      case "heading":
        if (headingLevel === 0) writer.paragraph(`**${block.text}**`, NO_LINES)
        else writer.heading(headingLevel + block.level, block.text, NO_LINES)
        break
      case "prose":
        writer.paragraph(block.markdown, NO_LINES)
        break
      case "code":
        writer.code(block.language, block.code, NO_LINES, block.title)
        break
      case "table":
        writer.table(block.header, block.rows, NO_LINES)
        break
    }
  }
}

/** Writes a table unless it has no rows. */
export function addTable(writer: BlockWriter, header: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length > 0) writer.table(header, rows, NO_LINES)
}
