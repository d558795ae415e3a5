import type { ErrorCode, QuestionSuggestions } from "@lectern/contract"

/** How much of a limit is left. */
export interface RateLimitState {
  /** Requests in a window. */
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number
}

/** Additional values for the error response: headers and body fields that the contract allows. */
export interface ErrorDetails {
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number
  /** The limit that was reached, where there is one. */
  readonly rateLimit?: RateLimitState
  /** Library id that replaces the requested one (only with `library_redirected`). */
  readonly redirectUrl?: string
  /**
   * Alternatives from the library for words of the question that it does not contain (only with `no_snippets_found`).
   */
  readonly suggestions?: QuestionSuggestions
}

/** The base class of every error that a caller can act on. Codes come from the contract; HTTP statuses are added by `http/`. */
export abstract class ServiceError extends Error {
  abstract readonly code: ErrorCode
  /** True if the same request may succeed later without changes. */
  readonly retryable: boolean = false
  /** False for a defect or an outage, which is logged with its stack trace. */
  readonly expected: boolean = true
  readonly details: ErrorDetails = {}

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Thrown if an input does not have the format or range that the contract requires. */
export class InvalidInput extends ServiceError {
  readonly code = "validation_error"
}

/** Thrown for internal failures: a broken invariant, or a database that does not respond. */
export class InternalFailure extends ServiceError {
  readonly code = "internal_error"
  override readonly expected: boolean = false
}

/**
 * Converts a thrown value to an Error.
 *
 * @returns the value itself if it is an Error, otherwise an Error with the value as its message.
 */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
