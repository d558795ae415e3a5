import type { LeftOutReason, SourceItem } from "../base/source-file.ts"
import type { LeftOutPath } from "./filter-paths.ts"

/** Maximum number of files per reason that are listed. The others are counted, to keep reports short. */
const NAMED_PER_REASON = 1_000
/** Maximum number of file extensions that are counted separately. */
const MAX_ENDINGS = 300

/** Counts files that are not documentation by extension. */
export interface NonDocumentationFiles {
  add(ending: string): void
  /** @returns one item per extension (`*.png`, "412 files"), most files first. */
  items(): readonly SourceItem[]
}

/** Creates an empty count. */
export function countNonDocumentation(): NonDocumentationFiles {
  const counts = new Map<string, number>()
  return {
    add(ending) {
      const key = counts.has(ending) || counts.size < MAX_ENDINGS ? ending : "*"
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    items() {
      const most = [...counts].toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1))
      return most.map(([ending, count]) => ({
        kind: "left-out",
        path: ending === "" ? "*" : `*.${ending}`,
        reason: "not_documentation",
        detail: `${filesInWords(count)}${ending === "" ? " without an extension" : ""}`,
        fileCount: count,
      }))
    },
  }
}

/**
 * Creates report items of excluded files: the first ones of each reason, and the number of the others.
 *
 * @returns items in the given order, then one per reason with more files (`*`, "79,000 more files").
 */
export function leftOutItems(leftOut: readonly LeftOutPath[]): readonly SourceItem[] {
  const counts = new Map<LeftOutReason, number>()
  const items: SourceItem[] = []
  for (const entry of leftOut) {
    const count = (counts.get(entry.reason) ?? 0) + 1
    counts.set(entry.reason, count)
    if (count <= NAMED_PER_REASON) items.push({ kind: "left-out", ...entry })
  }
  for (const [reason, count] of counts) {
    if (count <= NAMED_PER_REASON) continue
    const more = count - NAMED_PER_REASON
    items.push({ kind: "left-out", path: "*", reason, detail: filesInWords(more, "more "), fileCount: more })
  }
  return items
}

function filesInWords(count: number, word = ""): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "file" : "files"}`
}
