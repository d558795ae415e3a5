import type { Block, CodeBlock } from "./document.ts"

/**
 * Joins blocks to one line of Markdown, for a table cell.
 *
 * @param codeText returns the text that replaces a code block.
 */
export function flattenBlocks(blocks: readonly Block[], codeText: (block: CodeBlock) => string): string {
  const parts: string[] = []
  for (const block of blocks) {
    if (block.kind === "heading") parts.push(`**${block.text}**`)
    else if (block.kind === "prose") parts.push(block.markdown)
    else if (block.kind === "table")
      parts.push(
        [block.header, ...block.rows]
          .map((row) => row.join(" "))
          .filter(Boolean)
          .join("; "),
      )
    else parts.push(codeText(block))
  }
  return parts.join(" ").replace(/\s+/g, " ").trim()
}
