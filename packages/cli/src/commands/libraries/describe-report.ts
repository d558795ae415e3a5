import { type FileReport, formatCount, type LibraryRecord, summariseProblems } from "@lectern/contract"
import { formatSnippets } from "../../terminal/draw-progress.ts"

/** The file report of a library in one line each. */
export interface DescribedReport {
  readonly files: string
  readonly problems: string
  readonly changes: string
}

/** Describes the file report of a library: of the served index, or of the refresh that failed after it. */
export function describeReport(library: LibraryRecord): DescribedReport {
  const { files } = library
  if (files === null) {
    const why = describeMissingReport(library)
    return { files: why, problems: why, changes: why }
  }
  const isFailed = files.isOfFailedJob === true
  const failure = library.state === "error" ? "the first ingestion failed" : "the last refresh failed"
  return {
    files: isFailed ? `${countFiles(files)} (${failure}${describeServed(library)})` : countFiles(files),
    problems: summariseProblems(files) ?? (isFailed ? `unknown: ${failure}` : "none"),
    changes: library.lastJob?.state === "failed" ? `none: ${failure}` : describeChanges(files),
  }
}

/** Says why a library has no file report. */
export function describeMissingReport({ redirectTo, source, lastJob, state }: LibraryRecord): string {
  if (redirectTo !== null) return "unknown: the library has moved"
  if (state === "error") return "none: the first ingestion failed"
  if (state !== "finalized") return "none: not indexed yet"
  const isImport = source.kind === "import" || lastJob?.kind === "import"
  return isImport ? "unknown: the library was imported" : "unknown: the index has no file report"
}

function describeServed({ state }: LibraryRecord): string {
  return state === "error" ? "" : "; the old index is still served"
}

function countFiles({ indexedCount, leftOutCount, failedCount, flaggedCount }: FileReport): string {
  const flagged = flaggedCount === 0 ? [] : [`${formatSnippets(flaggedCount)} flagged`]
  const counts = [`${formatCount(indexedCount)} indexed`, `${formatCount(leftOutCount)} left out`]
  return [...counts, `${formatCount(failedCount)} failed`, ...flagged].join(", ")
}

function describeChanges({ changes }: FileReport): string {
  if (changes === null) return "none: this is the first index"
  const { added, changed, removed, unchanged } = changes
  return Object.entries({ added, changed, removed, unchanged })
    .map(([word, count]) => `${formatCount(count)} ${word}`)
    .join(", ")
}
