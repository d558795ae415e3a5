import { CODE_WEIGHT } from "./build-index.ts"
import type { Layout } from "./layout.ts"
import type { IndexFile, TermPostings } from "./open-index.ts"
import { readPostings } from "./postings.ts"

/** A term to look for. */
export interface QueryTerm {
  readonly term: string
  /** Weight of the term in the question: 1 for a word of it, less for what was inferred. */
  readonly weight: number
  /** The word it stands in for: the term is not rated rarer than that word is. */
  readonly insteadOf?: string
}

/** A snippet that holds evidence, with the signals of each level. */
export interface Candidate {
  readonly snippet: number
  readonly section: number
  readonly page: number
  readonly score: number
  readonly snippetScore: number
  readonly sectionScore: number
  readonly subtreeScore: number
  readonly pageScore: number
}

/**
 * Constants of the scoring, from DESIGN-search.md ("Evidence at four levels"), where each is explained and measured.
 * `saturation` is BM25's k1, `normalisation` its b, per level.
 */
export const LEVELS = {
  snippet: { saturation: 1.2, normalisation: 0.5, weight: 1 },
  section: { saturation: 2, normalisation: 0.75, weight: 0.6 },
  subtree: { saturation: 2, normalisation: 0.85, weight: 0.3 },
  page: { saturation: 3, normalisation: 0.85, weight: 1.8 },
} as const

/** How much a term in the section's heading, an ancestor's heading, the title and the path adds to its frequency. */
const HEADING = { own: 3.5, ownCap: 2, ancestor: 2, title: 1, path: 1, lengthShare: 0.3 } as const
/** A term of the title or path counts as this many occurrences on the page. */
const TITLE_WEIGHT = 2

function mean(lengths: Float32Array): number {
  let sum = 0
  for (const length of lengths) {
    sum += length
  }
  return lengths.length === 0 || sum === 0 ? 1 : sum / lengths.length
}

/** The inverse document frequency of BM25 (Robertson, Zaragoza 2009) in the form that is never negative. */
export function inverseFrequency(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5))
}

/**
 * Scores every snippet of an index for a question in one pass over one list per term. Snippets are numbered in reading
 * order, so that the sums of section, subtree and page fall out of the same pass.
 */
export class LevelScorer {
  private readonly index: IndexFile
  private readonly layout: Layout
  private readonly snippetNorm: Float64Array
  private readonly sectionNorm: Float64Array
  private readonly subtreeNorm: Float64Array
  private readonly pageNorm: Float64Array
  private readonly headingNorm: Float64Array
  private readonly snippetScore: Float64Array
  private readonly sectionScore: Float64Array
  private readonly subtreeScore: Float64Array
  private readonly pageScore: Float64Array
  // Scratch of one term; all zero between terms.
  private readonly sectionFrequency: Float64Array
  private readonly subtreeFrequency: Float64Array
  private readonly pageFrequency: Float64Array
  private readonly headingPart: Float64Array

  constructor(index: IndexFile) {
    const { layout } = index
    this.index = index
    this.layout = layout
    const norms = (lengths: Float32Array, b: number) => {
      const average = mean(lengths)
      return Float64Array.from(lengths, (length) => 1 / (1 - b + (b * length) / average))
    }
    this.snippetNorm = norms(layout.snippetLength, LEVELS.snippet.normalisation)
    this.sectionNorm = norms(layout.sectionLength, LEVELS.section.normalisation)
    this.subtreeNorm = norms(layout.subtreeLength, LEVELS.subtree.normalisation)
    this.pageNorm = norms(layout.pageLength, LEVELS.page.normalisation)
    this.headingNorm = norms(layout.headingLength, HEADING.lengthShare)
    this.snippetScore = new Float64Array(layout.snippetLength.length)
    this.sectionScore = new Float64Array(layout.sectionLength.length)
    this.subtreeScore = new Float64Array(layout.subtreeLength.length)
    this.pageScore = new Float64Array(layout.pageLength.length)
    this.sectionFrequency = new Float64Array(layout.sectionLength.length)
    this.subtreeFrequency = new Float64Array(layout.subtreeLength.length)
    this.pageFrequency = new Float64Array(layout.pageLength.length)
    this.headingPart = new Float64Array(layout.sectionLength.length)
  }

