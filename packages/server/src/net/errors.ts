import { ServiceError } from "../base/errors.ts"

/** Reports that a URL or a resolved address is one that may not be fetched from. */
export class AddressRefused extends ServiceError {
  readonly code = "validation_error"
}

/** Reports that a host has no address, refuses the connection or breaks it off. */
export class HostUnreachable extends ServiceError {
  readonly code = "validation_error"
  override readonly retryable = true
}

/** Reports that an answer did not arrive in the time allowed. */
export class FetchTimeout extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}

/** Reports that a body is larger, after decompression, than the caller allows. */
export class ResponseTooLarge extends ServiceError {
  readonly code = "library_too_large"
}

/** Reports an answer that leads in circles or past the number of redirects that are followed. */
export class TooManyRedirects extends ServiceError {
  readonly code = "validation_error"
}
