import { ServiceError } from "./errors.ts"

/** Reports that there is no room left to write; the same call may succeed once space is freed. */
export class StorageFull extends ServiceError {
  readonly code = "internal_error"
  override readonly retryable: boolean = true
  override readonly expected: boolean = false

  constructor(options?: ErrorOptions) {
    super("no space left in the data directory: free some and try again", options)
  }
}

/** Words with which systems say that a disk or a quota is used up. */
const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"])

/** Turns an error that means a full disk, or was caused by one, into StorageFull; returns any other as it is. */
export function asStorageError(error: unknown): unknown {
  let cause = error
  while (cause instanceof Error) {
    if (cause instanceof StorageFull) return cause
    if ("code" in cause && FULL_CODES.has(cause.code)) return new StorageFull({ cause: error })
    cause = cause.cause
  }
  return error
}
