import { type IndexFile, IndexUnreadable } from "../index/read/open-index.ts"
import { type KernelBest, type KernelInput, scoringKernel } from "../kernel/scoring-kernel.ts"
import { inverseFrequency, scoringConstants } from "./bm25.ts"

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
 * Scores every snippet of an index for a question in one pass over one list per term. Snippets are numbered in reading
 * order, so that the sums of section, subtree and page fall out of the same pass. The sums are of single precision, added in
 * one order: they are the same on every machine.
 */
export class LevelScorer {
  private readonly index: IndexFile
  private readonly input: KernelInput

  constructor(index: IndexFile) {
    this.index = index
    const { layout } = index
    const counts = {
      snippets: layout.snippetLength.length,
      sections: layout.sectionLength.length,
      subtrees: layout.subtreeLength.length,
      pages: layout.pageLength.length,
    }
    this.input = { layout, counts, constants: scoringConstants(layout) }
  }

  /**
   * Finds the best snippets for weighted terms.
   *
   * @param terms each at most once; unknown ones are skipped.
   * @param limit at least 1.
   * @returns at most `limit` candidates, best first, ties in reading order.
   * @throws {IndexUnreadable} when a list of the index is damaged.
   */
  score(terms: readonly QueryTerm[], limit: number): Candidate[] {
    const kernel = scoringKernel()
    kernel.begin(this.input)
    const { sections, pages } = this.index.meta
    for (const { term, weight, insteadOf } of terms) {
      const postings = this.index.postings(term)
      if (postings === undefined) continue
      const replaced = insteadOf === undefined ? undefined : this.index.counts(insteadOf)
      const holdingSections = Math.max(postings.sectionCount, replaced?.sectionCount ?? 0)
      const holdingPages = Math.max(postings.pageCount, replaced?.pageCount ?? 0)
      const weightInSections = weight * inverseFrequency(sections, holdingSections)
      if (!kernel.addTerm(postings, weightInSections, weight * inverseFrequency(pages, holdingPages))) {
        throw new IndexUnreadable(`the index file is damaged: the lists of "${term}"`)
      }
    }
    const best = kernel.findBest(limit)
    return Array.from({ length: best.count }, (_, place) => this.candidate(best, place))
  }

  private candidate({ snippets, scores, sums }: KernelBest, place: number): Candidate {
    const { layout } = this.index
    const snippet = snippets[place] as number
    const section = layout.sectionOfSnippet[snippet] as number
    const page = layout.pageOfSection[section] as number
    return {
      snippet,
      section,
      page,
      score: scores[place] as number,
      snippetScore: sums.snippetScore[snippet] as number,
      sectionScore: sums.sectionScore[section] as number,
      subtreeScore: sums.subtreeScore[layout.subtreeOfSection[section] as number] as number,
      pageScore: sums.pageScore[page] as number,
    }
  }
}
