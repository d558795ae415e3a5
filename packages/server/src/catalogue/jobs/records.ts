export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled"

export type JobStage = "fetching" | "parsing" | "indexing" | "publishing"

export type JobKind = "ingest" | "import"

export interface JobRecord {
  readonly id: string
  readonly kind: JobKind
  /** Null for an import of many libraries. */
  readonly libraryKey: string | null
  /** Library id at the time of queueing, for showing. */
  readonly libraryId: string | null
  readonly versionTag: string
  readonly state: JobState
  readonly stage: JobStage | null
  readonly progress: JobProgress
  readonly payload: JobPayload
  /** Runs begun so far. */
  readonly attempts: number
  readonly maxAttempts: number
  readonly runAfterMs: number
  readonly workerId: string | null
  readonly heartbeatAtMs: number | null
  readonly isCancelRequested: boolean
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly reportHash: string | null
  /** Key of the user who asked; null for the program itself or an anonymous caller. */
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
  /** Pages of a site that are known and that were asked for; missing for sources that are no site. */
  readonly pages?: { readonly found: number; readonly fetched: number }
}

export interface JobPayload {
  /** Process again although nothing has changed. */
  readonly force?: boolean
  /** Why an ingest job was queued: for showing only. */
  readonly cause?: "add" | "refresh"
  /** Queued by the program itself, because a request asked for a version that is not indexed. */
  readonly isBackground?: boolean
  /** Blob of the bundle of an import (JSON). */
  readonly bundleHash?: string
  /** Libraries of a small import, for showing; a large one does not list them. */
  readonly libraryIds?: readonly string[]
  /** What a finished run found: `unchanged` when the revision was already indexed. */
  readonly outcome?: "unchanged" | "published"
}

export type NewJob = Pick<JobRecord, "kind" | "libraryKey" | "libraryId" | "versionTag" | "payload" | "requestedBy"> &
  Partial<Pick<JobRecord, "maxAttempts">> & {
    /** Who the job is done for: the queue serves them in turn. None: the teamspace that owns the library. */
    readonly tenant?: string | undefined
  }

export interface JobStore {
  /** Queues a job. One `queued` ingest job per library version at a time: @returns the one already there when there is one. */
  add(job: NewJob): Promise<JobRecord>
  byId(id: string): Promise<JobRecord | undefined>
  list(filter: {
    readonly state?: JobState
    readonly libraryKey?: string
    /** Only jobs of no library, of public ones and of this teamspace's; null: not of this either. */
    readonly reader?: string | null
    /** Only jobs queued before this one; none when there is no such job. */
    readonly beforeId?: string
    readonly offset: number
    readonly limit: number
  }): Promise<readonly JobRecord[]>
  latestOf(libraryKey: string): Promise<JobRecord | undefined>
  /**
   * Takes a job that is due, or one whose worker has been silent longer than `silentAfterMs`, for this worker: the
   * oldest of the tenant with fewest running jobs, of those the one that was served longest ago.
   * Two workers never get the same one, and never two jobs of one library at the same time.
   */
  claim(workerId: string, silentAfterMs: number): Promise<JobRecord | undefined>
  /** Says that the worker lives and how far it is. @returns `lost` when the job no longer belongs to it, `cancel` when it is to stop. */
  heartbeat(
    id: string,
    workerId: string,
    stage: JobStage,
    progress: JobProgress,
  ): Promise<"continue" | "cancel" | "lost">
  /** Ends a running job of this worker. @returns false when the job no longer belongs to it. */
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
  /** Puts a running job of this worker back for a later try. */
  retryLater(
    id: string,
    workerId: string,
    runAfterMs: number,
    errorCode: string,
    errorMessage: string,
  ): Promise<boolean>
  /** Gives a running job of this worker back unfinished, due at once; the run does not count as an attempt. */
  release(id: string, workerId: string): Promise<boolean>
  /** A queued job becomes `cancelled` at once; a running one is asked to stop. @returns the job afterwards. */
  requestCancel(id: string): Promise<JobRecord | undefined>
  /** Forgets at most `limit` jobs that ended before a time; the latest of every library stays. @returns how many. */
  prune(endedBeforeMs: number, limit: number): Promise<number>
  /** Number of jobs waiting and running. */
  pendingCount(): Promise<{ readonly queued: number; readonly running: number }>
}
