import { ServiceError } from "./errors.ts"

/** Reports that nothing can be written at the moment; the same call may succeed later. */
export abstract class StorageUnavailable extends ServiceError {
  readonly code = "internal_error"
  override readonly retryable: boolean = true
  override readonly expected: boolean = false
}

/** Reports that the disk is full; the same call may succeed once space is freed. */
export class StorageFull extends StorageUnavailable {
  constructor(options?: ErrorOptions) {
    super("no space left in the data directory: free some and try again", options)
  }
}

/** Reports that a disk was mounted for reading only, which systems do by themselves after an error of the disk. */
class StorageReadOnly extends StorageUnavailable {
  constructor(options?: ErrorOptions) {
    super("the data directory is read-only: make it writable and try again", options)
  }
}

/** Words with which systems say that a disk or a quota is used up. */
const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"])

const READ_ONLY_CODES: ReadonlySet<unknown> = new Set(["EROFS", "SQLITE_READONLY", "SQLITE_READONLY_DIRECTORY"])

/** Turns an error that means a full or read-only disk, or was caused by one, into our own; returns any other as it is. */
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
