import type { Clock } from "../../base/clock.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"

/** Delay before the second run; each further delay is four times as long: 2 s, 8 s. */
const FIRST_RETRY_MS = 2000
const RETRY_FACTOR = 4

/** Why a run failed, in the terms of the API. */
export interface JobFailure {
  readonly code: string
  readonly message: string
  /** True if a later run may succeed, for instance after the host timed out. */
  readonly isRetryable: boolean
}

/**
 * Queues a failed job again, after a delay, if its failure is retryable and it has attempts left.
 *
 * @returns the time of the retry in epoch milliseconds; undefined if the job has failed permanently.
 */
export async function retryJob(
  { catalogue, clock, log }: { readonly catalogue: Catalogue; readonly clock: Clock; readonly log: Log },
  { job, workerId }: { readonly job: JobRecord; readonly workerId: string },
  { code, message, isRetryable }: JobFailure,
): Promise<number | undefined> {
  if (!isRetryable || job.attempts >= job.maxAttempts) return undefined
  const waitMs = FIRST_RETRY_MS * RETRY_FACTOR ** (job.attempts - 1)
  const about = { jobId: job.id, libraryId: job.libraryId, attempt: job.attempts }
  log.info({ ...about, code, reason: message, waitMs }, "job will be retried")
  const retryAtMs = clock.now() + waitMs
  await catalogue.jobs.retryLater(job.id, workerId, { runAfterMs: retryAtMs, errorCode: code, errorMessage: message })
  return retryAtMs
}
