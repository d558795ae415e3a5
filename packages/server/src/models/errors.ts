/** Why a model call failed. */
export type ModelFailureReason =
  /** The server rejected the request: invalid key, unknown model, unsupported request. */
  | "refused"
  /** The server is overloaded, or a quota is used up. */
  | "busy"
  | "timeout"
  | "unreachable"
  /** The response has the wrong format or size. */
  | "garbage"
  /** The model has failed so often that it is not called for a while. */
  | "resting"

/** Thrown if a model call fails. Callers of the service never see it. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureReason

  constructor(reason: ModelFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "ModelFailure"
    this.reason = reason
  }
}
