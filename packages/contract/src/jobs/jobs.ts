import { z } from "zod"
import { boundedText, Count, Cursor, Timestamp, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** States of a job; the last three are final. */
export const JOB_STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const
/** Stages of a running job, in order. */
export const JOB_STAGES = ["fetching", "parsing", "indexing", "publishing"] as const
/** Kinds of jobs. */
export const JOB_KINDS = ["add", "refresh", "version", "import"] as const

/** Wire schema of the state of a job. */
export const JobState = z.enum(JOB_STATES).meta({ id: "JobState", description: "state of a job" })
export type JobState = z.infer<typeof JobState>
/** Wire schema of the stage of a running job. */
export const JobStage = z.enum(JOB_STAGES).meta({ id: "JobStage", description: "current stage of a running job" })
export type JobStage = z.infer<typeof JobStage>
/** Wire schema of the kind of a job. */
export const JobKind = z.enum(JOB_KINDS).meta({ id: "JobKind", description: "kind of a job" })
export type JobKind = z.infer<typeof JobKind>

/** Progress of a stage: `done` of `total` units. */
export const StageProgress = z
  .object({
    done: Count,
    total: Count.nullable().describe("null while unknown"),
    unit: z.enum(["bytes", "files", "pages", "snippets"]),
  })
  .meta({ id: "StageProgress", description: "progress of a stage" })
export type StageProgress = z.infer<typeof StageProgress>

/** Why a job failed. */
export const JobError = z
  .object({
    code: z.string().describe("error code, for example source_unreachable"),
    message: z.string(),
    retryable: z.boolean().describe("whether the same job may succeed later"),
  })
  .meta({ id: "JobError", description: "why a job failed" })
export type JobError = z.infer<typeof JobError>

/** A unit of background work on a library. */
export const Job = z
  .object({
    id: z.string(),
    kind: JobKind,
    libraryId: z.string(),
    versionTag: z.string().nullable().describe("version being processed; null for the library itself"),
    state: JobState,
    stage: JobStage.nullable().describe("null unless the job is running"),
    progress: z.partialRecord(JobStage, StageProgress).describe("progress of the stages reached so far"),
    attempt: Count.describe("number of attempts started so far"),
    error: JobError.nullable(),
    cancelRequested: z.boolean(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    nextAttemptAt: Timestamp.nullable().describe(
      "earliest time at which a queued job runs; null if it can run now or has ended",
    ),
  })
  .meta({ id: "Job", description: "a unit of background work on a library" })
export type Job = z.infer<typeof Job>

/** Query of a page of jobs. */
export const ListJobsQuery = z.object({
  state: JobState.optional(),
  libraryId: boundedText(1, LIMITS.libraryIdMaxCharacters).optional(),
  limit: wholeNumber(1, LIMITS.jobsPageMaxCount).default(LIMITS.jobsPageDefaultCount),
  cursor: Cursor.optional(),
})
export type ListJobsQuery = z.infer<typeof ListJobsQuery>

/** Jobs, newest first. */
export const ListJobsResponse = z
  .object({ jobs: z.array(Job), nextCursor: z.string().nullable().describe("null on the last page") })
  .meta({ id: "ListJobsResponse", description: "jobs, newest first" })
export type ListJobsResponse = z.infer<typeof ListJobsResponse>

/** Path parameter of one job. */
export const JobParams = z.object({ id: boundedText(1, 100) })
export type JobParams = z.infer<typeof JobParams>

/** A line of a job's log. */
export const JobLogLine = z
  .object({ at: Timestamp, level: z.enum(["info", "warn", "error"]), message: z.string() })
  .meta({ id: "JobLogLine", description: "a line of a job's log" })
export type JobLogLine = z.infer<typeof JobLogLine>

/** Something that a job did. */
const JobLogEntry = z
  .object({
    at: Timestamp,
    level: z.enum(["info", "warn", "error"]),
    event: z.string().describe("what happened, for example `stage began`"),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: "JobLogEntry", description: "something that a job did" })

/** What a job did in all its attempts, oldest first. */
export const JobLogResponse = z
  .object({ jobId: z.string(), entries: z.array(JobLogEntry) })
  .meta({ id: "JobLogResponse", description: "what a job did in all its attempts, oldest first" })
export type JobLogResponse = z.infer<typeof JobLogResponse>

/**
 * The events of `GET /v2/jobs/{id}/events`: `job` at the start and after every change, `log` lines, and `end` once with
 * the final state of the job, after which the stream closes. The `data` of the event stream is `data` as JSON.
 */
export const JobEvent = z
  .discriminatedUnion("event", [
    z.object({ event: z.literal("job"), data: Job }),
    z.object({ event: z.literal("log"), data: JobLogLine }),
    z.object({ event: z.literal("end"), data: Job }),
  ])
  .meta({ id: "JobEvent", description: "a server-sent event of a job" })
export type JobEvent = z.infer<typeof JobEvent>

/** Tells whether a state is final. */
export function isFinalJobState(state: JobState): boolean {
  return state === "succeeded" || state === "failed" || state === "cancelled"
}
