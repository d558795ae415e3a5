import { HAS_CODE, languageBit } from "../index/code-languages.ts"
import type { Candidate } from "../kernel/score-levels.ts"
import { LEVELS } from "../kernel/score-levels.ts"
import { RANKING_WEIGHTS } from "./ranking-weights.ts"

/** What speaks for a candidate, each about 0 to 1; weights in `SIGNAL_WEIGHTS`. */
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

export type SignalName = (typeof SIGNAL_NAMES)[number]
export type Signals = Readonly<Record<SignalName, number>>

/**
 * Weights of what models say; both signals are 0 where no model is configured. A reranker has read the passages, so it counts
 * more than all words together (about 1), which decide between passages that it rates about the same; an embedder counts more
 * than half of them. Chosen by that reasoning, not measured: whoever has a model measures it (docs/evaluation.md).
 */
const MODEL_WEIGHTS = { meaning: 0.6, reranker: 6 } as const

/** The weight of every signal. */
export const SIGNAL_WEIGHTS: Signals = {
  snippet: LEVELS.snippet.weight,
  section: LEVELS.section.weight,
  subtree: LEVELS.subtree.weight,
  page: LEVELS.page.weight,
  ...RANKING_WEIGHTS,
  ...MODEL_WEIGHTS,
}

/** A snippet that may answer, with everything that speaks for it. */
export interface RankedCandidate extends Pick<Candidate, "snippet" | "section" | "page"> {
  /** Sum of the signals times their weights; about 1 for the best. */
  readonly score: number
  readonly signals: Signals
}

/** Candidates of one question, best first. */
export interface Ranking {
  readonly candidates: readonly RankedCandidate[]
  /**
   * Evidence of the best candidate in all words of the question together: scores times it compare between libraries.
   */
  readonly scale: number
}

/** @returns the weighted sum of signals. */
export function weigh(signals: Signals, weights: Signals): number {
  // Written out: two hundred times a question, a loop over names costs a tenth of it.
  return (
    weights.snippet * signals.snippet +
    weights.section * signals.section +
    weights.subtree * signals.subtree +
    weights.page * signals.page +
    weights.nearness * signals.nearness +
    weights.opening * signals.opening +
    weights.code * signals.code +
    weights.language * signals.language +
    weights.lead * signals.lead +
    weights.meaning * signals.meaning +
    weights.reranker * signals.reranker
  )
}

/**
 * Rates a candidate so that it compares with those of other libraries.
 *
 * The lead of a page is left out: it compares pages of one library.
 *
 * @param coverage how much of the question its library covers; counts for what words say, not for a reranker's judgement, which
 *   is one scale for all libraries.
 */
export function comparableScore({ score, signals }: RankedCandidate, coverage: number): number {
  const judgement = SIGNAL_WEIGHTS.reranker * signals.reranker
  return (score - judgement - SIGNAL_WEIGHTS.lead * signals.lead) * coverage + judgement
}

/** Words of questions that want to see how something is written. */
const WANTS_CODE = /\b(?:how|code|example|snippet|write|implement|create|add|config|configure|syntax|command)\b/i

/** @returns 1 for a snippet with code when the question asks for a way to do something, else 0. */
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
  return (codeBits) => ((codeBits & bit) !== 0 ? 1 : (codeBits & ~HAS_CODE) !== 0 ? -1 : 0)
}
