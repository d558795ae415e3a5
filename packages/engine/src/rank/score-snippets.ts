import { type IndexFile, IndexUnreadable } from "../index/read/open-index.ts"
import type { BestSnippets, ScoringInput, ScoringKernel } from "../kernel/scoring-kernel.ts"
import { inverseFrequency, scoringConstants } from "./bm25.ts"

/** A term to search for. */
export interface QueryTerm {
  readonly term: string
  /** Weight of the term in the question: 1 for a word of it, less for an inferred one. */
  readonly weight: number
  /** The word that the term replaces: the term counts as no rarer than that word. */
  readonly insteadOf?: string | undefined
}

/** A snippet that matches, with its score at each level. */
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
 * Scores every snippet of an index for a question in one pass over one list per term. Snippets are numbered in reading order, so
 * the same pass gives the sums of section, subtree and page. The sums have single precision and are added in a fixed order, so
 * they are the same on every machine.
 */
export class SnippetScorer {
  readonly #index: IndexFile
  readonly #kernel: () => ScoringKernel
  readonly #input: ScoringInput

  /** @param kernel returns the kernel of the session; it is called for every question. */
  constructor(index: IndexFile, kernel: () => ScoringKernel) {
    this.#index = index
    this.#kernel = kernel
    this.#input = { layout: index.layout, constants: scoringConstants(index.layout) }
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
    const kernel = this.#kernel()
    kernel.begin(this.#input)
    const { sections, pages } = this.#index.meta
    for (const { term, weight, insteadOf } of terms) {
      const postings = this.#index.postings(term)
      if (postings === undefined) continue
      const replaced = insteadOf === undefined ? undefined : this.#index.counts(insteadOf)
      const holdingSections = Math.max(postings.sectionCount, replaced?.sectionCount ?? 0)
      const holdingPages = Math.max(postings.pageCount, replaced?.pageCount ?? 0)
      const weightInSections = weight * inverseFrequency(sections, holdingSections)
      if (!kernel.addTerm(postings, weightInSections, weight * inverseFrequency(pages, holdingPages))) {
        throw new IndexUnreadable(`the index file is damaged: invalid lists for "${term}"`)
      }
    }
    const best = kernel.findBest(limit)
    return Array.from({ length: best.count }, (_, rank) => this.#candidate(best, rank))
  }

  #candidate(best: BestSnippets, rank: number): Candidate {
    const { layout } = this.#index
    const snippet = best.snippets[rank] as number
    const section = layout.sectionOfSnippet[snippet] as number
    const page = layout.pageOfSection[section] as number
    return {
      snippet,
      section,
      page,
      score: best.scores[rank] as number,
      snippetScore: best.snippetScore[snippet] as number,
      sectionScore: best.sectionScore[section] as number,
      subtreeScore: best.subtreeScore[layout.subtreeOfSection[section] as number] as number,
      pageScore: best.pageScore[page] as number,
    }
  }
}
