import { setTimeout as delay } from "node:timers/promises"
import { isFinalJobState, type Job, type JobState, type ListJobsResponse } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import { InvalidInput } from "../base/errors.ts"
import type { JobRecord } from "../catalogue/records.ts"
import { stopJob } from "../ingest/stop-job.ts"
import { describeJob } from "./describe-job.ts"
import { JobMissing } from "./errors.ts"
import { findLibrary } from "./find-library.ts"
import { importJobOf } from "./import-jobs.ts"
import { allow, type ServiceContext } from "./service-context.ts"

/** Time between two looks at a job that is followed. */
const FOLLOW_INTERVAL_MS = 200

/** Which jobs to list. */
export interface ListJobsRequest {
  readonly state?: JobState | undefined
  readonly libraryId?: string | undefined
  readonly limit: number
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * Lists jobs, newest first.
 *
 * @throws {LibraryMissing} when jobs of an unknown library are asked for. @throws {InvalidInput} for a foreign cursor.
 */
export async function listJobs(
  context: ServiceContext,
  caller: Caller,
  request: ListJobsRequest,
): Promise<ListJobsResponse> {
  allow(context, caller, "readJobs")
  const { state, libraryId, limit } = request
  const offset = request.cursor === undefined ? 0 : offsetOf(request.cursor)
  const library = libraryId === undefined ? undefined : await findLibrary(context, caller, libraryId)
  const importJob = library === undefined ? undefined : await importJobOf(context, library)
  if (importJob !== undefined) {
    const isAsked = offset === 0 && (state === undefined || importJob.state === state)
    return { jobs: isAsked ? [describeJob(importJob)] : [], nextCursor: null }
  }
  // One more than the page tells whether there is another.
  const found = await context.catalogue.jobs.list({
    offset,
    limit: limit + 1,
    ...(state === undefined ? {} : { state }),
    ...(library === undefined ? {} : { libraryKey: library.key }),
  })
  return {
    jobs: found.slice(0, limit).map(describeJob),
    nextCursor: found.length > limit ? cursorOf(offset + limit) : null,
  }
}

/** Tells how a job stands. @throws {JobMissing} */
export async function readJob(context: ServiceContext, caller: Caller, jobId: string): Promise<Job> {
  allow(context, caller, "readJobs")
  return describeJob(await findJob(context, jobId))
}

/**
 * Stops a job: a queued one at once, a running one as soon as its worker hears of it. A finished job stays as it is.
 *
 * @throws {JobMissing} @throws {Forbidden} when someone else asked for the job and the caller is no admin.
 */
export async function cancelJob(context: ServiceContext, caller: Caller, jobId: string): Promise<Job> {
  allow(context, caller, "cancelOwnJob")
  const job = await findJob(context, jobId)
  const isOwn = caller.kind === "user" && job.requestedBy === caller.userKey
  if (!isOwn) allow(context, caller, "cancelAnyJob")
  const cancelled = await stopJob(context, jobId)
  await context.follower.catchUp()
  return describeJob(cancelled ?? job)
}

/**
 * Follows a job: gives its state at once, then at every change, and last in its final state.
 *
 * @param signal ends the iteration without an error, for instance when the listener has gone.
 * @throws {JobMissing} before the first value.
 */
export async function* followJob(
  context: ServiceContext,
  caller: Caller,
  jobId: string,
  signal: AbortSignal,
): AsyncGenerator<Job, void, undefined> {
  let shown = ""
  let job = await readJob(context, caller, jobId)
  for (;;) {
    const text = JSON.stringify(job)
    if (text !== shown) yield job
    shown = text
    if (isFinalJobState(job.state) || !(await pause(signal))) return
    job = await readJob(context, caller, jobId)
  }
}

/** @returns false when the signal ended the wait. */
async function pause(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  try {
    await delay(FOLLOW_INTERVAL_MS, undefined, { signal, ref: false })
    return true
  } catch {
    // The only way to fail: nobody listens any more.
    return false
  }
}

async function findJob(context: ServiceContext, jobId: string): Promise<JobRecord> {
  const job = await context.catalogue.jobs.byId(jobId)
  if (job === undefined) throw new JobMissing(jobId)
  return job
}

function cursorOf(offset: number): string {
  return Buffer.from(`from:${offset}`).toString("base64url")
}

function offsetOf(cursor: string): number {
  const [, digits] = /^from:(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? []
  if (digits === undefined) throw new InvalidInput("cursor: is not one that a page before gave")
  return Number(digits)
}
