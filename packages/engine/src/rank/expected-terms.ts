import { wordMark } from "../index/format/word-order.ts"
import type { IndexFile } from "../index/read/open-index.ts"
import type { RunTerms, TextAnalyser } from "../index/terms/analyse-text.ts"
import { FILLER_WORDS } from "./question/filler-words.ts"
import type { Candidate, QueryTerm, SnippetScorer } from "./score-snippets.ts"

/**
 * Weight of a word that the caller expects in the answer. Between 0.35 and 0.7, correct guesses work equally well; lower weights reduce the
 * cost of wrong ones (eval/log.md).
 */
const EXPECTED_WEIGHT = 0.5
/** Share of the weight that remains for a word that is far from everything that the question alone finds: probably a wrong guess. */
const FAR_SHARE = 0.4
/** A correct guess is usually among the words of this many snippets that the question alone finds. 10 to 50 give nearly the same results. */
const NEAR_SNIPPETS = 30
/** Sixteen terms have about fifty words; more only take time. */
const MAX_RUNS = 64

/**
 * Adds the words that the caller expects in the answer to the terms of the question. Words that the library lacks add nothing: no
 * typing errors are repaired, and no synonyms are added. A word that is in none of the best snippets for the question alone counts
 * less, so that a wrong guess hardly outweighs the question.
 *
 * @param terms of the question.
 * @param expected words, phrases, or identifiers, as the caller wrote them.
 * @returns `terms` itself when the library has none of the words; else `terms` first, in their order, each with its highest weight.
 */
export function addExpectedTerms(
  {
    index,
    scorer,
    analyser,
  }: { readonly index: IndexFile; readonly scorer: SnippetScorer; readonly analyser: TextAnalyser },
  terms: readonly QueryTerm[],
  expected: readonly string[],
): readonly QueryTerm[] {
  const known = analyseTerms(analyser, expected)
    .flatMap(termsOf)
    .filter(({ term }) => index.counts(term) !== undefined)
  if (known.length === 0) return terms
  const isNear = nearTo(index, scorer.score(terms, NEAR_SNIPPETS))
  const merged = new Map(terms.map((term) => [term.term, term]))
  for (const { term, words } of known) {
    const weight = EXPECTED_WEIGHT * (words.every(isNear) ? 1 : FAR_SHARE)
    if (weight > (merged.get(term)?.weight ?? 0)) merged.set(term, { term, weight })
  }
  return [...merged.values()]
}

/** Returns the words and identifiers of terms, without those that say nothing about a subject. */
export function analyseTerms(analyser: TextAnalyser, terms: readonly string[]): readonly RunTerms[] {
  return terms
    .flatMap((term) => analyser.analyse(term))
    .filter((run) => !isFiller(run))
    .slice(0, MAX_RUNS)
}

function isFiller({ whole, surface }: RunTerms): boolean {
  return whole === undefined && FILLER_WORDS.has(surface)
}

interface ExpectedTerm {
  readonly term: string
  /** The words of a whole identifier, otherwise the term itself. */
  readonly words: readonly string[]
}

function termsOf({ whole, words }: RunTerms): readonly ExpectedTerm[] {
  const parts = words.map((word) => ({ term: word, words: [word] }))
  return whole === undefined ? parts : [{ term: whole, words }, ...parts]
}

/** Returns a function that checks whether a word is in one of the snippets; always true if there are none. */
function nearTo(index: IndexFile, snippets: readonly Candidate[]): (word: string) => boolean {
  if (snippets.length === 0) return () => true
  const wordOrders = snippets.map(({ snippet }) => index.wordOrder(snippet))
  // A few words are searched for, so searching the lists takes less time than making one set of them.
  return (word) => {
    const mark = wordMark(word)
    return wordOrders.some((marks) => marks.includes(mark))
  }
}
