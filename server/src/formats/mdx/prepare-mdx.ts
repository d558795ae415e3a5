import { FenceTracker } from "../includes/fences.ts"

const IMPORT = /^import\s[^'"\n]{0,1000}["'][^'"\n]{1,1000}["'];?\s*$/
const HEADING_ID = /^(#{1,6}\s[^\n]*?)\s*\{#([\w:.-]+)\}\s*$/

/**
 * Makes of a page what MDX reads, as Docusaurus does: ids of headings and comments of HTML in the form of MDX. Imports
 * are dropped: they show nothing, and pages that were put together have some twice, which MDX refuses. Lines stay lines.
 */
export function prepareMdx(text: string): string {
  const fences = new FenceTracker()
  let isComment = false
  const lines = text.split("\n").map((line) => {
    if (isComment) {
      isComment = !line.includes("-->")
      return isComment ? "" : line.slice(line.indexOf("-->") + 3)
    }
    const wasInside = fences.isInside
    fences.next(line)
    if (wasInside || fences.isInside) return line
    if (IMPORT.test(line)) return ""
    if (line.trimStart().startsWith("<!--")) {
      const end = line.indexOf("-->")
      isComment = end < 0
      return isComment ? "" : line.slice(end + 3)
    }
    return line.replace(HEADING_ID, "$1 {/* #$2 */}")
  })
  // A comment that never ends is text.
  return isComment ? text : lines.join("\n")
}
