import type { Candidate } from "../index/score-levels.ts"
import type { ShelvedIndex } from "../index/shelf.ts"
import { type ContextAnswer, packAnswer } from "./pack-answer.ts"
import { readQuestion } from "./read-question.ts"

/** Candidates that are ranked for one answer: on libraries of all sizes the evidence is within the first 100 for nine questions in ten. */
const MAX_CANDIDATES = 200

export interface ContextQuestion {
  /** 1 to 500 characters. */
  readonly query: string
  /** Upper bound of the text answer in o200k tokens. */
  readonly tokens: number
  /** Upper bound of the number of snippets. */
  readonly limit?: number
}

/** Finds the best snippets of one library for a question: at most 200, best first. */
export function rankCandidates({ index, scorer }: ShelvedIndex, question: string): readonly Candidate[] {
  return scorer.score(readQuestion(index, question), MAX_CANDIDATES)
}

/**
 * Answers a question from one library.
 *
 * @returns the best passages within the budget, best first; without blocks when no word of the question is in the library.
 *   The same file and question give the same answer, byte for byte.
 */
export function answerContext(shelved: ShelvedIndex, question: ContextQuestion): ContextAnswer {
  return packAnswer(shelved.index, rankCandidates(shelved, question.query), {
    maxTokens: question.tokens,
    maxSnippets: question.limit ?? MAX_CANDIDATES,
  })
}
