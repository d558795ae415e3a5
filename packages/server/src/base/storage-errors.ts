import { ServiceError } from "./errors.ts"

/** Thrown if storage is temporarily unavailable; the same call may succeed later. */
export abstract class StorageUnavailable extends ServiceError {
  readonly code = "internal_error"
  override readonly retryable: boolean = true
  override readonly expected: boolean = false
}

/** Thrown if the disk is full; the same call may succeed once space is freed. */
export class StorageFull extends StorageUnavailable {
  constructor(options?: ErrorOptions) {
    super("no space left in the data directory: free some space and try again", options)
  }
}

/** Thrown if the disk is read-only. Operating systems remount a disk this way after a disk error. */
class StorageReadOnly extends StorageUnavailable {
  constructor(options?: ErrorOptions) {
    super("the data directory is read-only: make it writable and try again", options)
  }
}

/** Error codes for a full disk or an exhausted quota. */
const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"])

const READ_ONLY_CODES: ReadonlySet<unknown> = new Set(["EROFS", "SQLITE_READONLY", "SQLITE_READONLY_DIRECTORY"])

/**
 * Converts an error caused by a full or read-only disk to a `StorageUnavailable`; returns any other error unchanged.
 */
export function asStorageError(error: unknown): unknown {
  let cause = error
  while (cause instanceof Error) {
    if (cause instanceof StorageUnavailable) return cause
    if ("code" in cause && FULL_CODES.has(cause.code)) return new StorageFull({ cause: error })
    if ("code" in cause && READ_ONLY_CODES.has(cause.code)) return new StorageReadOnly({ cause: error })
    cause = cause.cause
  }
  return error
}
