import { type ErrorDetails, ServiceError } from "../base/errors.ts"

/** Reports that there is no such library, or that the caller may not know of it: both read the same. */
export class LibraryMissing extends ServiceError {
  readonly code = "library_not_found"

  constructor(libraryId: string) {
    super(`there is no library ${libraryId}: search for its name or add it first`)
  }
}

/** Reports that the policies of the caller's teamspace keep a library away. */
export class AccessDenied extends ServiceError {
  readonly code = "access_denied"

  constructor(libraryId: string) {
    super(`the policies of your teamspace do not allow the library ${libraryId}: ask an admin of it`)
  }
}

/** Reports that the library has never been indexed and is about to be. */
export class LibraryNotFinalized extends ServiceError {
  readonly code = "library_not_finalized"
  override readonly retryable = true
}

/** Reports that the library has moved. */
export class LibraryRedirected extends ServiceError {
  readonly code = "library_redirected"
  override readonly details: ErrorDetails

  constructor(libraryId: string, redirectUrl: string) {
    super(`the library ${libraryId} has moved to ${redirectUrl}`)
    this.details = { redirectUrl }
  }
}

/** Reports that the source has no such branch. */
export class BranchMissing extends ServiceError {
  readonly code = "branch_not_found"
}

/** Reports that the library has nothing to serve, or nothing that answers the question. */
export class NoSnippets extends ServiceError {
  readonly code = "no_snippets_found"
}

/** Reports that no library answers a question. */
export class NoDocumentation extends ServiceError {
  readonly code = "no_documentation_found"
}

/** Reports that every library that was asked failed. */
export class SearchFailed extends ServiceError {
  readonly code = "search_failed"
  override readonly retryable = true
  override readonly expected: boolean = false
  override readonly details: ErrorDetails = { retryAfterSeconds: 2 }
}

/** Reports that there is no such job, or that the caller may not know of it. */
export class JobMissing extends ServiceError {
  readonly code = "job_not_found"

  constructor(jobId: string) {
    super(`there is no job ${jobId}`)
  }
}

/** Reports that there is no such key or account. */
export class NothingThere extends ServiceError {
  readonly code = "not_found"
}

/** Reports that the private repository, or another one under its name, is there already. */
export class DuplicateRepository extends ServiceError {
  readonly code = "duplicate_repo"
}

/** Reports that a library identifier does not have its form. */
export class InvalidLibraryId extends ServiceError {
  readonly code = "invalid_library_id"

  constructor(text: string) {
    super(
      `${JSON.stringify(text)} is not a library identifier: use /owner/repo, with /<version> or @<version> after it`,
    )
  }
}

/** Reports that a host did not answer in time. */
export class HostTimeout extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}

/** Reports that the caller works in no teamspace, or in none of that name. */
export class TeamMissing extends ServiceError {
  readonly code = "team_not_found"
}

/** Reports that something of that name is there already. */
export class AlreadyThere extends ServiceError {
  readonly code = "duplicate_repo"
}
