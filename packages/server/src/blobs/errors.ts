import { ServiceError } from "../base/errors.ts"

/** Thrown if a blob does not exist: it was swept, or the store lost it. */
export class BlobMissing extends ServiceError {
  readonly code = "internal_error"
  override readonly expected: boolean = false
  readonly hash: string

  constructor(hash: string, options?: ErrorOptions) {
    super(`the stored object ${hash} does not exist`, options)
    this.hash = hash
  }
}
