import { ServiceError } from "../../base/errors.ts"

/** Thrown if a host does not respond or closes the connection early. */
export class SourceUnreachable extends ServiceError {
  readonly code = "validation_error"
  override readonly retryable = true
}

/** Thrown if a URL responds, but not as a git repository. */
export class NotARepository extends ServiceError {
  readonly code = "validation_error"
}

/** Thrown if a host requires a token or rejects the one it got. */
export class AccessRefused extends ServiceError {
  readonly code = "forbidden"
}

/** Thrown if the identity of an ssh host cannot be verified. */
export class HostKeyRefused extends ServiceError {
  readonly code = "forbidden"
}

/** Thrown if a repository does not have the branch. */
export class BranchMissing extends ServiceError {
  readonly code = "branch_not_found"
}

/** Thrown if a repository does not have the tag. */
export class TagMissing extends ServiceError {
  readonly code = "tag_not_found"
}

/** Thrown if a repository has no commits. */
export class EmptyRepository extends ServiceError {
  readonly code = "no_snippets_found"
}

/** Thrown if a source exceeds the size limits. */
export class SourceTooLarge extends ServiceError {
  readonly code = "library_too_large"
}

/** Thrown if fetching a source took longer than allowed. */
export class SourceTimeout extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}

/** Thrown if a host sent damaged or unexpected data. */
export class SourceDamaged extends ServiceError {
  readonly code = "validation_error"
  override readonly retryable = true
}

/** Thrown if a URL responds with content that is not documentation. */
export class SiteUnreadable extends ServiceError {
  readonly code = "validation_error"
}
