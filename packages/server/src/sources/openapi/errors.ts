import { ServiceError } from "../../base/errors.ts"

/** Thrown if a file is not a valid OpenAPI description, with the position of the error. */
export class NotAnApiDescription extends ServiceError {
  readonly code = "validation_error"
}

/** Thrown if a URL responds with something other than a description. */
export class DescriptionMissing extends ServiceError {
  readonly code = "validation_error"
}
