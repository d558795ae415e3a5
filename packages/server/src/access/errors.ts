import { countOf } from "@lectern/contract"
import { type ErrorDetails, type RateLimitState, ServiceError } from "../base/errors.ts"

/** Thrown if the key is missing or invalid. */
export class InvalidApiKey extends ServiceError {
  readonly code = "invalid_api_key"
}

/** Thrown if the caller is authenticated but lacks the permission. */
export class Forbidden extends ServiceError {
  readonly code = "forbidden"
}

/** Thrown for an admin action while the account still has the initial password. */
export class PasswordChangeRequired extends ServiceError {
  readonly code = "password_change_required"
}

/** Thrown if the name or password is incorrect, or single sign-on does not accept the user. */
export class SignInRefused extends ServiceError {
  readonly code = "invalid_api_key"
}

function waitOf(seconds: number): string {
  return seconds < 60 ? countOf(seconds, "second") : countOf(Math.ceil(seconds / 60), "minute")
}

/** Thrown after too many failed sign-ins. */
export class TooManyAttempts extends ServiceError {
  readonly code = "rate_limit_exceeded"
  override readonly retryable = true
  override readonly details: ErrorDetails

  /**
   * @param limit allowed attempts.
   * @param retryAfterSeconds time until the failures expire, at most, in whole seconds.
   */
  constructor(limit: number, retryAfterSeconds: number) {
    super(`too many attempts. Try again in ${waitOf(retryAfterSeconds)}`)
    this.details = { retryAfterSeconds, rateLimit: { limit, remaining: 0, resetSeconds: retryAfterSeconds } }
  }
}

/** Thrown if a limit of the teamspace's plan is reached. */
export class SpendingLimitExceeded extends ServiceError {
  readonly code = "spending_limit_exceeded"
}

/** Thrown if a caller exceeds its rate limit. */
export class RateLimited extends ServiceError {
  readonly code = "rate_limit_exceeded"
  override readonly retryable = true
  override readonly details: ErrorDetails

  /** @param rateLimit the exceeded limit. @param advice what helps besides waiting; empty if nothing does. */
  constructor(rateLimit: RateLimitState, advice = "") {
    const { limit, resetSeconds: retryAfterSeconds } = rateLimit
    super(`too many requests: the limit of ${limit} is used up. Try again in ${retryAfterSeconds} s${advice}`)
    this.details = { retryAfterSeconds, rateLimit }
  }
}

/** Thrown if more requests are waiting than the server can start soon. */
export class ServerBusy extends ServiceError {
  readonly code = "rate_limit_exceeded"
  override readonly retryable = true
  override readonly details: ErrorDetails

  constructor(waiting: number, retryAfterSeconds: number) {
    super(`the server is busy: ${waiting} requests are waiting. Try again in ${retryAfterSeconds} s`)
    this.details = { retryAfterSeconds }
  }
}

/** Thrown if the identity provider does not respond, so that the user cannot be verified. */
export class ProviderSilent extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}
