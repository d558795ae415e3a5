/** Why a model did not help. */
export type ModelFailureReason =
  /** The server said no: a wrong key, an unknown model, a request it does not take. */
  | "refused"
  /** The server is overloaded, or a quota is used up. */
  | "busy"
  | "timeout"
  | "unreachable"
  /** The answer does not have the form or the size that it must have. */
  | "garbage"
  /** It failed so often that it is not asked for a while. */
  | "resting"

/** Reports that a model did not help; never reaches a caller of the service. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureReason

  constructor(reason: ModelFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "ModelFailure"
    this.reason = reason
  }
}
