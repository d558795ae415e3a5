import { MODEL_STATUS_HEADER } from "@lectern/contract"
import { describeOutcome, type ModelOutcome } from "./model-ranking/model-outcome.ts"

/** @returns the header that tells what became of the models; none where no model is configured. */
export function modelHeaders(outcome: ModelOutcome): Readonly<Record<string, string>> {
  const text = describeOutcome(outcome)
  return text === "" ? {} : { [MODEL_STATUS_HEADER]: text }
}
