import type { ErrorCode } from "@lectern/contract"

/** The base class of all errors that the client throws, except the reason of an abort signal. */
export abstract class LecternError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Details of an error response, besides its message. */
export interface ApiErrorDetails {
  readonly status: number
  readonly code: ErrorCode | "unknown_error"
  readonly retryAfterSeconds?: number
  readonly redirectUrl?: string
  readonly requestId?: string
}

/** Thrown for an error response; `message` is the server's message. */
export class ApiError extends LecternError {
  /** HTTP status; 202 and 301 occur with `library_not_finalized` and `library_redirected`. */
  readonly status: number
  /** Error code of the contract; `unknown_error` if the response is not from Lectern, for example from a proxy. */
  readonly code: ErrorCode | "unknown_error"
  /** Number of whole seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Library id that replaces the requested one (only with `library_redirected`). */
  readonly redirectUrl: string | undefined
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined

  constructor(message: string, facts: ApiErrorDetails) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.redirectUrl = facts.redirectUrl
    this.requestId = facts.requestId
  }
}

/** Returns when to retry the call, such as `try again in 3 s`; undefined if that is unknown or the message already says it. */
export function describeRetry({ retryAfterSeconds, message }: ApiError): string | undefined {
  if (retryAfterSeconds === undefined || /try again/i.test(message)) return undefined
  return `try again in ${retryAfterSeconds} s`
}

/** Thrown if no server responds at the address: connection refused or lost, unknown host. */
export class ServerUnreachable extends LecternError {
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(`no server responds at ${url}: ${describeCause(cause)}`, { cause })
    this.url = url
  }
}

/** Thrown if the server does not respond in time. */
export class RequestTimedOut extends LecternError {
  readonly timeoutMs: number

  constructor(url: string, timeoutMs: number) {
    super(`${url} did not respond within ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}

/** Node's fetch reports "fetch failed"; the actual reason is one or two levels down in `cause`. */
function describeCause(thrown: unknown): string {
  let deepest = thrown
  while (deepest instanceof Error && deepest.cause instanceof Error) {
    deepest = deepest.cause
  }
  if (!(deepest instanceof Error)) {
    return String(deepest)
  }
  const code = "code" in deepest && typeof deepest.code === "string" ? deepest.code : undefined
  return deepest.message || code || deepest.name
}
