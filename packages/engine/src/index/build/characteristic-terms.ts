import { growArray } from "../terms/grow-array.ts"

/** Words that are common in all documentation. */
const GENERIC_WORDS: ReadonlySet<string> = new Set(
  `true false null undefined none self const let var function class return import export default new async await type string
  number boolean object array list value values name names example examples following note data file files code use used using
  add get set run first one two see make want need way time case default option options documentation docs guide introduction
  overview index html http https www com org readme md page section`
    .split(/\s+/)
    .filter(Boolean),
)

const MAX_TERMS = 64
const MIN_CHARACTERS = 3
/** Beyond this many different words, new words are not counted: they come from generated data. */
const MAX_SURVEYED = 100_000

/** Values per word: its occurrences, the number of pages that contain it, and the last of those pages. */
const FIELDS = 3
const [OCCURRENCES, PAGES, LAST_PAGE] = [0, 1, 2]
const FIRST_WORDS = 4096
/** Number shared by all words that are not counted. */
const NOT_COUNTED = -1

/** Counts words (not stemmed) to find those that are characteristic of a library. */
export class TermSurvey {
  readonly #numberByWord = new Map<string, number>()
  #counts = new Int32Array(FIRST_WORDS * FIELDS)

  /** Returns the number of a word, for `count`. */
  numberOf(word: string): number {
    const known = this.#numberByWord.get(word)
    if (known !== undefined) return known
    if (this.#numberByWord.size >= MAX_SURVEYED) return NOT_COUNTED
    const number = this.#numberByWord.size
    this.#numberByWord.set(word, number)
    this.#counts = growArray(this.#counts, (number + 1) * FIELDS)
    this.#counts[number * FIELDS + LAST_PAGE] = -1
    return number
  }

  /** Counts occurrences of a word on a page. */
  count(number: number, page: number, occurrences: number): void {
    if (number === NOT_COUNTED) return
    const fields = number * FIELDS
    ;(this.#counts[fields + OCCURRENCES] as number) += occurrences
    if (page === this.#counts[fields + LAST_PAGE]) return
    this.#counts[fields + LAST_PAGE] = page
    ;(this.#counts[fields + PAGES] as number)++
  }

  /** Returns up to 64 words, most characteristic first: frequent ones that occur on many pages. Ties are in alphabetical order. */
  strongest(): readonly string[] {
    const strongest: WeighedTerm[] = []
    for (const [term, number] of this.#numberByWord) {
      const fields = number * FIELDS
      const [occurrences, pages] = [this.#counts[fields + OCCURRENCES] ?? 0, this.#counts[fields + PAGES] ?? 0]
      const weighed = { term, weight: Math.log1p(occurrences) * Math.log1p(pages) }
      const weakest = strongest.at(-1)
      const isAmong = weakest === undefined || strongest.length < MAX_TERMS || compare(weighed, weakest) < 0
      if (isAmong && isDistinctive(term)) {
        const before = strongest.findIndex((other) => compare(weighed, other) < 0)
        strongest.splice(before < 0 ? strongest.length : before, 0, weighed)
        if (strongest.length > MAX_TERMS) strongest.pop()
      }
    }
    return strongest.map(({ term }) => term)
  }
}

interface WeighedTerm {
  readonly term: string
  readonly weight: number
}

function compare(left: WeighedTerm, right: WeighedTerm): number {
  return right.weight - left.weight || (left.term < right.term ? -1 : 1)
}

function isDistinctive(term: string): boolean {
  return term.length >= MIN_CHARACTERS && /\p{L}/u.test(term) && !GENERIC_WORDS.has(term)
}
