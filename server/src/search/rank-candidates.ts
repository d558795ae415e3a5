import { analyseText } from "../index/analyse-text.ts"
import type { Candidate, QueryTerm } from "../index/score-levels.ts"
import type { ShelvedIndex } from "../index/shelf.ts"
import {
  codeSignal,
  languageSignal,
  type RankedCandidate,
  type Ranking,
  type Signals,
  SIGNAL_WEIGHTS,
  weigh,
} from "./candidate-signals.ts"
import { type AskedMeaning, meaningOf, withNearest } from "./models/meaning.ts"
import { nearnessTo } from "./nearness.ts"
import { readQuestion } from "./read-question.ts"

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

/**
 * Finds the best snippets of one library for a question.
 *
 * @param weights of the signals; other than the default ones only to measure them.
 * @returns at most 200 candidates, best first, ties in reading order; none when no word of the question is in the library.
 */
export function rankCandidates(shelved: ShelvedIndex, asking: Asking, weights: Signals = SIGNAL_WEIGHTS): Ranking {
  const { index, scorer } = shelved
  const { terms, words } = readQuestion(index, asking.query)
  const inWords = scorer.score([...terms, ...languageTerms(terms, asking.language)], MAX_CANDIDATES)
  const scale = inWords[0]?.score ?? 0
  const found = withNearest(index, inWords, asking.meaning)
  if (scale <= 0) {
    return { candidates: [], scale: 0 }
  }
  const { layout, meta } = index
  const nearness = nearnessTo(words)
  const code = codeSignal(asking.query)
  const language = languageSignal(meta.languages, asking.language)
  const meaning = meaningOf(index, found, asking.meaning)
  const isOpening = ({ snippet, page }: Candidate) =>
    snippet === layout.firstSnippetOfSection[layout.firstSectionOfPage[page] ?? 0]
  const candidates = found.map((candidate, place): RankedCandidate => {
    const codeBits = layout.snippetCode[candidate.snippet] ?? 0
    const signals: Signals = {
      snippet: candidate.snippetScore / scale,
      section: candidate.sectionScore / scale,
      subtree: candidate.subtreeScore / scale,
      page: candidate.pageScore / scale,
      nearness: place < READ_ORDERS ? nearness(index.wordOrder(candidate.snippet)) : 0,
      opening: isOpening(candidate) ? 1 : 0,
      code: code(codeBits),
      language: language(codeBits),
      lead: 0,
      meaning: meaning(candidate.snippet),
      reranker: 0,
    }
    const { snippet, section, page, snippetScore, sectionScore, subtreeScore, pageScore } = candidate
    const score = weigh(signals, weights)
    return { snippet, section, page, score, snippetScore, sectionScore, subtreeScore, pageScore, signals }
  })
  return { candidates: favourLeadingPage(candidates.sort(compareCandidates), weights), scale }
}

function compareCandidates(a: RankedCandidate, b: RankedCandidate): number {
  return b.score - a.score || a.snippet - b.snippet
}

/**
 * Favours all passages of the best candidate's page when that stands far above the best of every other page: then the page is
 * what was looked for, and the rest of it is worth more than passages of others that share some words.
 *
 * @param ranked best first.
 */
function favourLeadingPage(ranked: readonly RankedCandidate[], weights: Signals): readonly RankedCandidate[] {
  const best = ranked[0]
  const next = ranked.find(({ page }) => page !== best?.page)
  if (best === undefined || next === undefined || best.score <= 0) return ranked
  const lead = 1 - next.score / best.score - USUAL_LEAD
  if (lead <= 0) return ranked
  return ranked
    .map((candidate) => {
      if (candidate.page !== best.page) return candidate
      const signals = { ...candidate.signals, lead }
      return { ...candidate, signals, score: weigh(signals, weights) }
    })
    .sort(compareCandidates)
}
