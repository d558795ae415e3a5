import { type RunTerms, stemWord, type TextAnalyser } from "../index/terms/analyse-text.ts"
import type { IndexFile, TermCounts } from "../index/read/open-index.ts"
import { inverseFrequency } from "./bm25.ts"
import type { QueryTerm } from "./score-snippets.ts"
import { cleanQuestion } from "./question/clean-question.ts"
import { FILLER_WORDS } from "./question/filler-words.ts"
import { repairTypo } from "./question/repair-typos.ts"
import { synonymsOf } from "./question/synonyms.ts"
import { relativesOf } from "./question/word-relatives.ts"

/** Weights of terms other than plain words of the question (DESIGN-search.md explains them). */
const WHOLE_IDENTIFIER_WEIGHT = 0.3
const IDENTIFIER_PART_WEIGHT = 0.85
const REPAIRED_WEIGHT = 0.8
const RELATIVE_WEIGHT = 0.8
/** Versions and addresses say when and where; the words next to them say what. */
const NUMBER_WEIGHT = 0.6
const SYNONYM_WEIGHT = 0.45
const SYNONYM_CROWDING = 0.3

const HYPHENATED = /^\p{L}+(?:-\p{L}+)+$/u

/** A question with more runs is a pasted file; only the first ones are used. */
const MAX_RUNS = 250
/** Each unknown word is compared with all terms that begin with the same letter; a pasted log has dozens of unknown words. */
const MAX_GUESSES = 12
/** Longer questions are reduced to their rarest words. */
const MAX_WORDS = 32

/** A word of the question, as a term of the library. */
export interface QuestionWord {
  readonly term: string
  /** Weight in the question times how rare it is in the library. */
  readonly rarity: number
  /** True for a whole identifier of several words, which are in the list too. */
  readonly isWhole: boolean
}

/** A question in the terms of one index. */
export interface QuestionTerms {
  readonly terms: readonly QueryTerm[]
  /** In the order of the question. */
  readonly words: readonly QuestionWord[]
}

/** Guesses for an unknown word: the word without its typing error, or else words of the same root. */
interface Guess {
  readonly repaired: string | undefined
  readonly relatives: readonly string[]
}

interface WordMeaning extends Guess {
  readonly isKnown: boolean
  /** Less than 1 for a part of an identifier. */
  readonly partWeight: number
}

const NO_GUESS: Guess = { repaired: undefined, relatives: [] }

function guessMeaning(index: IndexFile, word: string): Guess {
  const repaired = repairTypo(index, word)
  return { repaired, relatives: repaired === undefined ? relativesOf(index, word) : [] }
}

function isFiller(run: RunTerms): boolean {
  return run.whole === undefined && FILLER_WORDS.has(run.surface)
}

/** Versions and IP addresses: their numbers mean something only as a whole. */
const NUMBER = /^v?\d+(?:\.\d+)+$/

interface Offer {
  readonly weight: number
  readonly insteadOf: string | undefined
  readonly word: number
}

/** Collects terms, each once with its highest weight, and the words of the question that they come from. */
class TermList {
  readonly #index: IndexFile
  readonly #countsByTerm = new Map<string, TermCounts | undefined>()
  readonly #offers = new Map<string, Offer>()
  readonly #words: QuestionWord[] = []
  readonly #wordByTerm = new Map<string, number>()

  constructor(index: IndexFile) {
    this.#index = index
  }

  /** Returns the number of sections and pages that contain a term; reads the index once per term. */
  countsOf(term: string): TermCounts | undefined {
    if (this.#countsByTerm.has(term)) {
      return this.#countsByTerm.get(term)
    }
    const counts = this.#index.counts(term)
    this.#countsByTerm.set(term, counts)
    return counts
  }

