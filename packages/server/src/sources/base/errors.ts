import { ServiceError } from "../../base/errors.ts"

/** Reports that a host does not answer, or breaks off while it answers. */
export class SourceUnreachable extends ServiceError {
  readonly code = "validation_error"
  override readonly retryable = true
}

/** Reports that an address answers, but not as a git repository. */
export class NotARepository extends ServiceError {
  readonly code = "validation_error"
}

/** Reports that a host asks for a token or does not accept the one given. */
export class AccessRefused extends ServiceError {
  readonly code = "forbidden"
}

/** Reports that a host cannot be told apart from one that only pretends to be it. */
export class HostKeyRefused extends ServiceError {
  readonly code = "forbidden"
}

/** Reports that a repository has no such branch. */
export class BranchMissing extends ServiceError {
  readonly code = "branch_not_found"
}

/** Reports that a repository has no such tag. */
export class TagMissing extends ServiceError {
  readonly code = "tag_not_found"
}

/** Reports that a repository holds no commit. */
export class EmptyRepository extends ServiceError {
  readonly code = "no_snippets_found"
}

/** Reports that a source is larger than a library may be. */
export class SourceTooLarge extends ServiceError {
  readonly code = "library_too_large"
}

/** Reports that reading a source took longer than allowed. */
export class SourceTimeout extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}

/** Reports that what a host sent is damaged or not understood. */
export class SourceDamaged extends ServiceError {
  readonly code = "validation_error"
  override readonly retryable = true
}

/** Reports that an address answers, but with nothing that can be read as documentation. */
export class SiteUnreadable extends ServiceError {
  readonly code = "validation_error"
}
