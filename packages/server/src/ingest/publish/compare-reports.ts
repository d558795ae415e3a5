import type { IngestionReport, ReportChanges } from "../../blobs/ingestion-report.ts"

/**
 * Counts the files that a run added, changed and removed.
 *
 * @param served report of the previous index.
 * @returns undefined if there is nothing to compare with: no report, or one that is older than file hashes.
 */
export function compareReports(
  served: IngestionReport | undefined,
  { indexed }: Pick<IngestionReport, "indexed">,
): ReportChanges | undefined {
  if (served === undefined || served.indexed.some(({ hash }) => hash === undefined)) return undefined
  const hashByPath = new Map(served.indexed.map(({ path, hash }) => [path, hash]))
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (const { path, hash } of indexed) {
    const before = hashByPath.get(path)
    counts[before === undefined ? "added" : before === hash ? "unchanged" : "changed"]++
    hashByPath.delete(path)
  }
  return { ...counts, removed: hashByPath.size }
}

/** Maximum number of lost files in a note. */
const NAMED_FILES = 3

/**
 * Describes files that were indexed before but could not be fetched or parsed this time; undefined if there are none.
 */
export function describeLostFiles(
  served: IngestionReport | undefined,
  { failed }: Pick<IngestionReport, "failed">,
): string | undefined {
  const before = new Set(served?.indexed.map(({ path }) => path))
  const lost = failed.filter(({ path }) => before.has(path)).map(({ path }) => path)
  if (lost.length === 0) return undefined
  const names = lost.slice(0, NAMED_FILES).join(", ")
  const more = lost.length > NAMED_FILES ? ` and ${lost.length - NAMED_FILES} more` : ""
  return `indexed before, but could not be read this time and are no longer served: ${names}${more}`
}
