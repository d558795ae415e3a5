import type { RunTerms } from "../terms/analyse-text.ts"
import { TermSurvey } from "./characteristic-terms.ts"
import type { FoundRuns } from "../terms/find-runs.ts"
import { PostingsWriter } from "../format/postings.ts"
import { growArray } from "../terms/grow-array.ts"
import { wordMark } from "../format/word-order.ts"

/** The lists of one term after all texts were added; their bytes are valid until the next term. */
export interface TermLists {
  readonly sectionCount: number
  readonly pageCount: number
  readonly snippets: Uint8Array
  readonly headings: Uint8Array | null
  readonly titles: Uint8Array | null
}

/** The location of a text in the index. */
export interface FieldLocation {
  readonly snippet: number
  readonly section: number
  readonly page: number
  readonly isCode: boolean
}

/** An occurrence in a title or heading counts as much as this many in text. */
const TITLE_OCCURRENCES = 5

const FIRST_TERMS = 4096
const FIRST_MARKS = 1024
/** Number of consecutive values per term. */
const TERM_FIELDS = 4
const [SECTION_COUNT, PAGE_COUNT, LAST_SECTION, LAST_PAGE] = [0, 1, 2, 3]
/**
 * Number of values per run before its words: the number of words, the number of terms, and the position in the survey. The marks of the
 * words and the numbers of the terms follow.
 */
const RUN_FIELDS = 3
/** Marks a run that has not occurred yet. */
const UNKNOWN = 0

/**
 * Collects the lists of all terms. Pages are added in order; for each page first its title, then its headings, then its snippets, by
 * ascending number. Everything is stored in a few arrays of numbers, because objects for every term and list took most of the time.
 */
export class TermCollector {
  readonly #numberByTerm = new Map<string, number>()
  readonly #snippets = new PostingsWriter()
  readonly #headings = new PostingsWriter()
  readonly #titles = new PostingsWriter()
  #terms = new Int32Array(FIRST_TERMS * TERM_FIELDS)
  /** Positions in `#entries` by the number of the run. */
  #entryOfRun = new Int32Array(FIRST_TERMS)
  #entries = new Int32Array(FIRST_TERMS * TERM_FIELDS)
  #entriesEnd = 1
  #generation = 0
  readonly #survey = new TermSurvey()
  #marks = new Uint16Array(FIRST_MARKS)
  #markCount = 0

  addTitle(runs: FoundRuns, page: number): void {
    this.#addTitleOccurrences(runs, page, true)
  }

  addPath(runs: FoundRuns, page: number): void {
    this.#addTitleOccurrences(runs, page, false)
  }

