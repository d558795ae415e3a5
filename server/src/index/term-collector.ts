import type { RunTerms } from "./analyse-text.ts"
import { countWord, TermSurvey, type WordCount } from "./characteristic-terms.ts"
import { PostingsWriter } from "./postings.ts"
import { wordMark } from "./word-order.ts"

/** The lists of one term while an index is built. */
export interface TermLists {
  readonly snippets: PostingsWriter
  headings: PostingsWriter | undefined
  titles: PostingsWriter | undefined
  sectionCount: number
  pageCount: number
  lastSection: number
  lastPage: number
}

/** Everything that an occurrence of a run adds to, found with one look-up. */
interface RunEntry {
  readonly lists: readonly TermLists[]
  readonly wordLength: number
  readonly marks: readonly number[]
  readonly count: WordCount | undefined
}

/** An occurrence in a title or heading says as much of a library as this many in its text. */
const TITLE_OCCURRENCES = 5

/**
 * Collects the lists of all terms. Pages come in order; of a page first its title, then its headings, then its snippets,
 * each by ascending number.
 */
export class TermCollector {
  readonly #listsByTerm = new Map<string, TermLists>()
  // Runs are the same objects as long as the analysis remembers them: one look-up by identity spares three by name.
  readonly #entryByRun = new Map<RunTerms, RunEntry>()
  readonly #survey = new TermSurvey()

  #entryOf(run: RunTerms): RunEntry {
    let entry = this.#entryByRun.get(run)
    if (entry === undefined) {
      const terms = run.whole === undefined ? run.words : [...run.words, run.whole]
      entry = {
        lists: terms.map((term) => this.#listsOf(term)),
        wordLength: run.words.length,
        marks: run.words.map(wordMark),
        count: this.#survey.countOf(run),
      }
      this.#entryByRun.set(run, entry)
    }
    return entry
  }

  #listsOf(term: string): TermLists {
    let lists = this.#listsByTerm.get(term)
    if (lists === undefined) {
      lists = {
        snippets: new PostingsWriter(),
        headings: undefined,
        titles: undefined,
        sectionCount: 0,
        pageCount: 0,
        lastSection: -1,
        lastPage: -1,
      }
      this.#listsByTerm.set(term, lists)
    }
    return lists
  }

  addTitle(title: readonly RunTerms[], path: readonly RunTerms[], page: number): void {
    for (const run of title) {
      const entry = this.#entryOf(run)
      if (entry.count) countWord(entry.count, page, TITLE_OCCURRENCES)
      for (const lists of entry.lists) addTitlePlace(lists, page, 1, 0)
    }
    for (const run of path) {
      for (const lists of this.#entryOf(run).lists) addTitlePlace(lists, page, 0, 1)
    }
  }

  /** @returns the number of words of the heading. */
  addHeading(runs: readonly RunTerms[], section: number, page: number): number {
    let length = 0
    for (const run of runs) {
      const entry = this.#entryOf(run)
      length += entry.wordLength
      if (entry.count) countWord(entry.count, page, TITLE_OCCURRENCES)
      for (const lists of entry.lists) {
        lists.headings ??= new PostingsWriter()
        lists.headings.add(section, 1, 0)
        countPage(lists, page)
      }
    }
    return length
  }

  /**
   * @param order grows by the marks of the words of the text, in their order.
   * @returns the number of words of the text.
   */
  addText(runs: readonly RunTerms[], place: TextPlace, order: number[]): number {
    const { snippet, section, page, isCode } = place
    const [prose, code] = isCode ? [0, 1] : [1, 0]
    let length = 0
    for (const run of runs) {
      const entry = this.#entryOf(run)
      length += entry.wordLength
      for (const mark of entry.marks) order.push(mark)
      if (entry.count) countWord(entry.count, page, 1)
      for (const lists of entry.lists) {
        lists.snippets.add(snippet, prose, code)
        if (section > lists.lastSection) {
          lists.lastSection = section
          lists.sectionCount++
        }
        countPage(lists, page)
      }
    }
    return length
  }

  /** All terms with their lists, in the order of code units: the order of SQLite's keys for text of the basic plane. */
  *inOrder(): Generator<readonly [term: string, lists: TermLists]> {
    for (const term of [...this.#listsByTerm.keys()].toSorted(byCodeUnits)) {
      yield [term, this.#listsOf(term)]
    }
  }

  /** Terms that tell the content from others', strongest first. */
  characteristicTerms(): readonly string[] {
    return this.#survey.strongest()
  }
}

/** Where a text stands. */
export interface TextPlace {
  readonly snippet: number
  readonly section: number
  readonly page: number
  readonly isCode: boolean
}

function addTitlePlace(lists: TermLists, page: number, inTitle: number, inPath: number): void {
  lists.titles ??= new PostingsWriter()
  lists.titles.add(page, inTitle, inPath)
  countPage(lists, page)
}

function countPage(lists: TermLists, page: number): void {
  if (page > lists.lastPage) {
    lists.lastPage = page
    lists.pageCount++
  }
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
