import type { ErrorCode } from "@lectern/contract"

/** How much of a limit is left. */
export interface RateLimitState {
  /** Requests in a window. */
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number
}

/** Extra facts that travel with an error to the door: header values and body fields the contract allows. */
export interface ErrorDetails {
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number
  /** The limit that was reached, where there is one. */
  readonly rateLimit?: RateLimitState
  /** Library id that replaces the one asked for (only with `library_redirected`). */
  readonly redirectUrl?: string
}

/**
 * The root of every error that a caller can act on. The code is a word of the contract; the domain does not know HTTP.
 */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode
  /** May the same call succeed later without any change by the caller? */
  readonly retryable: boolean = false
  /** False: a defect or an outage; it is logged with its stack. */
  readonly expected: boolean = true
  readonly details: ErrorDetails = {}

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Reports that an input does not have the form or range the contract asks for. */
export class InvalidInput extends ServiceError {
  readonly code = "validation_error"
}

/** Reports a failure of our own: a broken invariant, a store that does not answer. */
export class InternalFailure extends ServiceError {
  readonly code = "internal_error"
  override readonly expected: boolean = false
}

/**
 * Turns anything that was thrown into an Error.
 *
 * @returns the value itself when it is an Error, else an Error that quotes it.
 */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
