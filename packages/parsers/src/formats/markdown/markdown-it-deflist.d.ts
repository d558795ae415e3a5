declare module "markdown-it-deflist" {
  import type { MarkdownIt } from "markdown-it"

  /** Adds definition lists (`term` and `: definition`) to markdown-it. */
  const deflist: (engine: MarkdownIt) => void
  export default deflist
}