  /** Adds a word of the question. @returns its number; equal words have the same number. */
  wordOf(term: string, weight: number, isWhole: boolean): number {
    const known = this.#wordByTerm.get(term)
    if (known !== undefined) {
      return known
    }
    const counts = this.countsOf(term)
    const rarity = counts ? weight * inverseFrequency(this.#index.meta.sections, counts.sectionCount) : 0
    this.#words.push({ term, rarity, isWhole })
    this.#wordByTerm.set(term, this.#words.length - 1)
    return this.#words.length - 1
  }

  offer(term: string, weight: number, word: number, insteadOf?: string): void {
    const known = this.#offers.get(term)
    if (known === undefined || known.weight < weight) {
      this.#offers.set(term, { weight, insteadOf, word })
    }
  }

  /** Adds a version or address, or else its longest prefix that the index contains, such as `3.11` for `3.11.4`. */
  offerNumber(number: string): void {
    const parts = number.split(".")
    for (let count = parts.length; count > 1; count--) {
      const term = parts.slice(0, count).join(".")
      if (this.countsOf(term) !== undefined)
        return this.offer(term, NUMBER_WEIGHT, this.wordOf(term, NUMBER_WEIGHT, false))
    }
  }

  /** Adds a word of the question, or the guesses for it, with its synonyms. */
  offerWord(word: string, { isKnown, partWeight, repaired, relatives }: WordMeaning): void {
    const meant = repaired ?? word
    const weight = (repaired === undefined ? 1 : REPAIRED_WEIGHT) * partWeight
    const number = this.wordOf(meant, weight, false)
    this.offer(meant, weight, number)
    for (const relative of relatives) {
      this.offer(relative, RELATIVE_WEIGHT * partWeight, number)
    }
    const synonyms = synonymsOf(meant)
    const synonymWeight = SYNONYM_WEIGHT / Math.sqrt(1 + SYNONYM_CROWDING * synonyms.length)
    for (const synonym of synonyms) {
      this.offer(synonym, synonymWeight, number, isKnown || repaired !== undefined ? meant : undefined)
    }
  }

  /** Returns the spelling without hyphen (`email` for `e-mail`) if the library usually writes the word that way. */
  joinedSpelling({ whole, words }: RunTerms): string | undefined {
    if (whole === undefined || !HYPHENATED.test(whole)) return undefined
    const joined = stemWord(whole.replaceAll("-", ""))
    const sectionsWith = (term: string) => this.countsOf(term)?.sectionCount ?? 0
    const sections = sectionsWith(joined)
    const isUsual = sections > sectionsWith(whole) && words.some((word) => sections > sectionsWith(word))
    return isUsual ? joined : undefined
  }

  finish(): QuestionTerms {
    const kept = this.#keptWords()
    const terms: QueryTerm[] = []
    for (const [term, { weight, insteadOf, word }] of this.#offers) {
      const number = kept.get(word)
      if (number !== undefined && this.countsOf(term) !== undefined) {
        terms.push({ term, weight, insteadOf })
      }
    }
    return { terms, words: this.#words.filter((_, word) => kept.has(word)) }
  }

  /** Selects the rarest words. @returns their new numbers by their old ones, in the order of the question. */
  #keptWords(): ReadonlyMap<number, number> {
    const numbers = [...this.#words.keys()]
    const byRarity = numbers.toSorted((a, b) => (this.#words[b]?.rarity ?? 0) - (this.#words[a]?.rarity ?? 0) || a - b)
    const kept = byRarity.slice(0, MAX_WORDS).toSorted((a, b) => a - b)
    return new Map(kept.map((word, number) => [word, number]))
  }
}

/**
 * Turns a question into weighted terms of one index: stems of its words, whole identifiers, repaired typing errors, and
 * synonyms.
 *
 * @param question any text, including control characters and markup.
 * @returns terms that the index contains, each once, in the order of the question; empty if it contains none of them.
 */
export function parseQuestion(index: IndexFile, question: string, analyser: TextAnalyser): QuestionTerms {
  const runs = analyser.analyse(cleanQuestion(question))
  const telling = runs.filter((run) => !isFiller(run))
  const list = new TermList(index)
  let guesses = 0
  for (const run of (telling.length > 0 ? telling : runs).slice(0, MAX_RUNS)) {
    if (run.whole !== undefined && NUMBER.test(run.whole)) {
      list.offerNumber(run.whole)
      continue
    }
    const joined = list.joinedSpelling(run)
    if (joined !== undefined) {
      list.offerWord(joined, { isKnown: true, partWeight: 1, ...NO_GUESS })
      continue
    }
    if (run.whole !== undefined) {
      list.offer(run.whole, WHOLE_IDENTIFIER_WEIGHT, list.wordOf(run.whole, WHOLE_IDENTIFIER_WEIGHT, true))
    }
    for (const word of run.words) {
      const isKnown = list.countsOf(word) !== undefined
      const guess = isKnown || guesses++ >= MAX_GUESSES ? NO_GUESS : guessMeaning(index, word)
      const partWeight = run.whole === undefined ? 1 : IDENTIFIER_PART_WEIGHT
      list.offerWord(word, { isKnown, partWeight, ...guess })
    }
  }
  return list.finish()
}
