import type { Layout } from "../index/format/layout.ts"
import type { TermPostings } from "../index/read/open-index.ts"

/** Constants of the scoring formula, under the kernel's names. Half points are in tenths of an occurrence. */
export interface ScoringConstants {
  /** `constant + slope * length` is the frequency at which a snippet, section, … has half of its maximum score. */
  readonly snippetConstant: number
  readonly snippetSlope: number
  readonly sectionConstant: number
  readonly sectionSlope: number
  readonly subtreeConstant: number
  readonly subtreeSlope: number
  readonly pageConstant: number
  readonly pageSlope: number
  readonly headingConstant: number
  readonly headingSlope: number
  readonly snippetSaturation: number
  readonly snippetWeight: number
  readonly sectionWeight: number
  readonly subtreeWeight: number
  readonly pageWeight: number
  readonly ownHeading: number
  readonly ownHeadingCap: number
  readonly ancestorHeading: number
  readonly titleHeading: number
  readonly pathHeading: number
  readonly proseTenths: number
  readonly codeTenths: number
  readonly titleTenths: number
}

/** An index, as input for the kernel. The kernel compares inputs by identity: keep one object per index. */
export interface ScoringInput {
  readonly layout: Layout
  readonly constants: ScoringConstants
}

/** The best snippets, best first, with their scores at each level; overwritten by the next question. */
export interface BestSnippets {
  readonly count: number
  readonly snippets: Uint32Array
  readonly scores: Float32Array
  readonly snippetScore: Float32Array
  readonly sectionScore: Float32Array
  readonly subtreeScore: Float32Array
  readonly pageScore: Float32Array
}

/**
 * Sums the scores of a question, term by term, in single precision and in a fixed order, so that every implementation returns identical
 * bits. A kernel holds the sums of one question at a time, so callers must not await between `begin` and the use of its result.
 */
export interface ScoringKernel {
  /** Starts a question: loads the index unless the last question used it, and sets all sums to zero. */
  begin(input: ScoringInput): void
  /** Adds a term to the sums. @returns false when a list is damaged; the question then cannot be answered. */
  addTerm(postings: TermPostings, weightInSections: number, weightOnPages: number): boolean
  /**
   * Finds the best snippets among those with a term in their text, headings, title or path; ties are in reading order.
   *
   * @param limit at least 1.
   */
  findBest(limit: number): BestSnippets
}
