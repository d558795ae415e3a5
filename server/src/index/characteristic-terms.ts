import type { RunTerms } from "./analyse-text.ts"

/** Words of documentation as such: they say nothing of the library. */
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
/** More different words than this are data; new ones are no longer counted. */
const MAX_SURVEYED = 100_000

/** How often a word stands in a library, and on how many pages. */
export interface WordCount {
  occurrences: number
  pages: number
  lastPage: number
}

/** Counts words as they stand (not stemmed), to find those that tell a library from others. */
export class TermSurvey {
  private readonly counts = new Map<string, WordCount>()

  /**
   * Gives the count of a word.
   *
   * @returns undefined for a new word when there are too many already.
   */
  countOf({ surface }: RunTerms): WordCount | undefined {
    const known = this.counts.get(surface)
    if (known !== undefined || this.counts.size >= MAX_SURVEYED) {
      return known
    }
    const count = { occurrences: 0, pages: 0, lastPage: -1 }
    this.counts.set(surface, count)
    return count
  }

  /**
   * @returns up to 64 words, strongest first: frequent, and spread over pages. Ties in the order of the alphabet.
   */
  strongest(): readonly string[] {
    const weighed: { term: string; weight: number }[] = []
    for (const [term, { occurrences, pages }] of this.counts) {
      if (term.length >= MIN_CHARACTERS && /\p{L}/u.test(term) && !GENERIC_WORDS.has(term)) {
        weighed.push({ term, weight: Math.log1p(occurrences) * Math.log1p(pages) })
      }
    }
    weighed.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    return weighed.slice(0, MAX_TERMS).map(({ term }) => term)
  }
}

/** Counts one more place of a word. */
export function countWord(count: WordCount, page: number, occurrences: number): void {
  count.occurrences += occurrences
  if (page !== count.lastPage) {
    count.lastPage = page
    count.pages++
  }
}
