import { CODE_WEIGHT } from "../index/build-index.ts"
import { type IndexFile, IndexUnreadable } from "../index/open-index.ts"
import { type KernelBest, type KernelInput, scoringKernel } from "./scoring-kernel.ts"

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
const HEADING = { own: 3.5, ownCap: 2, ancestor: 2, title: 1, path: 1, saturation: 1, normalisation: 0.3 } as const
/** A term of the title or path counts as this many occurrences on the page. */
const TITLE_WEIGHT = 2

/** Frequencies are counted in tenths of an occurrence in prose: whole numbers, which add up without rounding. */
const TENTHS = 10

function mean(lengths: Float32Array): number {
  let sum = 0
  for (const length of lengths) {
    sum += length
  }
  return lengths.length === 0 || sum === 0 ? 1 : sum / lengths.length
}

interface LengthShare {
  readonly saturation: number
  readonly normalisation: number
}

/**
 * Saturation of one level's frequencies, normalised by length: `f / (k + f)` with `f = raw / norm` is `raw / (k norm + raw)`,
 * a division less. `k norm` is `constant + slope * length`, in tenths.
 */
function saturationOf(level: string, lengths: Float32Array, { saturation, normalisation }: LengthShare) {
  return {
    [`${level}Constant`]: TENTHS * saturation * (1 - normalisation),
    [`${level}Slope`]: (TENTHS * saturation * normalisation) / mean(lengths),
  }
}

/** The constants above by their names in the kernel, with those that come from the lengths of an index. */
function kernelInput({ layout }: IndexFile): KernelInput {
  const { snippetLength, sectionLength, subtreeLength, pageLength, headingLength } = layout
  return {
    layout,
    counts: {
      snippets: snippetLength.length,
      sections: sectionLength.length,
      subtrees: subtreeLength.length,
      pages: pageLength.length,
    },
    constants: {
      ...saturationOf("snippet", snippetLength, LEVELS.snippet),
      ...saturationOf("section", sectionLength, LEVELS.section),
      ...saturationOf("subtree", subtreeLength, LEVELS.subtree),
      ...saturationOf("page", pageLength, LEVELS.page),
      // With a saturation of 1 its half is the length normalisation itself, in tenths.
      ...saturationOf("heading", headingLength, HEADING),
      snippetSaturation: LEVELS.snippet.saturation,
      snippetWeight: LEVELS.snippet.weight,
      sectionWeight: LEVELS.section.weight,
      subtreeWeight: LEVELS.subtree.weight,
      pageWeight: LEVELS.page.weight,
      ownHeading: TENTHS * HEADING.own,
      ownHeadingCap: HEADING.ownCap,
      ancestorHeading: HEADING.ancestor,
      titleHeading: HEADING.title,
      pathHeading: HEADING.path,
      proseTenths: TENTHS,
      codeTenths: Math.round(TENTHS * CODE_WEIGHT),
      titleTenths: TENTHS * TITLE_WEIGHT,
    },
  }
}

/** The inverse document frequency of BM25 (Robertson, Zaragoza 2009) in the form that is never negative. */
export function inverseFrequency(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5))
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
    this.input = kernelInput(index)
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
