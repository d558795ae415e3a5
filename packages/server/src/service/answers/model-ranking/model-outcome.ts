import type { Log } from "../../../base/log.ts"
import { asError } from "../../../base/errors.ts"
import { ModelFailure } from "../../../models/errors.ts"

/** What became of a model in one answer. */
export type ModelState = "used" | "failed" | "skipped"

/** What became of the configured models; a model that is not configured is missing. */
export interface ModelOutcome {
  readonly embedder?: ModelState
  readonly reranker?: ModelState
}

/**
 * Asks a model and takes any failure for a no: a question never fails with a model.
 *
 * @returns undefined when it did not help.
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
    log.warn({ model, reason, failure: error.message }, "model did not help")
    return undefined
  }
}

/** @returns an outcome in one line, such as `embedder=used, reranker=failed`; empty when no model is configured. */
export function describeOutcome(outcome: ModelOutcome): string {
  return Object.entries(outcome)
    .map(([model, state]) => `${model}=${state}`)
    .join(", ")
}
