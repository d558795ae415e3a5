import { type ErrorDetails, ServiceError } from "../base/errors.ts"

/** Reports a missing or wrong key. */
export class InvalidApiKey extends ServiceError {
  readonly code = "invalid_api_key"
}

/** Reports that the caller is known and may not do this. */
export class Forbidden extends ServiceError {
  readonly code = "forbidden"
}

/** Reports an admin action of an account that still has the default password. */
export class PasswordChangeRequired extends ServiceError {
  readonly code = "password_change_required"
}

/** Reports a name and a password that do not fit, or a person whom the single sign-on does not vouch for. */
export class SignInRefused extends ServiceError {
  readonly code = "invalid_api_key"
}

/** Reports too many failed attempts to sign in. */
export class TooManyAttempts extends ServiceError {
  readonly code = "rate_limit_exceeded"
  override readonly retryable = true
  override readonly details: ErrorDetails

  /** @param retryAfterSeconds whole seconds after which the failures are forgotten, at most. */
  constructor(retryAfterSeconds: number) {
    super(`too many attempts: try again in ${Math.ceil(retryAfterSeconds / 60)} minutes`)
    this.details = { retryAfterSeconds }
  }
}
