import { HAS_CODE, languageBit, languageBitsIn } from "../index/format/code-languages.ts"
import type { Candidate } from "./score-snippets.ts"
import { LEVELS } from "./bm25.ts"
import { TRAINED_WEIGHTS } from "./trained-weights.ts"

/** Measured properties of a candidate, each about 0 to 1; weights in `SIGNAL_WEIGHTS`. Their names are those of the API. */
export const SIGNAL_NAMES = [
  "snippet",
  "section",
  "subtree",
  "page",
  "nearness",
  "opening",
  "code",
  "language",
  "lead",
  "meaning",
  "reranker",
] as const

/** Name of a signal. */
export type SignalName = (typeof SIGNAL_NAMES)[number]
/** A number for every signal: its value for a candidate, or its weight. */
export type Signals = Readonly<Record<SignalName, number>>

/**
 * Weights of the models; both signals are 0 where no model is configured. A reranker has read the snippets, so it counts more than
 * all words together (about 1), which decide between snippets that it scores about the same; an embedder counts more than half as
 * much as the words. Chosen by that reasoning, not measured (docs/evaluation.md says how to measure a model).
 */
const MODEL_WEIGHTS = { meaning: 0.6, reranker: 6 } as const

/** The weight of every signal. */
export const SIGNAL_WEIGHTS: Signals = {
  snippet: LEVELS.snippet.weight,
  section: LEVELS.section.weight,
  subtree: LEVELS.subtree.weight,
  page: LEVELS.page.weight,
  ...TRAINED_WEIGHTS,
  ...MODEL_WEIGHTS,
}

/** The scores of a candidate, which are sums of signals times their weights. */
export interface CandidateScores {
  /** All signals; about 1 for the best. Candidates of one library are ordered by it. */
  readonly score: number
  /** All signals but the lead of a page, which compares pages of one library, and the reranker. */
  readonly baseScore: number
  /** The signal of the reranker, whose scale is the same for all libraries. */
  readonly rerankScore: number
}

/** A snippet that may be part of the answer, with its scores and the signals that they come from. */
export interface RankedCandidate extends Pick<Candidate, "snippet" | "section" | "page">, CandidateScores {
  readonly signals: Signals
}

/** Candidates of one question, best first. */
export interface Ranking {
  readonly candidates: readonly RankedCandidate[]
  /** Score of the best candidate for all words of the question together. Multiplied by it, scores are comparable across libraries. */
  readonly scale: number
}

/** Sums signals up into scores. */
export function scoreSignals(signals: Signals, weights: Signals): CandidateScores {
  const baseScore = sumWithoutLeadAndReranker(signals, weights)
  const rerankScore = weights.reranker * signals.reranker
  return { score: baseScore + weights.lead * signals.lead + rerankScore, baseScore, rerankScore }
}

function sumWithoutLeadAndReranker(signals: Signals, weights: Signals): number {
  // Written out: two hundred times a question, a loop over names takes a tenth of its time.
  return (
    weights.snippet * signals.snippet +
    weights.section * signals.section +
    weights.subtree * signals.subtree +
    weights.page * signals.page +
    weights.nearness * signals.nearness +
    weights.opening * signals.opening +
    weights.code * signals.code +
    weights.language * signals.language +
    weights.meaning * signals.meaning
  )
}

/**
 * Returns a score that is comparable with those of candidates of other libraries.
 *
 * @param coverage how much of the question the library covers; it scales the score of the words, but not the reranker's.
 */
export function comparableScore({ baseScore, rerankScore }: CandidateScores, coverage: number): number {
  return baseScore * coverage + rerankScore
}

/** Words of questions that ask for code. */
const WANTS_CODE = /\b(?:how|code|example|snippet|write|implement|create|add|config|configure|syntax|command)\b/i

/** Returns a signal that is 1 for snippets with code if the question asks how to do something, else 0. */
export function codeSignal(question: string): (codeBits: number) => number {
  const isWanted = WANTS_CODE.test(question)
  return (codeBits) => (isWanted && (codeBits & HAS_CODE) !== 0 ? 1 : 0)
}

/**
 * Prefers code of one language without leaving anything out.
 *
 * @returns 1 for code in the language, -1 for code in others only, 0 for everything else.
 */
export function languageSignal(
  languages: readonly string[],
  language: string | undefined,
): (codeBits: number) => number {
  const bit = language === undefined ? 0 : languageBit(languages, language)
  if (bit === 0) {
    return () => 0
  }
  return (codeBits) => ((codeBits & bit) !== 0 ? 1 : languageBitsIn(codeBits) !== 0 ? -1 : 0)
}
