import { type FileReport, isMissingInclude, LIMITS } from "@lectern/contract"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"

const MAX_LISTED = LIMITS.fileReportMaxCount

/** Converts a file report to its form in the contract: lists are truncated, counts are complete. */
export function describeReport({ indexed, leftOut, failed, notes, changes, findings }: IngestionReport): FileReport {
  const leftOutByReason: Record<string, number> = {}
  for (const { reason, fileCount = 1 } of leftOut) leftOutByReason[reason] = (leftOutByReason[reason] ?? 0) + fileCount
  const withProblems = indexed.filter(({ problems }) => problems.length > 0)
  return {
    indexedCount: indexed.length,
    leftOutCount: leftOut.reduce((sum, { fileCount = 1 }) => sum + fileCount, 0),
    failedCount: failed.length,
    problemCount: withProblems.length,
    missingIncludeCount: withProblems.flatMap(({ problems }) => problems.filter(isMissingInclude)).length,
    leftOutByReason,
    leftOut: leftOut.slice(0, MAX_LISTED).map(({ path, reason, detail }) => ({ path, reason, detail })),
    failed: failed.slice(0, MAX_LISTED).map((problem) => ({ ...problem })),
    problems: withProblems.slice(0, MAX_LISTED).map(({ path, problems }) => ({ path, problems: [...problems] })),
    notes: notes.slice(0, MAX_LISTED),
    changes: changes ?? null,
    flaggedCount: findings?.count ?? 0,
    flagged: (findings?.listed ?? []).map(({ headingPath, ...flagged }) => ({
      ...flagged,
      kinds: [...flagged.kinds],
      rules: [...flagged.rules],
      heading: headingPath.join(" > "),
    })),
  }
}
