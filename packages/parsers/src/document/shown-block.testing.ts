import type { Block } from "./document.ts"

/** Shows the content of a block, preceded by its kind unless it is prose, and followed by the title of code. */
export function shown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`
    case "prose":
      return block.markdown
    case "code":
      return `code:${block.code}${block.title === undefined ? "" : ` (${block.title})`}`
    case "table":
      return `table:${[block.header, ...block.rows].map((row) => row.join(" | ")).join(" / ")}`
  }
}
