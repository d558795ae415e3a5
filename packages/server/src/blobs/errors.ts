import { ServiceError } from "../base/errors.ts"
import { StorageUnavailable } from "../base/storage-errors.ts"

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

/** Thrown if the bytes of a blob in a remote store do not match its hash, even when they are fetched a second time. */
export class BlobDamaged extends ServiceError {
  readonly code = "internal_error"
  override readonly expected: boolean = false
  readonly hash: string

  constructor(hash: string) {
    super(
      `the stored object ${hash} is damaged: its content does not match its hash. Refresh the library to rebuild it`,
    )
    this.hash = hash
  }
}

/** Thrown if a remote blob store does not respond; the same call may succeed later. */
export class RemoteUnavailable extends StorageUnavailable {
  /** @param reason for example `ECONNREFUSED`, without the address of the store: the message reaches callers of the API. */
  constructor(reason: string, options?: ErrorOptions) {
    super(`the blob store does not respond (${reason}). Try again later`, options)
  }
}

/** Thrown if a remote blob store refuses a request until its settings or permissions change. */
export class RemoteRefused extends ServiceError {
  readonly code = "internal_error"
  override readonly expected: boolean = false
}
