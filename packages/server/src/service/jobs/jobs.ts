import { waitUnlessAborted } from "../../base/pause.ts"
import { isFinalJobState, type Job, type JobLogResponse, type JobState, type ListJobsResponse } from "@lectern/contract"
import { authorize, type Authorized, hasPermission } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidApiKey } from "../../access/errors.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { stopJob } from "../../ingest/run/stop-job.ts"
import { describeJob } from "./describe-job.ts"
import { JobMissing } from "../errors.ts"
import { findReviewedLibrary } from "../libraries/lookup/find-library.ts"
import { importJobOf } from "./import-jobs.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { listVisible, readVisible } from "./job-visibility.ts"
import type { JobServices } from "./job-services.ts"

/** Time between two checks of a followed job. */
const FOLLOW_INTERVAL_MS = 200
/** All followed jobs together are checked about this often, which takes a tenth of a core. */
const MAX_CHECKS_PER_SECOND = 500

export interface ListJobsRequest {
  readonly state?: JobState | undefined
  readonly libraryId?: string | undefined
  readonly limit: number
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined
}

/**
 * Lists jobs of libraries that the caller can see, newest first.
 *
 * @throws {LibraryMissing} if the requested library is unknown. @throws {InvalidInput} for an invalid cursor.
 */
export async function listJobs(
  context: JobServices,
  caller: Authorized<"readJobs">,
  request: ListJobsRequest,
): Promise<ListJobsResponse> {
  const { state, libraryId, limit } = request
  const beforeId = request.cursor === undefined ? undefined : readCursor(request.cursor)
  const library = libraryId === undefined ? undefined : await findReviewedLibrary(context, caller, libraryId)
  const importJob = library === undefined ? undefined : await importJobOf(context, library)
  if (importJob !== undefined) {
    const isAsked = beforeId === undefined && (state === undefined || importJob.state === state)
    return { jobs: isAsked ? [describeJob(importJob)] : [], nextCursor: null }
  }
  // One more than the page, to find out whether there is another page.
  const found = await listVisible(context, await visibleLibrariesFor(context, caller), {
    limit: limit + 1,
    state,
    libraryKey: library?.key,
    beforeId,
  })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    jobs: shown.map(describeJob),
    nextCursor: found.length > limit && last !== undefined ? makeCursor(last.id) : null,
  }
}

/** Returns a job. @throws {JobMissing} */
export async function readJob(context: JobServices, caller: Authorized<"readJobs">, jobId: string): Promise<Job> {
  return describeJob(await findJob(context, caller, jobId))
}

/** Returns what a job did in all its attempts, oldest first. @throws {JobMissing} */
export async function readJobLog(
  context: JobServices,
  caller: Authorized<"readJobs">,
  jobId: string,
): Promise<JobLogResponse> {
  const { id } = await findJob(context, caller, jobId)
  const entries = await context.catalogue.jobLogs.ofJob(id)
  return {
    jobId: id,
    entries: entries.map(({ atMs, ...entry }) => ({ at: new Date(atMs).toISOString(), ...entry })),
  }
}

/**
 * Cancels a job: a queued job immediately, a running job at its next heartbeat. A finished job does not change.
 *
 * @throws {JobMissing} @throws {Forbidden} if someone else requested the job and the caller is not an admin.
 */
export async function cancelJob(context: JobServices, caller: Authorized<"cancelOwnJob">, jobId: string): Promise<Job> {
  const job = await findJob(context, caller, jobId)
  const isOwn = caller.kind === "user" && job.requestedBy === caller.userKey
  if (!isOwn) authorize(context, caller, "cancelAnyJob")
  const cancelled = await stopJob(context, jobId)
  await context.catalogueSync.catchUp()
  return describeJob(cancelled ?? job)
}

/**
 * Yields a job now, at every change, and in its final state. Ends early when the caller can no longer see the job or is
 * no longer authenticated.
 *
 * @param follower.recognise authenticates the caller again, because a key may have been revoked in the meantime.
 * @param follower.followerCount returns the number of followers; the more there are, the later each sees a change.
 * @param follower.signal ends the iteration without an error, for example when the client disconnects.
 * @throws {JobMissing} before the first value. @throws {InvalidApiKey}
 */
export async function* followJob(
  context: JobServices,
  jobId: string,
  { recognise, followerCount, signal }: JobFollower,
): AsyncGenerator<Job, void, undefined> {
  let shown = ""
  let job = await readJob(context, authorize(context, await recognise(), "readJobs"), jobId)
  for (;;) {
    const text = JSON.stringify(job)
    if (text !== shown) yield job
    shown = text
    if (isFinalJobState(job.state) || !(await waitUnlessAborted(followIntervalMs(followerCount()), signal))) return
    const known = await readAgain(context, jobId, recognise)
    if (known === undefined) return
    job = describeJob(known)
  }
}

/** The caller that follows a job. */
export interface JobFollower {
  recognise(): Promise<Caller>
  followerCount(): number
  readonly signal: AbortSignal
}

/** Returns the time between two checks of a job, which grows with the number of followers. */
export function followIntervalMs(followerCount: number): number {
  return Math.max(FOLLOW_INTERVAL_MS, (followerCount * 1_000) / MAX_CHECKS_PER_SECOND)
}

/** Returns undefined if the caller can no longer see the job. */
async function readAgain(
  context: JobServices,
  jobId: string,
  recognise: JobFollower["recognise"],
): Promise<JobRecord | undefined> {
  try {
    const caller = await recognise()
    return hasPermission(context, caller, "readJobs") ? await readVisible(context, caller, jobId) : undefined
  } catch (error) {
    if (error instanceof InvalidApiKey) return undefined
    throw error
  }
}

async function findJob(context: JobServices, caller: Caller, jobId: string): Promise<JobRecord> {
  const job = await readVisible(context, caller, jobId)
  if (job === undefined) throw new JobMissing(jobId)
  return job
}

function makeCursor(jobId: string): string {
  return Buffer.from(`after:${jobId}`).toString("base64url")
}

function readCursor(cursor: string): string {
  const [, jobId] = /^after:([\w-]{1,100})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? []
  if (jobId === undefined) throw new InvalidInput("cursor: invalid. Use `nextCursor` from the previous page")
  return jobId
}
