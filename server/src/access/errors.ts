import { ServiceError } from "../base/errors.ts"

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
