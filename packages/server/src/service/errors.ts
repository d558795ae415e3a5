import { LIBRARY_REFERENCE_FORM, type QuestionSuggestions } from "@lectern/contract"
import { type ErrorDetails, ServiceError } from "../base/errors.ts"

/** Thrown if a library does not exist or the caller cannot see it; the two cases look the same. */
export class LibraryMissing extends ServiceError {
  readonly code = "library_not_found"

  constructor(libraryId: string) {
    super(`library ${libraryId} does not exist. Search for its name, or add it first`)
  }
}

/** Thrown if the policies of the caller's teamspace exclude a library. */
/** Thrown if the policies of the teamspace exclude a library because of suspicious text in its documentation. */
export class SuspiciousContentBlocked extends ServiceError {
  readonly code = "access_denied"

  constructor(libraryId: string, flagged: number, allowed: number) {
    super(
      `access denied: ${flagged === 1 ? "1 snippet" : `${flagged} snippets`} of ${libraryId} ${flagged === 1 ? "contains" : "contain"} suspicious text, and the policies of your teamspace allow ${allowed}. Ask an admin of the teamspace to review the findings of the library`,
    )
  }
}

export class AccessDenied extends ServiceError {
  readonly code = "access_denied"

  constructor(libraryId: string) {
    super(
      `access denied: the policies of your teamspace do not allow the library ${libraryId}. Ask an admin of the teamspace`,
    )
  }
}

/** Thrown if the library has not been indexed yet, but is about to be. */
export class LibraryNotFinalized extends ServiceError {
  readonly code = "library_not_finalized"
  override readonly retryable = true
}

/** Thrown if the library has moved. */
export class LibraryRedirected extends ServiceError {
  readonly code = "library_redirected"
  override readonly details: ErrorDetails

  constructor(libraryId: string, redirectUrl: string) {
    super(`the library ${libraryId} has moved to ${redirectUrl}`)
    this.details = { redirectUrl }
  }
}

/** Thrown if a library has no such question. */
export class QuestionMissing extends ServiceError {
  readonly code = "not_found"

  constructor(questionId: string) {
    super(`question ${questionId} not found: list the questions of the library to see their ids`)
  }
}

/** Thrown if the source has no such branch. */
export class BranchMissing extends ServiceError {
  readonly code = "branch_not_found"
}

/** Thrown if the library has nothing to serve, or nothing that answers the question. */
export class NoSnippets extends ServiceError {
  readonly code = "no_snippets_found"
  override readonly details: ErrorDetails

  constructor(message: string, suggestions?: QuestionSuggestions) {
    super(message)
    this.details = suggestions === undefined ? {} : { suggestions }
  }
}

/** Thrown if no library answers a question. */
export class NoDocumentation extends ServiceError {
  readonly code = "no_documentation_found"
}

/** Thrown if every queried library failed. */
export class SearchFailed extends ServiceError {
  readonly code = "search_failed"
  override readonly retryable = true
  override readonly expected: boolean = false
  override readonly details: ErrorDetails = { retryAfterSeconds: 2 }
}

/** Thrown if a job does not exist or the caller cannot see it. */
export class JobMissing extends ServiceError {
  readonly code = "job_not_found"

  constructor(jobId: string) {
    super(`job ${jobId} does not exist`)
  }
}

/** Thrown if a key, an account or a similar object does not exist. */
export class NotFound extends ServiceError {
  readonly code = "not_found"
}

/** Thrown if the private repository, or another one with the same name, has already been added. */
export class DuplicateRepository extends ServiceError {
  readonly code = "duplicate_repo"
}

/** Thrown if a library id is malformed. */
export class InvalidLibraryId extends ServiceError {
  readonly code = "invalid_library_id"

  constructor(text: string) {
    super(`invalid library identifier: ${JSON.stringify(text)}. Use ${LIBRARY_REFERENCE_FORM}`)
  }
}

/** Thrown if a host did not respond in time. */
export class HostTimeout extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}

/** Thrown if the caller is not a member of the teamspace, or of any teamspace. */
export class TeamMissing extends ServiceError {
  readonly code = "team_not_found"
}

/** Thrown if an object with the same name already exists. */
export class AlreadyExists extends ServiceError {
  readonly code = "duplicate_repo"
}
