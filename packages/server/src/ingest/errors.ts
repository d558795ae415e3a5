import type { IngestionReport } from "../blobs/ingestion-report.ts"
import { InternalFailure, ServiceError } from "../base/errors.ts"

/** Reports that a source holds nothing that Lectern can serve; the report of files says what became of each. */
export class NoDocumentation extends ServiceError {
  readonly code = "no_snippets_found"
}

/** Reports that documentation was to be generated from source code of which there is none. */
export class NoCodeFound extends ServiceError {
  readonly code = "no_code_found"
}

/** Reports that a private library holds more than the plan of its teamspace has room for. */
export class TooManyTokens extends ServiceError {
  readonly code = "spending_limit_exceeded"
}

/** Reports that a job's worker ended again and again while running it. */
export class WorkerCrashed extends InternalFailure {}

/** Why a run was stopped from outside: someone cancelled it, another worker has it, or this worker ends. */
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

/** Reports a failure together with what had become of the files until then. */
export class IngestionFailed extends Error {
  readonly report: IngestionReport

  constructor(report: IngestionReport, cause: unknown) {
    super("the ingestion failed", { cause })
    this.name = "IngestionFailed"
    this.report = report
  }
}
