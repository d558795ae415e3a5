import { ServiceError } from "../../base/errors.ts"

/** Reports that a file is no OpenAPI description, or is broken, and where. */
export class NotAnApiDescription extends ServiceError {
  readonly code = "validation_error"
}

/** Reports that an address answers with something other than a description. */
export class DescriptionMissing extends ServiceError {
  readonly code = "validation_error"
}
