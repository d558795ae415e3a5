import { ServiceError } from "../base/errors.ts"

/** Thrown if a URL or a resolved address is blocked, such as a private address. */
export class AddressRefused extends ServiceError {
  readonly code = "validation_error"
}

/** Thrown if a host has no address, refuses the connection or closes it early. */
export class HostUnreachable extends ServiceError {
  readonly code = "validation_error"
  override readonly retryable = true
}

/** Thrown if a response did not arrive in time. */
export class FetchTimeout extends ServiceError {
  readonly code = "timeout"
  override readonly retryable = true
}

/** Thrown if a response body, after decompression, is larger than allowed. */
export class ResponseTooLarge extends ServiceError {
  readonly code = "library_too_large"
}

/** Thrown if a request is redirected too often. */
export class TooManyRedirects extends ServiceError {
  readonly code = "validation_error"
}
