import type { SourceType } from "../libraries/records.ts"

export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled"

export type JobStage = "fetching" | "parsing" | "indexing" | "publishing"

export type JobKind = "ingest" | "import"

export interface JobRecord {
  readonly id: string
  readonly kind: JobKind
  /** Null for an import of many libraries. */
  readonly libraryKey: string | null
  /** Library id when the job was queued, for display. */
  readonly libraryId: string | null
  readonly versionTag: string
  /** The tenant whose queue contains the job; empty for public libraries of a self-hosted instance. */
  readonly tenant: string
  readonly state: JobState
  readonly stage: JobStage | null
  readonly progress: JobProgress
  readonly payload: JobPayload
  /** Number of runs started so far. */
  readonly attempts: number
  readonly maxAttempts: number
  readonly runAfterMs: number
  readonly workerId: string | null
  readonly heartbeatAtMs: number | null
  readonly isCancelRequested: boolean
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly reportHash: string | null
  /** Key of the account that requested the job; null for Lectern itself or an anonymous caller. */
  readonly requestedBy: string | null
  readonly createdAtMs: number
  readonly startedAtMs: number | null
  readonly finishedAtMs: number | null
}

export interface JobProgress {
  readonly filesTotal: number
  readonly filesDone: number
  readonly filesLeftOut: number
  readonly filesFailed: number
  readonly snippets: number
  readonly tokens: number
  /** Pages of a website that were found and fetched; missing for other sources. */
  readonly pages?: { readonly found: number; readonly fetched: number }
}

export interface JobPayload {
  /** Ingest again even if nothing has changed. */
  readonly force?: boolean | undefined
  /** Why an ingest job was queued, for display. */
  readonly cause?: "add" | "refresh"
  /** Queued by Lectern itself, because a request named a version that is not indexed. */
  readonly isBackground?: boolean
  /** The span that queued it, as a W3C Trace Context `traceparent`; missing if tracing is off. */
  readonly traceParent?: string | undefined
  /** Blob of the bundle of an import (JSON). */
  readonly bundleHash?: string
  /** Libraries of a small import, for display; not listed for large imports. */
  readonly libraryIds?: readonly string[]
  /** Result of a finished run: `unchanged` if the revision was already indexed. */
  readonly outcome?: "unchanged" | "published"
}

export type NewJob = Pick<JobRecord, "kind" | "libraryKey" | "libraryId" | "versionTag" | "payload" | "requestedBy"> &
  Partial<Pick<JobRecord, "maxAttempts">> & {
    /** The tenant of the job; the queue serves tenants in turn. Defaults to the teamspace that owns the library. */
    readonly tenant?: string | undefined
  }

/** Jobs that a worker does not claim for now. */
export interface PassedOver {
  /** Jobs of libraries with these source types; if missing, all jobs. */
  readonly sourceTypes?: readonly SourceType[]
  /** Only jobs of this tenant; if missing, of all tenants. */
  readonly tenant?: string
}

/** Jobs of one kind that are queued or running. */
export interface PendingJobs {
  readonly kind: JobKind
  readonly state: "queued" | "running"
  readonly count: number
  /** When the oldest one was queued. */
  readonly oldestCreatedAtMs: number
  /** The oldest heartbeat; null for queued jobs. */
  readonly oldestHeartbeatAtMs: number | null
}

/** The fields of a finished job that metrics need. */
export type EndedJob = Pick<JobRecord, "kind" | "state" | "createdAtMs" | "startedAtMs"> & {
  readonly finishedAtMs: number
  /** `unchanged` or `published` if it succeeded. */
  readonly outcome: JobPayload["outcome"]
}

export interface JobStore {
  /** Queues a job. If an ingest job for the same version is already queued, returns that one. */
  add(job: NewJob): Promise<JobRecord>
  byId(id: string): Promise<JobRecord | undefined>
  list(filter: {
    readonly state?: JobState | undefined
    readonly libraryKey?: string | undefined
    /** Only jobs without a library, of public libraries, and of this teamspace's libraries; null for no teamspace. */
    readonly reader?: string | null
    /** Only jobs queued before this one; no jobs if it does not exist. */
    readonly beforeId?: string | undefined
    readonly offset: number
    readonly limit: number
  }): Promise<readonly JobRecord[]>
  latestOf(libraryKey: string): Promise<JobRecord | undefined>
  /**
   * Claims a due job, or one whose worker has sent no heartbeat for `silentAfterMs`. Chooses the tenant with the fewest
   * running jobs, then the one served longest ago, and its oldest job. Two workers never get the same job, or two jobs
   * of the same library at the same time.
   *
   * @param passedOver jobs that stay in the queue, because the worker has no room for more jobs of their kind.
   */
  claim(workerId: string, silentAfterMs: number, passedOver?: readonly PassedOver[]): Promise<JobRecord | undefined>
  /** Records a heartbeat with progress. @returns `lost` if the worker no longer owns the job, `cancel` if it should stop. */
  heartbeat(
    id: string,
    workerId: string,
    reached: { readonly stage: JobStage; readonly progress: JobProgress },
  ): Promise<"continue" | "cancel" | "lost">
  /** Finishes a running job. @returns false if the worker no longer owns it. */
  finish(
    id: string,
    workerId: string,
    end: {
      readonly state: "succeeded" | "failed" | "cancelled"
      readonly errorCode?: string
      readonly errorMessage?: string
      readonly reportHash?: string
      readonly outcome?: "unchanged" | "published"
    },
  ): Promise<boolean>
  /** Queues a running job of this worker again, for a later retry. */
  retryLater(
    id: string,
    workerId: string,
    retry: { readonly runAfterMs: number; readonly errorCode: string; readonly errorMessage: string },
  ): Promise<boolean>
  /** Queues a running job of this worker again, due immediately; the run does not count as an attempt. */
  release(id: string, workerId: string): Promise<boolean>
  /** Cancels a queued job, or requests cancellation of a running one. @returns the job after the change. */
  requestCancel(id: string): Promise<JobRecord | undefined>
  /** Deletes at most `limit` jobs that finished before a time, except the latest of each library. @returns their number. */
  prune(endedBeforeMs: number, limit: number): Promise<number>
  /** Counts queued and running jobs by kind, with the time when the oldest one was queued and the oldest heartbeat. */
  pendingByKind(): Promise<readonly PendingJobs[]>
  /** Lists jobs that ended after one time and no later than another, oldest first. */
  endedBetween(range: {
    readonly afterMs: number
    readonly untilMs: number
    readonly limit: number
  }): Promise<readonly EndedJob[]>
  /** Counts queued and running jobs. */
  pendingCount(): Promise<{ readonly queued: number; readonly running: number }>
}
