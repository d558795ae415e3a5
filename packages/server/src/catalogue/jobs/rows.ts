import type { Selectable } from "kysely"
import type { JobProgress, JobRecord, NewJob } from "./records.ts"
import type { JobTable } from "../schema/jobs.ts"
import { newRowKey } from "../engines/row-key.ts"

/** Number of attempts before a retryable failure is final. */
const DEFAULT_MAX_ATTEMPTS = 3

/** Progress of a job that has not started. */
export const NO_PROGRESS: JobProgress = {
  filesTotal: 0,
  filesDone: 0,
  filesLeftOut: 0,
  filesFailed: 0,
  snippets: 0,
  tokens: 0,
}

/** Converts a row to a record. Lectern wrote the JSON columns itself, so they are not validated. */
export function toJob(row: Selectable<JobTable>): JobRecord {
  return {
    id: row.id,
    kind: row.kind as JobRecord["kind"],
    libraryKey: row.library_key,
    libraryId: row.library_id,
    versionTag: row.version_tag,
    tenant: row.tenant,
    state: row.state as JobRecord["state"],
    stage: row.stage as JobRecord["stage"],
    progress: JSON.parse(row.progress) as JobRecord["progress"],
    payload: JSON.parse(row.payload) as JobRecord["payload"],
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    runAfterMs: row.run_after_ms,
    workerId: row.worker_id,
    heartbeatAtMs: row.heartbeat_at_ms,
    isCancelRequested: row.is_cancel_requested === 1,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    reportHash: row.report_hash,
    requestedBy: row.requested_by,
    createdAtMs: row.created_at_ms,
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms,
  }
}

/** Creates the row of a job that is due immediately. */
export function newJobRow(job: NewJob, sequence: number, nowMs: number): Selectable<JobTable> {
  return {
    id: newRowKey(),
    sequence,
    kind: job.kind,
    library_key: job.libraryKey,
    library_id: job.libraryId,
    version_tag: job.versionTag,
    tenant: job.tenant ?? "",
    state: "queued",
    stage: null,
    progress: JSON.stringify(NO_PROGRESS),
    payload: JSON.stringify(job.payload),
    bundle_hash: job.payload.bundleHash ?? null,
    attempts: 0,
    max_attempts: job.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
    run_after_ms: nowMs,
    worker_id: null,
    heartbeat_at_ms: null,
    is_cancel_requested: 0,
    error_code: null,
    error_message: null,
    report_hash: null,
    requested_by: job.requestedBy,
    created_at_ms: nowMs,
    started_at_ms: null,
    finished_at_ms: null,
  }
}
