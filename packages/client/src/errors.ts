import type { ErrorCode } from "@lectern/contract"

/** The root of everything that the client throws, except the reason of an abort signal. */
export abstract class LecternError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** What an error answer says besides its message. */
export interface ApiErrorDetails {
  readonly status: number
  readonly code: ErrorCode | "unknown_error"
  readonly retryAfterSeconds?: number
  readonly redirectUrl?: string
  readonly requestId?: string
}

/** Reports an answer of the server that is an error; `message` is the server's own. */
export class ApiError extends LecternError {
  /** HTTP status; 202 and 301 occur with `library_not_finalized` and `library_redirected`. */
  readonly status: number
  /** Word of the contract; `unknown_error` when the answer came from something that is not Lectern, such as a proxy. */
  readonly code: ErrorCode | "unknown_error"
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Library id that replaces the one asked for (only with `library_redirected`). */
  readonly redirectUrl: string | undefined
  /** Names the request in the log of the server. */
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

/** Writes when the same call may succeed, such as `try again in 3 s`; undefined if that is unknown or the message already says it. */
export function describeRetry({ retryAfterSeconds, message }: ApiError): string | undefined {
  if (retryAfterSeconds === undefined || /try again/i.test(message)) return undefined
  return `try again in ${retryAfterSeconds} s`
}

/** Reports that no server answered at the address: refused, unknown host, connection lost. */
export class ServerUnreachable extends LecternError {
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(`no server answers at ${url}: ${describeCause(cause)}`, { cause })
    this.url = url
  }
}

/** Reports that the server did not respond in time. */
export class RequestTimedOut extends LecternError {
  readonly timeoutMs: number

  constructor(url: string, timeoutMs: number) {
    super(`${url} did not respond within ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}

/** Node's fetch says "fetch failed" and keeps the reason one or two causes deep. */
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
