import type { LeftOutReason, SourceItem } from "../base/source-file.ts"
import type { LeftOutPath } from "./filter-paths.ts"

/** Files of one reason that are named one by one; the rest are counted, so that a report stays readable. */
const NAMED_PER_REASON = 1_000
/** Endings that are counted apart. */
const MAX_ENDINGS = 300

/** Counts files that are not documentation by their ending. */
export interface NonDocumentationFiles {
  add(ending: string): void
  /** @returns one item per ending (`*.png`, "412 files"), most files first. */
  items(): readonly SourceItem[]
}

/** Makes an empty count. */
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
 * Makes report items of left-out files, naming the first of each reason and counting the rest.
 *
 * @returns items in the order given, then one per reason that has more (`*`, "79,000 more files").
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
