/** Maximum number of entries per job; later ones are dropped. A run writes about 15, and at most 60. */
export const MAX_JOB_LOG_ENTRIES = 300

/** Something that happened during a job. */
export interface JobLogEntry {
  readonly atMs: number
  readonly level: "info" | "warn" | "error"
  /** Name of the event, such as `stage began`. */
  readonly event: string
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

/** The logs of jobs. */
export interface JobLogStore {
  /** Adds entries in their order. Entries beyond {@link MAX_JOB_LOG_ENTRIES} are dropped. */
  append(jobId: string, entries: readonly JobLogEntry[]): Promise<void>
  /** Lists the entries of a job, oldest first. */
  ofJob(jobId: string): Promise<readonly JobLogEntry[]>
  /** Deletes the logs of jobs that no longer exist, at most `limit` entries. @returns their number. */
  prune(limit: number): Promise<number>
}
