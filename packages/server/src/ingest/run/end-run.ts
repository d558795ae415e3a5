import type { Log } from "../../base/log.ts"
import { asError, ServiceError } from "../../base/errors.ts"
import { asStorageError } from "../../base/storage-errors.ts"
import type { JobRecord, JobStore } from "../../catalogue/jobs/records.ts"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import { emitFailed, emitIngested } from "../publish/emit-library-events.ts"
import { IngestionFailed, RunStopped } from "../errors.ts"
import { applySourceChanges, type SourceChanges } from "../publish/apply-source-changes.ts"
import type { PublishingDependencies } from "../publish/publish.ts"
import { type JobLog, logReport } from "./job-log.ts"
import { type JobFailure, retryJob } from "./retry-job.ts"
import { moveTo } from "../states.ts"
import { storeReport } from "../../blobs/stored-report.ts"
import { cancelPendingImports } from "../import/cancel-pending-imports.ts"

/** The reason of the state `error` for a library without an index whose job was cancelled. */
export const CANCELLED_REASON = "it was cancelled"

/** The ending job and, for an ingestion, its library and version. */
export interface EndedRun {
  readonly job: JobRecord
  readonly workerId: string
  /** Missing for an import of several libraries. */
  readonly subject?: { readonly library: LibraryRecord; readonly version: VersionRecord } | undefined
}

type Ending = Parameters<JobStore["finish"]>[2]

/** A failure and, if there is one, its file report. */
interface Failure extends JobFailure {
  readonly report?: IngestionReport
}

/** Ends a run whose source has not changed. The served index stays the same. */
export async function endUnchanged(
  { catalogue, clock, dedicatedHosts }: Pick<PublishingDependencies, "catalogue" | "clock" | "dedicatedHosts">,
  run: EndedRun,
  { news, archiveHash }: { readonly news: SourceChanges; readonly archiveHash?: string | undefined },
): Promise<void> {
  await catalogue.inTransaction(async (inside) => {
    const ending = { state: "succeeded", outcome: "unchanged" } as const
    const hasEnded = await endAll({ catalogue: inside, clock }, run, ending, null)
    const { subject, job } = run
    if (!hasEnded || subject === undefined) return
    const { key, generation } = subject.version
    if (archiveHash !== undefined) await inside.versions.keepArchive(key, generation, archiveHash)
    if (subject.version.tag === "") {
      await applySourceChanges({ catalogue: inside, dedicatedHosts }, subject.library.key, news)
    }
    const { totalSnippets: snippets, totalTokens: tokens } = subject.version
    const read = { jobId: job.id, version: subject.version, outcome: "unchanged", snippets, tokens } as const
    await emitIngested(inside, subject.library.key, { ...read, nowMs: clock.now() })
  })
}

/**
 * Ends a run that threw an error: the job was released or cancelled, is retried, or has failed permanently. The last
 * good index is still served; a library that never had one gets the state `error` with the reason.
 */
export async function endThrown(
  dependencies: PublishingDependencies & { readonly log: Log },
  run: EndedRun & { readonly jobLog: JobLog },
  thrown: unknown,
): Promise<void> {
  const { catalogue, clock, log } = dependencies
  const { job, workerId, jobLog } = run
  const about = { jobId: job.id, libraryId: job.libraryId, attempt: job.attempts }
  if (thrown instanceof RunStopped) {
    log.info({ ...about, cause: thrown.stopCause }, "job stopped")
    jobLog.write("warn", "run stopped", { cause: thrown.stopCause })
    if (thrown.stopCause === "stopping") await catalogue.jobs.release(job.id, workerId)
    if (thrown.stopCause === "cancelled") {
      await endAll(dependencies, run, { state: "cancelled" }, CANCELLED_REASON)
      if (job.kind === "import") await cancelPendingImports(dependencies, job, { reason: CANCELLED_REASON })
    }
    return
  }
  const failure = failureOf(thrown, log, about)
  const { code, message: reason, isRetryable } = failure
  jobLog.write("error", "run failed", { code, reason, isRetryable })
  if (failure.report !== undefined) logReport(jobLog, failure.report)
  const retryAtMs = await retryJob(dependencies, run, failure)
  if (retryAtMs !== undefined) return jobLog.write("info", "retry queued", { at: new Date(retryAtMs).toISOString() })
  log.info({ ...about, code: failure.code, reason: failure.message }, "job failed")
  const ending: Ending = { state: "failed", errorCode: failure.code, errorMessage: failure.message }
  const reportHash = await keepReport(dependencies, failure)
  await endAll(dependencies, run, reportHash === undefined ? ending : { ...ending, reportHash }, failure.message)
  const waiting = { reason: failure.message, failure: { code: failure.code, nowMs: clock.now() } }
  if (job.kind === "import") await cancelPendingImports(dependencies, job, waiting)
}

/**
 * Stores the report. Never throws: if it cannot be stored, for instance on a full disk, the failure itself is still
 * recorded.
 */
async function keepReport(
  dependencies: PublishingDependencies & { readonly log: Log },
  { report }: Failure,
): Promise<string | undefined> {
  if (report === undefined) return undefined
  try {
    return await storeReport(dependencies.blobs, report)
  } catch (error) {
    dependencies.log.warn({ err: error }, "cannot store the report of a failed job")
    return undefined
  }
}

function failureOf(thrown: unknown, log: Log, about: object): Failure {
  const isReported = thrown instanceof IngestionFailed
  const error = asStorageError(isReported ? thrown.cause : thrown)
  const report = isReported ? { report: thrown.report } : {}
  if (!(error instanceof ServiceError) || !error.expected)
    log.error({ ...about, err: error }, "job failed unexpectedly")
  if (error instanceof ServiceError) {
    return { code: error.code, message: error.message, isRetryable: error.retryable, ...report }
  }
  // The message of an unexpected error may contain local paths, so only the log contains it.
  const message = `cannot process the library: internal error (${asError(error).name}). See the log of the server`
  return { code: "internal_error", message, isRetryable: false, ...report }
}

/** @returns false if another worker has taken over the job; nothing changes in that case. */
async function endAll(
  { catalogue, clock }: Pick<PublishingDependencies, "catalogue" | "clock">,
  run: EndedRun,
  ending: Ending,
  reason: string | null,
): Promise<boolean> {
  const { job, workerId, subject } = run
  return catalogue.inTransaction(async (inside) => {
    if (!(await inside.jobs.finish(job.id, workerId, ending))) return false
    // The version is missing if the library was deleted during the run.
    const version = subject && (await inside.versions.get(subject.library.key, subject.version.tag))
    if (version === undefined) return true
    const isServed = version.indexHash !== null
    await moveTo(
      inside,
      version,
      isServed ? "finalized" : "error",
      ending.state === "cancelled" && isServed ? null : reason,
    )
    if (ending.state === "failed" && subject !== undefined) {
      const error = { code: ending.errorCode ?? "internal_error", message: ending.errorMessage ?? "" }
      await emitFailed(inside, subject.library.key, { job, version, error, nowMs: clock.now() })
    }
    return true
  })
}
