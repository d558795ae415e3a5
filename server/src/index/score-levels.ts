import { CODE_WEIGHT } from "./build-index.ts"
import { BestSnippets } from "./keep-best.ts"
import type { Layout } from "./layout.ts"
import { type LevelSums, takeSums } from "./level-sums.ts"
import type { IndexFile, TermPostings } from "./open-index.ts"
import { readPostings } from "./postings.ts"

/** A term to look for. */
export interface QueryTerm {
  readonly term: string
  /** Weight of the term in the question: 1 for a word of it, less for what was inferred. */
  readonly weight: number
  /** The word it stands in for: the term is not rated rarer than that word is. */
  readonly insteadOf?: string
  /** Number of the question's word that it is or stands in for, 0 to 31, where it counts as a word of the question. */
  readonly word?: number
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
  /** Which words of the question stand where, as bits by `QueryTerm.word`. */
  readonly words: CandidateWords
}

/** Bits of the question's words by where they stand. */
export interface CandidateWords {
  /** In the snippet. */
  readonly prose: number
  readonly code: number
  /** In the heading of its section, in headings above that, in the text of its section. */
  readonly heading: number
  readonly ancestors: number
  readonly section: number
  /** In the title or the path of its page, anywhere on the page. */
  readonly title: number
  readonly page: number
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

/** Length normalisation of one level: what a frequency is divided by. */
class Norm {
  private readonly lengths: Float32Array
  private readonly constant: number
  private readonly slope: number

  constructor(lengths: Float32Array, normalisation: number) {
    this.lengths = lengths
    this.constant = 1 - normalisation
    this.slope = normalisation / mean(lengths)
  }

  at(place: number): number {
    return this.constant + this.slope * (this.lengths[place] as number)
  }
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
  private readonly snippetNorm: Norm
  private readonly sectionNorm: Norm
  private readonly subtreeNorm: Norm
  private readonly pageNorm: Norm
  private readonly headingNorm: Norm
  private sums: LevelSums = takeSums(1)

  constructor(index: IndexFile) {
    const { layout } = index
    this.index = index
    this.layout = layout
    this.snippetNorm = new Norm(layout.snippetLength, LEVELS.snippet.normalisation)
    this.sectionNorm = new Norm(layout.sectionLength, LEVELS.section.normalisation)
    this.subtreeNorm = new Norm(layout.subtreeLength, LEVELS.subtree.normalisation)
    this.pageNorm = new Norm(layout.pageLength, LEVELS.page.normalisation)
    this.headingNorm = new Norm(layout.headingLength, HEADING.lengthShare)
  }

  /**
   * Finds the best snippets for weighted terms.
   *
   * @param terms each at most once; unknown ones are skipped.
   * @returns at most `limit` candidates, best first, ties in reading order.
   */
  score(terms: readonly QueryTerm[], limit: number): Candidate[] {
    const { snippetLength, sectionLength } = this.layout
    this.sums = takeSums(Math.max(snippetLength.length, sectionLength.length) + 1)
    for (const queryTerm of terms) {
      const postings = this.index.postings(queryTerm.term)
      if (postings) {
        this.addTerm(queryTerm, postings)
      }
    }
    return this.best(limit)
  }

  private addTerm({ weight, insteadOf, word }: QueryTerm, postings: TermPostings): void {
    const replaced = insteadOf === undefined ? undefined : this.index.postings(insteadOf)
    const { sections, pages } = this.index.meta
    const sectionWeight =
      weight * inverseFrequency(sections, Math.max(postings.sectionCount, replaced?.sectionCount ?? 0))
    const pageWeight = weight * inverseFrequency(pages, Math.max(postings.pageCount, replaced?.pageCount ?? 0))
    const bit = word === undefined ? 0 : 1 << word
    const headed = this.addHeadings(postings, bit)
    const touched = this.addSnippets(postings, { weight: sectionWeight, headed, bit })
    this.addLevels(touched, postings, { sectionWeight, pageWeight, bit })
  }

