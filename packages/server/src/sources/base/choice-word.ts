import { createHash } from "node:crypto"

/** Identifies a choice of pages, in whatever order they are named; empty for all pages. */
export function choiceWord(pageIds: readonly string[] | undefined): string {
  if (pageIds === undefined) return ""
  const sorted = [...new Set(pageIds)].toSorted()
  return `#${createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 12)}`
}
