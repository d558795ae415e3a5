import type { IngestionReport } from "../blobs/ingestion-report.ts"
import { InternalFailure, ServiceError } from "../base/errors.ts"

/** Thrown if a source contains nothing that Lectern can serve; the file report shows the outcome for each file. */
export class NoDocumentation extends ServiceError {
  readonly code = "no_snippets_found"
}

/** Thrown if documentation was requested from source code, but the source contains no code. */
export class NoCodeFound extends ServiceError {
  readonly code = "no_code_found"
}

/** Thrown if a private library has more tokens than the plan of its teamspace allows. */
export class TooManyTokens extends ServiceError {
  readonly code = "spending_limit_exceeded"
}

/** Thrown if a job repeatedly ended its worker. */
export class WorkerCrashed extends InternalFailure {}

/**
 * Why a run was stopped from outside: someone cancelled it, another worker has taken over the job, or this worker is
 * stopping.
 */
export type StopCause = "cancelled" | "lost" | "stopping"

/** The reason of an abort signal of a run; never shown to a caller. */
export class RunStopped extends Error {
  readonly stopCause: StopCause

  constructor(stopCause: StopCause) {
    super(`the ingestion was stopped: ${stopCause}`)
    this.name = "RunStopped"
    this.stopCause = stopCause
  }
}

/** Thrown if an ingestion fails; contains the file report up to that point. */
export class IngestionFailed extends Error {
  readonly report: IngestionReport

  constructor(report: IngestionReport, cause: unknown) {
    super("the ingestion failed", { cause })
    this.name = "IngestionFailed"
    this.report = report
  }
}
