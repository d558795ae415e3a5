import type { Log } from "../../base/log.ts"
import { asError } from "../../base/errors.ts"
import { ModelFailure } from "../../models/errors.ts"

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
 * @throws the signal's reason when that is aborted: then nobody waits any more.
 */
export async function askOrGoOn<Answer>(
  ask: () => Promise<Answer>,
  { log, signal, model }: { readonly log: Log; readonly signal: AbortSignal; readonly model: string },
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (thrown) {
    signal.throwIfAborted()
    const error = asError(thrown)
    const reason = error instanceof ModelFailure ? error.reason : "defect"
    log.warn({ model, reason, failure: error.message }, "model did not help")
    return undefined
  }
}
