import { ServiceError } from "../base/errors.ts"

/** Thrown if no indexed version matches the requested one. */
export class TagMissing extends ServiceError {
  readonly code = "tag_not_found"
}