  /** Spreads headings, titles and paths over the sections below them. @returns the sections that got something. */
  private addHeadings(postings: TermPostings, bit: number): number[] {
    const { headingWords, ancestorWords, titleWords, pageWords } = this.sums
    const headed: number[] = []
    const { endOfSection, firstSectionOfPage, pageOfSection } = this.layout
    const raise = (section: number, by: number) => {
      if (this.sums.headingPart[section] === 0) {
        headed.push(section)
      }
      this.sums.headingPart[section] = (this.sums.headingPart[section] ?? 0) + by
    }
    if (postings.titles) {
      readPostings(postings.titles, (page, inTitle, inPath) => {
        const by = Math.min(inTitle, 1) * HEADING.title + Math.min(inPath, 1) * HEADING.path
        titleWords[page] = (titleWords[page] as number) | bit
        const end = firstSectionOfPage[page + 1] ?? pageOfSection.length
        for (let section = firstSectionOfPage[page] ?? end; section < end; section++) {
          raise(section, by)
        }
      })
    }
    if (postings.headings) {
      let coveredUntil = 0
      readPostings(postings.headings, (section, frequency) => {
        headingWords[section] = (headingWords[section] as number) | bit
        const page = pageOfSection[section] as number
        pageWords[page] = (pageWords[page] as number) | bit
        raise(section, (HEADING.own * Math.min(frequency, HEADING.ownCap)) / this.headingNorm.at(section))
        const end = endOfSection[section] ?? section + 1
        for (let below = Math.max(section + 1, coveredUntil); below < end; below++) {
          ancestorWords[below] = (ancestorWords[below] as number) | bit
          raise(below, HEADING.ancestor)
        }
        coveredUntil = Math.max(coveredUntil, end)
      })
    }
    return headed
  }

  /** Adds the term to the snippets that hold it or stand under a heading that does. @returns the sections with the term in their text. */
  private addSnippets(
    postings: TermPostings,
    { weight, headed, bit }: { readonly weight: number; readonly headed: readonly number[]; readonly bit: number },
  ): number[] {
    const { sectionOfSnippet, firstSnippetOfSection } = this.layout
    const { saturation } = LEVELS.snippet
    const touched: number[] = []
    const { snippetScore: scores, proseWords, codeWords } = this.sums
    readPostings(postings.snippets, (snippet, prose, code) => {
      const section = sectionOfSnippet[snippet] as number
      const raw = prose + CODE_WEIGHT * code
      if (prose > 0) proseWords[snippet] = (proseWords[snippet] as number) | bit
      if (code > 0) codeWords[snippet] = (codeWords[snippet] as number) | bit
      const head = this.sums.headingPart[section] as number
      const frequency = raw / this.snippetNorm.at(snippet) + head
      // What the loop below adds to every snippet under the heading is taken off here.
      const alone = head / (saturation + head)
      scores[snippet] = (scores[snippet] as number) + weight * (frequency / (saturation + frequency) - alone)
      if (this.sums.sectionFrequency[section] === 0) {
        touched.push(section)
      }
      this.sums.sectionFrequency[section] = (this.sums.sectionFrequency[section] as number) + raw
    })
    for (const section of headed) {
      const head = this.sums.headingPart[section] as number
      const part = (weight * head) / (saturation + head)
      this.sums.headingPart[section] = 0
      const end = firstSnippetOfSection[section + 1] as number
      for (let snippet = firstSnippetOfSection[section] as number; snippet < end; snippet++) {
        scores[snippet] = (scores[snippet] as number) + part
      }
    }
    return touched
  }