  /**
   * Finds the best snippets for weighted terms.
   *
   * @param terms each at most once; unknown ones are skipped.
   * @returns at most `limit` candidates, best first, ties in reading order.
   */
  score(terms: readonly QueryTerm[], limit: number): Candidate[] {
    this.snippetScore.fill(0)
    this.sectionScore.fill(0)
    this.subtreeScore.fill(0)
    this.pageScore.fill(0)
    for (const queryTerm of terms) {
      const postings = this.index.postings(queryTerm.term)
      if (postings) {
        this.addTerm(queryTerm, postings)
      }
    }
    return this.best(limit)
  }

  private addTerm({ weight, insteadOf }: QueryTerm, postings: TermPostings): void {
    const replaced = insteadOf === undefined ? undefined : this.index.postings(insteadOf)
    const { sections, pages } = this.index.meta
    const sectionWeight =
      weight * inverseFrequency(sections, Math.max(postings.sectionCount, replaced?.sectionCount ?? 0))
    const pageWeight = weight * inverseFrequency(pages, Math.max(postings.pageCount, replaced?.pageCount ?? 0))
    const headed = this.addHeadings(postings)
    const touched = this.addSnippets(postings, sectionWeight, headed)
    this.addLevels(touched, sectionWeight, pageWeight, postings)
  }

  /** Spreads headings, titles and paths over the sections below them. @returns the sections that got something. */
  private addHeadings(postings: TermPostings): number[] {
    const headed: number[] = []
    const { endOfSection, firstSectionOfPage, pageOfSection } = this.layout
    const raise = (section: number, by: number) => {
      if (this.headingPart[section] === 0) {
        headed.push(section)
      }
      this.headingPart[section] = (this.headingPart[section] ?? 0) + by
    }
    if (postings.titles) {
      readPostings(postings.titles, (page, inTitle, inPath) => {
        const by = Math.min(inTitle, 1) * HEADING.title + Math.min(inPath, 1) * HEADING.path
        const end = firstSectionOfPage[page + 1] ?? pageOfSection.length
        for (let section = firstSectionOfPage[page] ?? end; section < end; section++) {
          raise(section, by)
        }
      })
    }
    if (postings.headings) {
      let coveredUntil = 0
      readPostings(postings.headings, (section, frequency) => {
        raise(section, HEADING.own * Math.min(frequency, HEADING.ownCap) * (this.headingNorm[section] ?? 1))
        const end = endOfSection[section] ?? section + 1
        for (let below = Math.max(section + 1, coveredUntil); below < end; below++) {
          raise(below, HEADING.ancestor)
        }
        coveredUntil = Math.max(coveredUntil, end)
      })
    }
    return headed
  }

  /** Adds the term to the snippets that hold it or stand under a heading that does. @returns the sections with the term in their text. */
  private addSnippets(postings: TermPostings, weight: number, headed: readonly number[]): number[] {
    const { sectionOfSnippet, firstSnippetOfSection } = this.layout
    const { saturation } = LEVELS.snippet
    const touched: number[] = []
    const scores = this.snippetScore
    readPostings(postings.snippets, (snippet, prose, code) => {
      const section = sectionOfSnippet[snippet] as number
      const raw = prose + CODE_WEIGHT * code
      const head = this.headingPart[section] as number
      const frequency = raw * (this.snippetNorm[snippet] as number) + head
      // What the loop below adds to every snippet under the heading is taken off here.
      const alone = head / (saturation + head)
      scores[snippet] = (scores[snippet] as number) + weight * (frequency / (saturation + frequency) - alone)
      if (this.sectionFrequency[section] === 0) {
        touched.push(section)
      }
      this.sectionFrequency[section] = (this.sectionFrequency[section] as number) + raw
    })
    for (const section of headed) {
      const head = this.headingPart[section] as number
      const part = (weight * head) / (saturation + head)
      this.headingPart[section] = 0
      const end = firstSnippetOfSection[section + 1] as number
      for (let snippet = firstSnippetOfSection[section] as number; snippet < end; snippet++) {
        scores[snippet] = (scores[snippet] as number) + part
      }
    }
    return touched
  }

