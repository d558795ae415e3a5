import type { Log } from "../../../base/log.ts"
import { asError } from "../../../base/errors.ts"
import { ModelFailure } from "../../../models/errors.ts"

/** Outcome of a model in one answer. */
export type ModelState = "used" | "failed" | "skipped"

/** Outcomes of the configured models; a model that is not configured is missing. */
export interface ModelOutcome {
  readonly embedder?: ModelState
  readonly reranker?: ModelState
}

/**
 * Calls a model and catches any failure, so that a question never fails because of a model.
 *
 * @returns undefined after a failure.
 */
export async function callWithFallback<Answer>(
  ask: () => Promise<Answer>,
  { log, model }: { readonly log: Log; readonly model: keyof ModelOutcome },
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (thrown) {
    const error = asError(thrown)
    const reason = error instanceof ModelFailure ? error.reason : "defect"
    log.warn({ model, reason, failure: error.message }, "model call failed")
    return undefined
  }
}

/** @returns all outcomes on one line, such as `embedder=used, reranker=failed`; empty if no model is configured. */
export function describeOutcome(outcome: ModelOutcome): string {
  return Object.entries(outcome)
    .map(([model, state]) => `${model}=${state}`)
    .join(", ")
}
