import { createHash } from "node:crypto"

/** Identifies a selection of pages, regardless of their order; empty for all pages. */
export function choiceWord(pageIds: readonly string[] | undefined): string {
  if (pageIds === undefined) return ""
  const sorted = [...new Set(pageIds)].toSorted()
  return `#${createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 12)}`
}
