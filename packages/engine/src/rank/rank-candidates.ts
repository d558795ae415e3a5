import type { TextAnalyser } from "../index/terms/analyse-text.ts"
import type { IndexFile } from "../index/read/open-index.ts"
import type { Candidate, QueryTerm } from "./score-snippets.ts"
import type { RankableIndex } from "./ranking-session.ts"
import {
  codeSignal,
  languageSignal,
  type CandidateScores,
  type RankedCandidate,
  type Ranking,
  scoreSignals,
  type Signals,
  SIGNAL_WEIGHTS,
} from "./candidate-signals.ts"
import { type QuestionEmbedding, similarityTo, withNearest } from "./semantic-matches.ts"
import { addExpectedTerms } from "./expected-terms.ts"
import { proximityTo } from "./proximity.ts"
import { type QuestionWord, parseQuestion } from "./parse-question.ts"

/** Candidates that are ranked for one answer: in libraries of all sizes, the first 100 contain the answer to nine questions in ten. */
export const MAX_CANDIDATES = 200
/** Candidates whose word order is read to measure proximity: further down it changes nothing. */
const MAX_PROXIMITY_CANDIDATES = 15
/** Share of its score by which the best page usually exceeds the next one by chance. Only a larger difference is a lead. */
const USUAL_LEAD = 0.2
/** Weight of terms for a preferred language: less than that of any word of the question. */
const LANGUAGE_TERM_WEIGHT = 0.2

/** A question, without the library that answers it. */
export interface RankingRequest {
  readonly query: string
  /** Words, phrases and identifiers that the answer probably contains, as far as the caller can guess. */
  readonly terms?: readonly string[] | undefined
  /** Programming language that code should be in, under any of its names. */
  readonly language?: string | undefined
  /** Embedding of the question; used in indexes with vectors of the same model. */
  readonly embedding?: QuestionEmbedding | undefined
}

/** Returns terms of the preferred language that the question lacks: they find prose about it. */
function languageTerms(
  analyser: TextAnalyser,
  terms: readonly QueryTerm[],
  language: string | undefined,
): readonly QueryTerm[] {
  if (language === undefined) return []
  const known = new Set(terms.map(({ term }) => term))
  return [...new Set(analyser.findTerms(language))]
    .filter((term) => !known.has(term))
    .map((term) => ({ term, weight: LANGUAGE_TERM_WEIGHT }))
}

/** Signals while candidates are ranked. */
type OpenSignals = { -readonly [Name in keyof Signals]: Signals[Name] }

/**
 * Candidates while they are ranked, as arrays by their position in `found`. The objects that are returned are created once, when
 * their order is known.
 */
interface Draft {
  readonly found: readonly Candidate[]
  readonly signals: readonly OpenSignals[]
  readonly scores: CandidateScores[]
  /** Positions, best first. */
  readonly order: number[]
}

/**
 * Finds the best snippets of one library for a question.
 *
 * @param weights of the signals; others than the default ones only to measure them.
 * @returns at most 200 candidates, best first, ties in reading order; none when no word of the question is in the library.
 */
export function rankCandidates(
  rankable: RankableIndex,
  request: RankingRequest,
  weights: Signals = SIGNAL_WEIGHTS,
): Ranking {
  const { index, scorer, session } = rankable
  const { analyser } = session
  const { terms: asked, words } = parseQuestion(index, request.query, analyser)
  const terms = addExpectedTerms({ index, scorer, analyser }, asked, request.terms ?? [])
  const inWords = scorer.score([...terms, ...languageTerms(analyser, terms, request.language)], MAX_CANDIDATES)
  const scale = inWords[0]?.score ?? 0
  const found = withNearest(index, inWords, request.embedding)
  if (scale <= 0) {
    return { candidates: [], scale: 0 }
  }
  const signals = signalsOf(index, request, { found, words, scale })
  const scores = signals.map((ofOne) => scoreSignals(ofOne, weights))
  const draft: Draft = { found, signals, scores, order: found.map((_, at) => at) }
  putInOrder(draft)
  if (favourLeadingPage(draft, weights)) putInOrder(draft)
  return { candidates: inOrder(draft), scale }
}

function inOrder({ found, signals, scores, order }: Draft): readonly RankedCandidate[] {
  return order.map((at) => {
    const { snippet, section, page } = found[at] as Candidate
    const { score, baseScore, rerankScore } = scores[at] as CandidateScores
    return { snippet, section, page, score, baseScore, rerankScore, signals: signals[at] as Signals }
  })
}

/** Measures the signals of each candidate except the lead of a page. */
function signalsOf(
  index: IndexFile,
  request: RankingRequest,
  matches: { readonly found: readonly Candidate[]; readonly words: readonly QuestionWord[]; readonly scale: number },
): readonly OpenSignals[] {
  const { layout, meta } = index
  const { found, words, scale } = matches
  const proximity = proximityTo(words)
  const code = codeSignal(request.query)
  const language = languageSignal(meta.languages, request.language)
  const similarity = similarityTo(index, found, request.embedding)
  const isOpening = ({ snippet, page }: Candidate) =>
    snippet === layout.firstSnippetOfSection[layout.firstSectionOfPage[page] ?? 0]
  return found.map((candidate, rank) => {
    const codeBits = layout.snippetCode[candidate.snippet] ?? 0
    return {
      snippet: candidate.snippetScore / scale,
      section: candidate.sectionScore / scale,
      subtree: candidate.subtreeScore / scale,
      page: candidate.pageScore / scale,
      nearness:
        proximity !== undefined && rank < MAX_PROXIMITY_CANDIDATES ? proximity(index.wordOrder(candidate.snippet)) : 0,
      opening: isOpening(candidate) ? 1 : 0,
      code: code(codeBits),
      language: language(codeBits),
      lead: 0,
      meaning: similarity(candidate.snippet),
      reranker: 0,
    }
  })
}

/** Sorts the best first, ties in reading order. By insertion: signals move few candidates far from where the words put them. */
function putInOrder({ order, scores, found }: Draft): void {
  const isBefore = (a: number, b: number) => {
    const ahead = (scores[a] as CandidateScores).score - (scores[b] as CandidateScores).score
    return ahead > 0 || (ahead === 0 && (found[a] as Candidate).snippet < (found[b] as Candidate).snippet)
  }
  for (let from = 1; from < order.length; from++) {
    const moved = order[from] as number
    let to = from
    while (to > 0 && isBefore(moved, order[to - 1] as number)) {
      order[to] = order[to - 1] as number
      to--
    }
    order[to] = moved
  }
}

/**
 * Raises all snippets of the best candidate's page when its score far exceeds that of every other page: then the question is
 * about this page, and the rest of it is worth more than snippets of other pages that share some words.
 *
 * @returns true when scores have changed.
 */
function favourLeadingPage({ found, signals, scores, order }: Draft, weights: Signals): boolean {
  const best = order[0]
  const page = found[best ?? 0]?.page
  const next = order.find((at) => found[at]?.page !== page)
  if (best === undefined || next === undefined) return false
  const bestScore = (scores[best] as CandidateScores).score
  if (bestScore <= 0) return false
  const lead = 1 - (scores[next] as CandidateScores).score / bestScore - USUAL_LEAD
  if (lead <= 0) return false
  for (let at = 0; at < found.length; at++) {
    if (found[at]?.page !== page) continue
    const own = signals[at] as OpenSignals
    own.lead = lead
    scores[at] = scoreSignals(own, weights)
  }
  return true
}
