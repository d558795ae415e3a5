import { MODEL_STATUS_HEADER } from "@lectern/contract"
import { describeOutcome, type ModelOutcome } from "./model-ranking/model-outcome.ts"

/** @returns the header with the outcome of the models; none if no model is configured. */
export function modelHeaders(outcome: ModelOutcome): Readonly<Record<string, string>> {
  const text = describeOutcome(outcome)
  return text === "" ? {} : { [MODEL_STATUS_HEADER]: text }
}