  private addLevels(
    touched: readonly number[],
    postings: TermPostings,
    {
      sectionWeight,
      pageWeight,
      bit,
    }: { readonly sectionWeight: number; readonly pageWeight: number; readonly bit: number },
  ): void {
    const { sectionWords, pageWords } = this.sums
    const { subtreeOfSection, pageOfSection } = this.layout
    const subtrees: number[] = []
    const pages: number[] = []
    const countPage = (page: number, by: number) => {
      if (this.sums.pageFrequency[page] === 0) {
        pages.push(page)
      }
      this.sums.pageFrequency[page] = (this.sums.pageFrequency[page] as number) + by
    }
    for (const section of touched) {
      const raw = this.sums.sectionFrequency[section] as number
      sectionWords[section] = (sectionWords[section] as number) | bit
      this.sums.sectionFrequency[section] = 0
      const frequency = raw / this.sectionNorm.at(section)
      this.sums.sectionScore[section] =
        (this.sums.sectionScore[section] as number) +
        (sectionWeight * frequency) / (LEVELS.section.saturation + frequency)
      const subtree = subtreeOfSection[section] as number
      if (this.sums.subtreeFrequency[subtree] === 0) {
        subtrees.push(subtree)
      }
      this.sums.subtreeFrequency[subtree] = (this.sums.subtreeFrequency[subtree] as number) + raw
      countPage(pageOfSection[section] as number, raw)
    }
    for (const subtree of subtrees) {
      const frequency = (this.sums.subtreeFrequency[subtree] as number) / this.subtreeNorm.at(subtree)
      this.sums.subtreeFrequency[subtree] = 0
      this.sums.subtreeScore[subtree] =
        (this.sums.subtreeScore[subtree] as number) +
        (sectionWeight * frequency) / (LEVELS.subtree.saturation + frequency)
    }
    if (postings.titles) {
      readPostings(postings.titles, (page, inTitle, inPath) => countPage(page, TITLE_WEIGHT * (inTitle + inPath)))
    }
    for (const page of pages) {
      const frequency = (this.sums.pageFrequency[page] as number) / this.pageNorm.at(page)
      pageWords[page] = (pageWords[page] as number) | bit
      this.sums.pageFrequency[page] = 0
      this.sums.pageScore[page] =
        (this.sums.pageScore[page] as number) + (pageWeight * frequency) / (LEVELS.page.saturation + frequency)
    }
  }

  private total(snippet: number): number {
    const section = this.layout.sectionOfSnippet[snippet] as number
    return (
      LEVELS.snippet.weight * (this.sums.snippetScore[snippet] as number) +
      LEVELS.section.weight * (this.sums.sectionScore[section] as number) +
      LEVELS.subtree.weight * (this.sums.subtreeScore[this.layout.subtreeOfSection[section] as number] as number) +
      LEVELS.page.weight * (this.sums.pageScore[this.layout.pageOfSection[section] as number] as number)
    )
  }

  private best(limit: number): Candidate[] {
    const best = new BestSnippets(limit)
    for (let snippet = 0; snippet < this.layout.snippetLength.length; snippet++) {
      if ((this.sums.snippetScore[snippet] as number) > 0) {
        best.offer(snippet, this.total(snippet))
      }
    }
    return best.inOrder().map(({ snippet, score }) => this.candidate(snippet, score))
  }

  private candidate(snippet: number, score: number): Candidate {
    const { sums, layout } = this
    const section = layout.sectionOfSnippet[snippet] as number
    const page = layout.pageOfSection[section] as number
    return {
      snippet,
      section,
      page,
      score,
      snippetScore: sums.snippetScore[snippet] as number,
      sectionScore: sums.sectionScore[section] as number,
      subtreeScore: sums.subtreeScore[layout.subtreeOfSection[section] as number] as number,
      pageScore: sums.pageScore[page] as number,
      words: {
        prose: sums.proseWords[snippet] as number,
        code: sums.codeWords[snippet] as number,
        heading: sums.headingWords[section] as number,
        ancestors: sums.ancestorWords[section] as number,
        section: sums.sectionWords[section] as number,
        title: sums.titleWords[page] as number,
        page: sums.pageWords[page] as number,
      },
    }
  }
}
