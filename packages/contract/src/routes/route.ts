import type { z } from "zod"
import type { Permission } from "../people/permissions.ts"

/** Rate limits that are counted separately: requests of one class never use up another class. */
export type RateClass = "api" | "mcp" | "add" | "refresh" | "auth"

/** One operation of the public API: everything that the server, the client and the OpenAPI document need to know of it. */
export interface Route {
  readonly operationId: string
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** Path below the root of the server; parameters in braces. */
  readonly path: string
  /** Other paths of the same operation. */
  readonly aliases?: readonly string[]
  readonly summary: string
  /**
   * Set where the caller is not identified by a key or session: `none` accepts every request and ignores credentials,
   * `signature` requires a body signed with the secret of the incoming hooks.
   */
  readonly authentication?: "none" | "signature"
  /**
   * Permissions that every request needs, in the order in which they are checked: the first before the handler runs, the
   * others in the teamspace that the request names.
   */
  readonly permissions: readonly [Permission, ...Permission[]]
  /** Permissions that some requests need as well, depending on their parameters or on the library they are about. */
  readonly conditionalPermissions?: readonly Permission[]
  /** Rate limit that a request counts towards; defaults to `api`. */
  readonly rateClass?: RateClass
  /**
   * Queue in which requests wait for their turn; without it they are handled at once. `answer` also counts towards the
   * monthly quota of the plan; `transfer` is for requests that move files and may take long.
   */
  readonly workload?: "answer" | "transfer"
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** JSON body. */
  readonly body?: z.ZodType
  /**
   * True if unknown fields of the body are ignored instead of refused: other services have the operation as well, and
   * their clients may send fields that Lectern does not have.
   */
  readonly ignoresUnknownFields?: true
  /** Text fields of a multipart body; the files are named in `UPLOAD_FILE_FIELDS`. */
  readonly form?: z.ZodType
  /** Status of a successful response. */
  readonly status: 200 | 202 | 302
  /** JSON body of a successful response; undefined where the response is a stream, a file or a page. */
  readonly response?: z.ZodType
  /** Content type of a successful response that is not JSON, or not always. */
  readonly otherContentType?: string
}
