import type { Block } from "./document.ts"

/** What a block shows, with its kind in front where it is no prose, and the title of code behind it. */
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
