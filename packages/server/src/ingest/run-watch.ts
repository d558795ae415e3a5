import type { JobProgress, JobStage } from "../catalogue/jobs/records.ts"

/** Receives the progress of a run, and stops it. */
export interface RunWatch {
  readonly signal: AbortSignal
  onProgress(stage: JobStage, progress: JobProgress): void
  /** Makes the latest progress visible. */
  flush(): Promise<void>
  /** Runs work that mostly waits for the network; other jobs may run in the meantime. */
  whileFetching<Result>(work: () => Promise<Result>): Promise<Result>
  /** Lets other jobs of this worker run after a stretch of work of this length. Never rejects. */
  giveTurn(workedMs: number): Promise<void>
}
