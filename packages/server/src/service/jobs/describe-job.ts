import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { JOB_STAGES, type Job, type JobKind, type StageProgress } from "@lectern/contract"
import type { JobRecord } from "../../catalogue/jobs/records.ts"

/** Converts a job to its form in the contract. */
export function describeJob(job: JobRecord): Job {
  const isRunning = job.state === "running"
  return {
    id: job.id,
    kind: kindOf(job),
    libraryId: job.libraryId ?? "",
    versionTag: job.versionTag === "" ? null : job.versionTag,
    state: job.state,
    stage: isRunning ? job.stage : null,
    progress: progressOf(job),
    attempt: job.attempts,
    error: errorOf(job),
    cancelRequested: job.isCancelRequested,
    createdAt: timestamp(job.createdAtMs),
    startedAt: timestampOrNull(job.startedAtMs),
    finishedAt: timestampOrNull(job.finishedAtMs),
    nextAttemptAt: job.state === "queued" && job.attempts > 0 ? timestamp(job.runAfterMs) : null,
  }
}

function kindOf(job: JobRecord): JobKind {
  if (job.kind === "import") return "import"
  if (job.versionTag !== "") return "version"
  return job.payload.cause ?? "refresh"
}

/** Returns the progress of each stage reached so far. Completed stages have a total. */
function progressOf(job: JobRecord): Job["progress"] {
  const { filesTotal, filesDone, filesLeftOut, filesFailed, snippets } = job.progress
  const hasSucceeded = job.state === "succeeded"
  const wasUnchanged = hasSucceeded && job.payload.outcome === "unchanged"
  const reached = wasUnchanged
    ? 1
    : hasSucceeded
      ? JOB_STAGES.length
      : job.stage === null
        ? 0
        : JOB_STAGES.indexOf(job.stage) + 1
  if (reached === 0) return {}
  const isPast = (stage: number) => reached > stage
  const progress: Job["progress"] = {
    fetching: fetchingOf(job.progress, isPast(1)),
  }
  if (reached >= 2) {
    const done = Math.min(filesTotal, filesDone + filesLeftOut + filesFailed)
    progress.parsing = { done, total: filesTotal, unit: "files" }
  }
  if (reached >= 3) progress.indexing = { done: snippets, total: isPast(3) ? snippets : null, unit: "snippets" }
  if (reached >= 4) progress.publishing = { done: hasSucceeded ? snippets : 0, total: snippets, unit: "snippets" }
  return progress
}

/**
 * Returns the progress of fetching. A website reports its number of pages while it is fetched; other sources report
 * theirs afterwards.
 */
function fetchingOf({ filesTotal, pages }: JobRecord["progress"], isPast: boolean): StageProgress {
  if (pages !== undefined) return { done: pages.fetched, total: pages.found, unit: "pages" }
  return { done: filesTotal, total: isPast ? filesTotal : null, unit: "files" }
}

function errorOf(job: JobRecord): Job["error"] {
  if (job.errorCode === null) return null
  // A job that failed before its last attempt had an error that retrying cannot fix.
  const retryable = job.state === "queued" || (job.state === "failed" && job.attempts > 1)
  return { code: job.errorCode, message: job.errorMessage ?? job.errorCode, retryable }
}