  #addTitleOccurrences(runs: FoundRuns, page: number, isTitle: boolean): void {
    this.#prepare(runs)
    for (let at = 0; at < runs.count; at++) {
      const entry = this.#entryOf(runs, runs.numbers[at] as number)
      if (isTitle) this.#survey.count(this.#entries[entry + 2] as number, page, TITLE_OCCURRENCES)
      const end = this.#endOf(entry)
      for (let position = this.#termsOf(entry); position < end; position++) {
        const term = this.#entries[position] as number
        this.#titles.add(term, page, isTitle ? 1 : 0, isTitle ? 0 : 1)
        this.#countPage(term, page)
      }
    }
  }

  /** Adds the terms of a heading. @returns its number of words. */
  addHeading(runs: FoundRuns, section: number, page: number): number {
    this.#prepare(runs)
    let length = 0
    for (let at = 0; at < runs.count; at++) {
      const entry = this.#entryOf(runs, runs.numbers[at] as number)
      length += this.#entries[entry] as number
      this.#survey.count(this.#entries[entry + 2] as number, page, TITLE_OCCURRENCES)
      const end = this.#endOf(entry)
      for (let position = this.#termsOf(entry); position < end; position++) {
        const term = this.#entries[position] as number
        this.#headings.add(term, section, 1, 0)
        this.#countPage(term, page)
      }
    }
    return length
  }

  /** Starts another snippet, to which `wordOrder` then refers. */
  beginSnippet(): void {
    this.#markCount = 0
  }

  /** Marks of the words of the snippet's texts so far, in order; valid until the next text. */
  get wordOrder(): Uint16Array {
    return this.#marks.subarray(0, this.#markCount)
  }

  /** Adds the terms of a snippet's text. @returns its number of words. */
  addText(runs: FoundRuns, { snippet, section, page, isCode }: FieldLocation): number {
    this.#prepare(runs)
    const [prose, code] = isCode ? [0, 1] : [1, 0]
    const wordsBefore = this.#markCount
    for (let at = 0; at < runs.count; at++) {
      const entry = this.#entryOf(runs, runs.numbers[at] as number)
      this.#addMarks(entry)
      this.#survey.count(this.#entries[entry + 2] as number, page, 1)
      const end = this.#endOf(entry)
      for (let position = this.#termsOf(entry); position < end; position++) {
        const term = this.#entries[position] as number
        if (this.#snippets.add(term, snippet, prose, code)) {
          this.#countSection(term, section)
          this.#countPage(term, page)
        }
      }
    }
    return this.#markCount - wordsBefore
  }

  /** Yields all terms with their lists, in the order of code units, which is also the order of SQLite's text keys for the basic plane. */
  *inOrder(): Generator<readonly [term: string, lists: TermLists]> {
    for (const [term, number] of [...this.#numberByTerm].toSorted(byTerm)) {
      const [headings, titles] = [this.#headings.bytesOf(number), this.#titles.bytesOf(number)]
      yield [
        term,
        {
          sectionCount: this.#terms[number * TERM_FIELDS + SECTION_COUNT] as number,
          pageCount: this.#terms[number * TERM_FIELDS + PAGE_COUNT] as number,
          snippets: this.#snippets.bytesOf(number),
          headings: headings.length === 0 ? null : headings,
          titles: titles.length === 0 ? null : titles,
        },
      ]
    }
  }

  /** Returns terms that distinguish this library from others, strongest first. */
  characteristicTerms(): readonly string[] {
    return this.#survey.strongest()
  }

  /** Drops the stored runs if their numbers now refer to other runs. */
  #prepare({ generation }: FoundRuns): void {
    if (generation === this.#generation) return
    this.#generation = generation
    this.#entryOfRun.fill(UNKNOWN)
    this.#entriesEnd = 1
  }

  #entryOf(runs: FoundRuns, run: number): number {
    const known = run < this.#entryOfRun.length ? (this.#entryOfRun[run] as number) : UNKNOWN
    return known === UNKNOWN ? this.#createEntry(run, runs.terms[run] as RunTerms) : known
  }

  #createEntry(run: number, terms: RunTerms): number {
    const { words, whole } = terms
    const entry = this.#entriesEnd
    const termCount = words.length + (whole === undefined ? 0 : 1)
    this.#entriesEnd += RUN_FIELDS + words.length + termCount
    this.#entries = growArray(this.#entries, this.#entriesEnd)
    this.#entryOfRun = growArray(this.#entryOfRun, run + 1)
    this.#entryOfRun[run] = entry
    this.#entries[entry] = words.length
    this.#entries[entry + 1] = termCount
    this.#entries[entry + 2] = this.#survey.numberOf(terms.surface)
    let at = entry + RUN_FIELDS
    for (const word of words) this.#entries[at++] = wordMark(word)
    for (const word of words) this.#entries[at++] = this.#numberOf(word)
    if (whole !== undefined) this.#entries[at] = this.#numberOf(whole)
    return entry
  }

  #numberOf(term: string): number {
    const known = this.#numberByTerm.get(term)
    if (known !== undefined) return known
    const number = this.#numberByTerm.size
    this.#numberByTerm.set(term, number)
    this.#terms = growArray(this.#terms, (number + 1) * TERM_FIELDS)
    this.#terms[number * TERM_FIELDS + LAST_SECTION] = -1
    this.#terms[number * TERM_FIELDS + LAST_PAGE] = -1
    return number
  }

  #termsOf(entry: number): number {
    return entry + RUN_FIELDS + (this.#entries[entry] as number)
  }

  #endOf(entry: number): number {
    return this.#termsOf(entry) + (this.#entries[entry + 1] as number)
  }

  #addMarks(entry: number): void {
    const words = this.#entries[entry] as number
    this.#marks = growArray(this.#marks, this.#markCount + words)
    for (let word = 0; word < words; word++) {
      this.#marks[this.#markCount++] = this.#entries[entry + RUN_FIELDS + word] as number
    }
  }

  #countSection(term: number, section: number): void {
    const fields = term * TERM_FIELDS
    if (section === this.#terms[fields + LAST_SECTION]) return
    this.#terms[fields + LAST_SECTION] = section
    ;(this.#terms[fields + SECTION_COUNT] as number)++
  }

  #countPage(term: number, page: number): void {
    const fields = term * TERM_FIELDS
    if (page === this.#terms[fields + LAST_PAGE]) return
    this.#terms[fields + LAST_PAGE] = page
    ;(this.#terms[fields + PAGE_COUNT] as number)++
  }
}

/** Compares entries of terms by code units. */
function byTerm([left]: readonly [string, number], [right]: readonly [string, number]): number {
  return left < right ? -1 : left > right ? 1 : 0
}
