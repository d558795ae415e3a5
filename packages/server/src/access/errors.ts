import { type ErrorDetails, type RateLimitState, ServiceError } from "../base/errors.ts"

/** Reports a missing or wrong key. */
export class InvalidApiKey extends ServiceError {
  readonly code = "invalid_api_key"
}

/** Reports that the caller is known and may not do this. */
export class Forbidden extends ServiceError {
  readonly code = "forbidden"
}

/** Reports an admin action of an account that still has the initial password. */
export class PasswordChangeRequired extends ServiceError {
  readonly code = "password_change_required"
}

/** Reports a name and a password that do not fit, or a person whom the single sign-on does not vouch for. */
export class SignInRefused extends ServiceError {
  readonly code = "invalid_api_key"
}

function waitOf(seconds: number): string {
  return seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

/** Reports too many failed attempts to sign in. */
export class TooManyAttempts extends ServiceError {
  readonly code = "rate_limit_exceeded"
  override readonly retryable = true
  override readonly details: ErrorDetails

  /**
   * @param limit attempts that are allowed.
   * @param retryAfterSeconds whole seconds after which the failures are forgotten, at most.
   */
  constructor(limit: number, retryAfterSeconds: number) {
    super(`too many attempts. Try again in ${waitOf(retryAfterSeconds)}`)
    this.details = { retryAfterSeconds, rateLimit: { limit, remaining: 0, resetSeconds: retryAfterSeconds } }
  }
}

/** Reports that what the plan of a teamspace allows is used up. */
export class SpendingLimitExceeded extends ServiceError {
  readonly code = "spending_limit_exceeded"
}

/** Reports that a caller has sent more requests than its limit allows. */
export class RateLimited extends ServiceError {
  readonly code = "rate_limit_exceeded"
  override readonly retryable = true
  override readonly details: ErrorDetails

  /** @param rateLimit what was used up. @param advice what helps besides waiting; empty: nothing. */
  constructor(rateLimit: RateLimitState, advice = "") {
    const { limit, resetSeconds: retryAfterSeconds } = rateLimit
    super(`too many requests: the limit of ${limit} is used up. Try again in ${retryAfterSeconds} s${advice}`)
    this.details = { retryAfterSeconds, rateLimit }
  }
}

/** Reports that the identity provider does not answer, so that nobody can say who somebody is. */
export class ProviderSilent extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}
