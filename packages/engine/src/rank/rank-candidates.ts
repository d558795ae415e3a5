import { analyseText } from "../index/analyse-text.ts"
import type { IndexFile } from "../index/open-index.ts"
import type { Candidate, QueryTerm } from "../kernel/score-levels.ts"
import type { RankableIndex } from "./rankable-index.ts"
import {
  codeSignal,
  languageSignal,
  type RankedCandidate,
  type Ranking,
  type Signals,
  SIGNAL_WEIGHTS,
  weigh,
} from "./candidate-signals.ts"
import { type AskedMeaning, meaningOf, withNearest } from "./meaning.ts"
import { nearnessTo } from "./nearness.ts"
import { type QuestionWord, readQuestion } from "./read-question.ts"

/** Candidates that are ranked for one answer: on libraries of all sizes the evidence is within the first 100 for nine questions in ten. */
export const MAX_CANDIDATES = 200
/** Candidates whose words are read for those that stand near each other: further down it changes nothing. */
const READ_ORDERS = 15
/** How far the best page stands above the next by chance, as a share of its score: so much is no lead. */
const USUAL_LEAD = 0.2
/** A preferred language counts less than the least of a question's own words. */
const LANGUAGE_TERM_WEIGHT = 0.2

/** What is asked, of whichever library. */
export interface Asking {
  readonly query: string
  /** Programming language that code should be in, under any of its names. */
  readonly language?: string | undefined
  /** What an embedder makes of the question; counts in indexes with vectors of the same model. */
  readonly meaning?: AskedMeaning | undefined
}

/** Terms of the language that the question does not hold anyway: they find prose about it, and are no words of the question. */
function languageTerms(terms: readonly QueryTerm[], language: string | undefined): QueryTerm[] {
  const known = new Set(terms.map(({ term }) => term))
  return [...new Set(analyseText(language ?? "").flatMap((run) => run.words))]
    .filter((term) => !known.has(term))
    .map((term) => ({ term, weight: LANGUAGE_TERM_WEIGHT }))
}

/** Signals while candidates are ranked. */
type OpenSignals = { -readonly [Name in keyof Signals]: Signals[Name] }

/**
 * Candidates while they are ranked: everything about one at its place in `found`. The objects that are given back are made
 * once, when their order is known.
 */
interface Draft {
  readonly found: readonly Candidate[]
  readonly signals: readonly OpenSignals[]
  readonly scores: Float64Array
  /** Places, best first. */
  readonly order: Uint16Array
}

/**
 * Finds the best snippets of one library for a question.
 *
 * @param weights of the signals; other than the default ones only to measure them.
 * @returns at most 200 candidates, best first, ties in reading order; none when no word of the question is in the library.
 */
export function rankCandidates(shelved: RankableIndex, asking: Asking, weights: Signals = SIGNAL_WEIGHTS): Ranking {
  const { index, scorer } = shelved
  const { terms, words } = readQuestion(index, asking.query)
  const inWords = scorer.score([...terms, ...languageTerms(terms, asking.language)], MAX_CANDIDATES)
  const scale = inWords[0]?.score ?? 0
  const found = withNearest(index, inWords, asking.meaning)
  if (scale <= 0) {
    return { candidates: [], scale: 0 }
  }
  const signals = signalsOf(index, asking, { found, words, scale })
  const draft: Draft = { found, signals, scores: new Float64Array(found.length), order: new Uint16Array(found.length) }
  for (let at = 0; at < signals.length; at++) {
    draft.scores[at] = weigh(signals[at] as Signals, weights)
    draft.order[at] = at
  }
  putInOrder(draft)
  if (favourLeadingPage(draft, weights)) putInOrder(draft)
  const candidates: RankedCandidate[] = []
  for (let rank = 0; rank < draft.order.length; rank++) {
    const at = draft.order[rank] as number
    const { snippet, section, page } = found[at] as Candidate
    candidates.push({ snippet, section, page, score: draft.scores[at] as number, signals: signals[at] as Signals })
  }
  return { candidates, scale }
}

/** Measures what speaks for each candidate but the lead of a page. */
function signalsOf(
  index: IndexFile,
  asking: Asking,
  asked: { readonly found: readonly Candidate[]; readonly words: readonly QuestionWord[]; readonly scale: number },
): readonly OpenSignals[] {
  const { layout, meta } = index
  const { found, words, scale } = asked
  const nearness = nearnessTo(words)
  const code = codeSignal(asking.query)
  const language = languageSignal(meta.languages, asking.language)
  const meaning = meaningOf(index, found, asking.meaning)
  const isOpening = ({ snippet, page }: Candidate) =>
    snippet === layout.firstSnippetOfSection[layout.firstSectionOfPage[page] ?? 0]
  return found.map((candidate, place) => {
    const codeBits = layout.snippetCode[candidate.snippet] ?? 0
    return {
      snippet: candidate.snippetScore / scale,
      section: candidate.sectionScore / scale,
      subtree: candidate.subtreeScore / scale,
      page: candidate.pageScore / scale,
      nearness: nearness !== undefined && place < READ_ORDERS ? nearness(index.wordOrder(candidate.snippet)) : 0,
      opening: isOpening(candidate) ? 1 : 0,
      code: code(codeBits),
      language: language(codeBits),
      lead: 0,
      meaning: meaning(candidate.snippet),
      reranker: 0,
    }
  })
}

/** Puts the best first, ties in reading order. By insertion: signals move few candidates far from where evidence put them. */
function putInOrder({ order, scores, found }: Draft): void {
  const isBefore = (a: number, b: number) => {
    const lead = (scores[a] as number) - (scores[b] as number)
    return lead > 0 || (lead === 0 && (found[a] as Candidate).snippet < (found[b] as Candidate).snippet)
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
 * Favours all passages of the best candidate's page when that stands far above the best of every other page: then the page is
 * what was looked for, and the rest of it is worth more than passages of others that share some words.
 *
 * @returns true when scores have changed.
 */
function favourLeadingPage({ found, signals, scores, order }: Draft, weights: Signals): boolean {
  const best = order[0]
  const page = found[best ?? 0]?.page
  const next = order.find((at) => found[at]?.page !== page)
  if (best === undefined || next === undefined) return false
  const bestScore = scores[best] as number
  if (bestScore <= 0) return false
  const lead = 1 - (scores[next] as number) / bestScore - USUAL_LEAD
  if (lead <= 0) return false
  for (let at = 0; at < found.length; at++) {
    if (found[at]?.page !== page) continue
    const own = signals[at] as OpenSignals
    own.lead = lead
    scores[at] = weigh(own, weights)
  }
  return true
}
