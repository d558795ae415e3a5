import { STATUS_CODES } from "node:http"
import type { ErrorBody, ErrorCode } from "@lectern/contract"
import { IndexUnreadable } from "@lectern/engine"
import { asError, ServiceError } from "../../base/errors.ts"
import { BlobDamaged, BlobMissing } from "../../blobs/errors.ts"
import { asStorageError, StorageUnavailable } from "../../base/storage-errors.ts"
import { rateLimitHeaders } from "../../service/instance/rate-headers.ts"

/** Statuses of error responses. */
export type HttpStatus =
  | 202
  | 301
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 409
  | 413
  | 415
  | 417
  | 422
  | 429
  | 431
  | 500
  | 503
  | 504

/** The statuses of all error codes. */
const STATUS_OF = {
  validation_error: 400,
  invalid_library_id: 400,
  invalid_api_key: 401,
  spending_limit_exceeded: 402,
  access_denied: 403,
  forbidden: 403,
  password_change_required: 403,
  library_not_found: 404,
  tag_not_found: 404,
  branch_not_found: 404,
  no_snippets_found: 404,
  no_documentation_found: 404,
  team_not_found: 404,
  job_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  duplicate_repo: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  library_too_large: 422,
  no_code_found: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  search_failed: 503,
  timeout: 504,
  library_not_finalized: 202,
  library_redirected: 301,
} as const satisfies Record<ErrorCode, HttpStatus>

/** An error response. */
export interface Problem {
  readonly status: HttpStatus
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody & { readonly redirectUrl?: string }
}

/** Creates an error response; the status defaults to that of the code. */
export function problemOf(code: ErrorCode, message: string, status: HttpStatus = STATUS_OF[code]): Problem {
  const headers: Record<string, string> = {}
  if (status === 503) headers["retry-after"] = "1"
  if (status === 202) headers["retry-after"] = "2"
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="lectern"'
  return { status, headers, body: { error: code, message } }
}

/** Codes of framework errors that are not plain bad requests. */
const CODE_OF_FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_HANDLER_TIMEOUT: "timeout",
  FST_ERR_NOT_FOUND: "not_found",
}

/** Messages for framework errors whose own text is unclear or names the framework. */
const MESSAGE_OF_FRAMEWORK: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported content type. Send application/json",
  FST_ERR_CTP_BODY_TOO_LARGE: "the request body is too large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "the length of the request body differs from its Content-Length header",
  FST_ERR_HANDLER_TIMEOUT: "the request timed out. Try again",
  FST_ERR_BAD_URL: "the path is not a valid URL. Check its percent-encoding",
  FST_ERR_MAX_PARAM_LENGTH: "the path is too long: no library id is that long",
}

/**
 * Converts anything that was thrown to an error response.
 *
 * @returns `internal_error` without details for errors that are not meant for the caller.
 */
export function toProblem(thrown: unknown): Problem {
  // The message says that the operator has to act, because the request itself is valid.
  const storage = asStorageError(thrown)
  if (storage instanceof StorageUnavailable) return problemOf(storage.code, storage.message, 503)
  if (isFileLost(thrown)) return problemOf("internal_error", FILE_LOST)
  if (thrown instanceof ServiceError) return ofServiceError(thrown)
  const error = asError(thrown)
  const frameworkCode = "code" in error && typeof error.code === "string" ? error.code : ""
  const message = MESSAGE_OF_FRAMEWORK[frameworkCode] ?? error.message
  const code = CODE_OF_FRAMEWORK[frameworkCode]
  if (code !== undefined) return problemOf(code, message)
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500
  if (status >= 400 && status < 500) return problemOf("validation_error", lowerFirst(message))
  return problemOf(
    "internal_error",
    "the request failed: internal error. If the problem persists, send the X-Request-Id of this response to your administrator.",
  )
}

/** The advice for a file that the store lost: the same request fails until someone acts. */
const FILE_LOST =
  "a stored file of this library is missing or damaged. Refresh the library to rebuild it, or tell your administrator to run lectern doctor --repair"

function isFileLost(thrown: unknown): boolean {
  return [BlobMissing, BlobDamaged, IndexUnreadable].some((lost) => thrown instanceof lost)
}

/** Returns true if an error response reports a server error, which is logged with its stack. */
export function isOurFailure(thrown: unknown, problem: Problem): boolean {
  return thrown instanceof ServiceError ? !thrown.expected : problem.status === 500
}

/** Formats an error response as a complete HTTP message, for errors that occur before there is a request. */
export function rawProblem(problem: Problem, requestId: string): string {
  const body = JSON.stringify(problem.body)
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "connection: close",
    "",
    body,
  ].join("\r\n")
}

function ofServiceError(error: ServiceError): Problem {
  const { redirectUrl, retryAfterSeconds, rateLimit, suggestions } = error.details
  const problem = problemOf(
    error.code,
    error.expected ? error.message : "internal error: the request failed. Try again",
  )
  return {
    ...problem,
    headers: {
      ...problem.headers,
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
      ...(rateLimit === undefined ? {} : rateLimitHeaders(rateLimit)),
    },
    body: {
      ...problem.body,
      ...(redirectUrl === undefined ? {} : { redirectUrl }),
      ...(suggestions === undefined ? {} : { suggestions }),
    },
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
