import { findUnknownWords } from "./question/unknown-words.ts"
import type { ContextAnswer } from "./answer.ts"
import { packAnswer } from "./pack-answer.ts"
import { MAX_CANDIDATES, rankCandidates, type RankingRequest } from "./rank-candidates.ts"
import type { AnswerLength } from "./stop-rule.ts"
import type { RankableIndex } from "./ranking-session.ts"

/** A question to one library, with the bounds of its answer. */
export interface Question extends RankingRequest {
  /** Upper bound of the answer as text, in o200k tokens. */
  readonly tokens: number
  /** Upper bound of the number of snippets. */
  readonly limit?: number | undefined
  /** Default: `full`. */
  readonly length?: AnswerLength | undefined
  /** True: flagged snippets are left out. */
  readonly withholdsFlagged?: boolean | undefined
}

/**
 * Ranks the snippets of one library for a question and packs the best into the token budget, without models.
 *
 * @returns an answer without blocks when no word of the question is in the library. The same file and question give the same
 *   answer, byte for byte.
 */
export function answerQuestion(rankable: RankableIndex, question: Question): ContextAnswer {
  const { candidates } = rankCandidates(rankable, question)
  return packAnswer(rankable, candidates, {
    maxTokens: question.tokens,
    maxSnippets: question.limit ?? MAX_CANDIDATES,
    length: question.length,
    query: question.query,
    terms: question.terms,
    unknownWords: question.length === "auto" ? findUnknownWords(rankable, question) : undefined,
    withholdsFlagged: question.withholdsFlagged,
  })
}