  private addLevels(
    touched: readonly number[],
    sectionWeight: number,
    pageWeight: number,
    postings: TermPostings,
  ): void {
    const { subtreeOfSection, pageOfSection } = this.layout
    const subtrees: number[] = []
    const pages: number[] = []
    const countPage = (page: number, by: number) => {
      if (this.pageFrequency[page] === 0) {
        pages.push(page)
      }
      this.pageFrequency[page] = (this.pageFrequency[page] as number) + by
    }
    for (const section of touched) {
      const raw = this.sectionFrequency[section] as number
      this.sectionFrequency[section] = 0
      const frequency = raw * (this.sectionNorm[section] as number)
      this.sectionScore[section] =
        (this.sectionScore[section] as number) + (sectionWeight * frequency) / (LEVELS.section.saturation + frequency)
      const subtree = subtreeOfSection[section] as number
      if (this.subtreeFrequency[subtree] === 0) {
        subtrees.push(subtree)
      }
      this.subtreeFrequency[subtree] = (this.subtreeFrequency[subtree] as number) + raw
      countPage(pageOfSection[section] as number, raw)
    }
    for (const subtree of subtrees) {
      const frequency = (this.subtreeFrequency[subtree] as number) * (this.subtreeNorm[subtree] as number)
      this.subtreeFrequency[subtree] = 0
      this.subtreeScore[subtree] =
        (this.subtreeScore[subtree] as number) + (sectionWeight * frequency) / (LEVELS.subtree.saturation + frequency)
    }
    if (postings.titles) {
      readPostings(postings.titles, (page, inTitle, inPath) => countPage(page, TITLE_WEIGHT * (inTitle + inPath)))
    }
    for (const page of pages) {
      const frequency = (this.pageFrequency[page] as number) * (this.pageNorm[page] as number)
      this.pageFrequency[page] = 0
      this.pageScore[page] =
        (this.pageScore[page] as number) + (pageWeight * frequency) / (LEVELS.page.saturation + frequency)
    }
  }

  private total(snippet: number): number {
    const section = this.layout.sectionOfSnippet[snippet] as number
    return (
      LEVELS.snippet.weight * (this.snippetScore[snippet] as number) +
      LEVELS.section.weight * (this.sectionScore[section] as number) +
      LEVELS.subtree.weight * (this.subtreeScore[this.layout.subtreeOfSection[section] as number] as number) +
      LEVELS.page.weight * (this.pageScore[this.layout.pageOfSection[section] as number] as number)
    )
  }

  /** Keeps the best in a heap whose root is the weakest of them. */
  private best(limit: number): Candidate[] {
    const heap: { snippet: number; score: number }[] = []
    const isWeaker = (a: { snippet: number; score: number }, b: { snippet: number; score: number }) =>
      a.score < b.score || (a.score === b.score && a.snippet > b.snippet)
    for (let snippet = 0; snippet < this.snippetScore.length; snippet++) {
      if ((this.snippetScore[snippet] as number) <= 0) {
        continue
      }
      const entry = { snippet, score: this.total(snippet) }
      if (heap.length < limit) {
        heap.push(entry)
        siftUp(heap, isWeaker)
      } else if (heap[0] && isWeaker(heap[0], entry)) {
        heap[0] = entry
        siftDown(heap, isWeaker)
      }
    }
    return heap
      .toSorted((a, b) => (isWeaker(a, b) ? 1 : -1))
      .map(({ snippet, score }) => this.candidate(snippet, score))
  }

  private candidate(snippet: number, score: number): Candidate {
    const section = this.layout.sectionOfSnippet[snippet] as number
    const page = this.layout.pageOfSection[section] as number
    return {
      snippet,
      section,
      page,
      score,
      snippetScore: this.snippetScore[snippet] as number,
      sectionScore: this.sectionScore[section] as number,
      subtreeScore: this.subtreeScore[this.layout.subtreeOfSection[section] as number] as number,
      pageScore: this.pageScore[page] as number,
    }
  }
}

function siftUp<Entry>(heap: Entry[], isWeaker: (a: Entry, b: Entry) => boolean): void {
  let at = heap.length - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const [child, above] = [heap[at] as Entry, heap[parent] as Entry]
    if (!isWeaker(child, above)) {
      return
    }
    heap[at] = above
    heap[parent] = child
    at = parent
  }
}

function siftDown<Entry>(heap: Entry[], isWeaker: (a: Entry, b: Entry) => boolean): void {
  let at = 0
  for (;;) {
    let weakest = at
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isWeaker(heap[child] as Entry, heap[weakest] as Entry)) {
        weakest = child
      }
    }
    if (weakest === at) {
      return
    }
    const moved = heap[at] as Entry
    heap[at] = heap[weakest] as Entry
    heap[weakest] = moved
    at = weakest
  }
}
