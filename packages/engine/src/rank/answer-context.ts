import type { RankableIndex } from "./rankable-index.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { type ContextAnswer, packAnswer } from "./pack-answer.ts"
import { type Asking, MAX_CANDIDATES, rankCandidates } from "./rank-candidates.ts"

/** A question to one library. `query` has 1 to 500 characters. */
export interface ContextQuestion extends Asking {
  /** Upper bound of the text answer in o200k tokens. */
  readonly tokens: number
  /** Upper bound of the number of snippets. */
  readonly limit?: number
}

/**
 * Answers a question from one library.
 *
 * @param candidates what to pack, best first; without them the question is ranked without models.
 * @returns the best passages within the budget, best first; without blocks when no word of the question is in the library.
 *   The same file and question give the same answer, byte for byte.
 */
export function answerContext(
  shelved: RankableIndex,
  question: ContextQuestion,
  candidates: readonly RankedCandidate[] = rankCandidates(shelved, question).candidates,
): ContextAnswer {
  return packAnswer(shelved.index, candidates, {
    maxTokens: question.tokens,
    maxSnippets: question.limit ?? MAX_CANDIDATES,
  })
}
