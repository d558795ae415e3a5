import { CODE_WEIGHT } from "./build-index.ts"
import { BestSnippets } from "./keep-best.ts"
import type { Layout } from "./layout.ts"
import { type LevelCounts, type LevelSums, takeSums, termLists } from "./level-sums.ts"
import type { IndexFile, TermPostings } from "./open-index.ts"

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
 * a division less.
 */
class Saturation {
  private readonly lengths: Float32Array
  private readonly constant: number
  private readonly slope: number

  constructor(lengths: Float32Array, { saturation, normalisation }: LengthShare) {
    this.lengths = lengths
    this.constant = saturation * (1 - normalisation)
    this.slope = (saturation * normalisation) / mean(lengths)
  }

  /** @returns the frequency at which a place has half of what it can have. */
  half(place: number): number {
    return this.constant + this.slope * (this.lengths[place] as number)
  }

  /** @returns 0 to below 1. */
  of(raw: number, place: number): number {
    return raw / (this.half(place) + raw)
  }
}

/** Occurrences in prose and in code together, of a list's packed frequencies. */
function rawFrequency(packed: number): number {
  return (packed & 15) + CODE_WEIGHT * (packed >> 4)
}

/** Occurrences in a title and a path as so many on the page. */
function titleFrequency(packed: number): number {
  return TITLE_WEIGHT * ((packed & 15) + (packed >> 4))
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
  private readonly counts: LevelCounts
  private readonly ofSnippet: Saturation
  private readonly ofSection: Saturation
  private readonly ofSubtree: Saturation
  private readonly ofPage: Saturation
  private readonly ofHeading: Saturation
  private sums: LevelSums = takeSums({ snippets: 0, sections: 0, subtrees: 0, pages: 0 })

  constructor(index: IndexFile) {
    const { layout } = index
    this.index = index
    this.layout = layout
    this.counts = {
      snippets: layout.snippetLength.length,
      sections: layout.sectionLength.length,
      subtrees: layout.subtreeLength.length,
      pages: layout.pageLength.length,
    }
    this.ofSnippet = new Saturation(layout.snippetLength, LEVELS.snippet)
    this.ofSection = new Saturation(layout.sectionLength, LEVELS.section)
    this.ofSubtree = new Saturation(layout.subtreeLength, LEVELS.subtree)
    this.ofPage = new Saturation(layout.pageLength, LEVELS.page)
    // With a saturation of 1 its half is the length normalisation itself.
    this.ofHeading = new Saturation(layout.headingLength, HEADING)
  }

  /**
   * Finds the best snippets for weighted terms.
   *
   * @param terms each at most once; unknown ones are skipped.
   * @returns at most `limit` candidates, best first, ties in reading order.
   */
  score(terms: readonly QueryTerm[], limit: number): Candidate[] {
    this.sums = takeSums(this.counts)
    for (const queryTerm of terms) {
      const postings = this.index.postings(queryTerm.term)
      if (postings) {
        this.addTerm(queryTerm, postings)
      }
    }
    return this.best(limit)
  }

  private addTerm({ weight, insteadOf }: QueryTerm, postings: TermPostings): void {
    const replaced = insteadOf === undefined ? undefined : this.index.counts(insteadOf)
    const { sections, pages } = this.index.meta
    const sectionWeight =
      weight * inverseFrequency(sections, Math.max(postings.sectionCount, replaced?.sectionCount ?? 0))
    const pageWeight = weight * inverseFrequency(pages, Math.max(postings.pageCount, replaced?.pageCount ?? 0))
    termLists.snippets.read(postings.snippets)
    termLists.headings.read(postings.headings)
    termLists.titles.read(postings.titles)
    const headed = this.raiseBelowHeadings(this.raiseBelowTitles())
    this.addSnippets(sectionWeight)
    this.addHeaded(sectionWeight, headed)
    this.addLevels(sectionWeight, pageWeight)
  }

  /** @returns the number of sections with a heading part. */
  private raise(section: number, by: number, headed: number): number {
    const { headingPart } = this.sums
    const before = headingPart[section] as number
    headingPart[section] = before + by
    if (before !== 0) {
      return headed
    }
    this.sums.headed[headed] = section
    return headed + 1
  }

  /** Spreads titles and paths over the sections of their pages. @returns the number of sections with a heading part. */
  private raiseBelowTitles(): number {
    const { ids, frequencies, count } = termLists.titles
    const { firstSectionOfPage } = this.layout
    let headed = 0
    for (let at = 0; at < count; at++) {
      const page = ids[at] as number
      const packed = frequencies[at] as number
      const by = Math.min(packed & 15, 1) * HEADING.title + Math.min(packed >> 4, 1) * HEADING.path
      const end = firstSectionOfPage[page + 1] as number
      for (let section = firstSectionOfPage[page] as number; section < end; section++) {
        headed = this.raise(section, by, headed)
      }
    }
    return headed
  }

  /** Spreads headings over the sections below them. @returns the number of sections with a heading part, those before included. */
  private raiseBelowHeadings(headedBefore: number): number {
    const { ids, frequencies, count } = termLists.headings
    const { endOfSection } = this.layout
    let headed = headedBefore
    let coveredUntil = 0
    for (let at = 0; at < count; at++) {
      const section = ids[at] as number
      const frequency = (frequencies[at] as number) & 15
      const own = (HEADING.own * Math.min(frequency, HEADING.ownCap)) / this.ofHeading.half(section)
      headed = this.raise(section, own, headed)
      const end = endOfSection[section] as number
      for (let below = Math.max(section + 1, coveredUntil); below < end; below++) {
        headed = this.raise(below, HEADING.ancestor, headed)
      }
      coveredUntil = Math.max(coveredUntil, end)
    }
    return headed
  }

  /** Adds the term to the snippets that hold it; what their headings add alone is left to `addHeaded`. */
  private addSnippets(weight: number): void {
    const { ids, frequencies, count } = termLists.snippets
    const { sectionOfSnippet } = this.layout
    const { saturation } = LEVELS.snippet
    const { snippetScore, headingPart } = this.sums
    for (let at = 0; at < count; at++) {
      const snippet = ids[at] as number
      const section = sectionOfSnippet[snippet] as number
      const head = headingPart[section] as number
      const half = this.ofSnippet.half(snippet)
      const raw = rawFrequency(frequencies[at] as number) + (head * half) / saturation
      const alone = head === 0 ? 0 : head / (saturation + head)
      snippetScore[snippet] = (snippetScore[snippet] as number) + weight * (raw / (half + raw) - alone)
    }
  }

  /** Adds what headings, titles and paths give to every snippet below them, and clears the heading parts. */
  private addHeaded(weight: number, headed: number): void {
    const { saturation } = LEVELS.snippet
    const { snippetScore, headingPart, headed: sections } = this.sums
    const { firstSnippetOfSection } = this.layout
    for (let at = 0; at < headed; at++) {
      const section = sections[at] as number
      const head = headingPart[section] as number
      const part = (weight * head) / (saturation + head)
      headingPart[section] = 0
      const end = firstSnippetOfSection[section + 1] as number
      for (let snippet = firstSnippetOfSection[section] as number; snippet < end; snippet++) {
        snippetScore[snippet] = (snippetScore[snippet] as number) + part
      }
    }
  }

  /**
   * Adds the term to the sections, subtrees and pages that hold it: snippets of one follow each other in the list, so
   * each is summed up until the next begins.
   */
  private addLevels(weight: number, pageWeight: number): void {
    const { ids, frequencies, count } = termLists.snippets
    const { sectionOfSnippet, subtreeOfSection, pageOfSection } = this.layout
    let [subtree, ofSubtree, page, ofPage, titleAt] = [-1, 0, -1, 0, 0]
    let section = count > 0 ? (sectionOfSnippet[ids[0] as number] as number) : -1
    let ofSection = 0
    for (let at = 0; at < count; at++) {
      ofSection += rawFrequency(frequencies[at] as number)
      const next = at + 1 < count ? (sectionOfSnippet[ids[at + 1] as number] as number) : -1
      if (next === section) {
        continue
      }
      this.addSection(section, weight, ofSection)
      if (subtreeOfSection[section] !== subtree) {
        this.addSubtree(subtree, weight, ofSubtree)
        subtree = subtreeOfSection[section] as number
        ofSubtree = 0
      }
      ofSubtree += ofSection
      if (pageOfSection[section] !== page) {
        titleAt = this.addPage(page, pageWeight, { raw: ofPage, titleAt })
        page = pageOfSection[section] as number
        ofPage = 0
      }
      ofPage += ofSection
      section = next
      ofSection = 0
    }
    this.addSubtree(subtree, weight, ofSubtree)
    titleAt = this.addPage(page, pageWeight, { raw: ofPage, titleAt })
    this.addTitlesBefore(Infinity, pageWeight, titleAt)
  }

  private addSection(section: number, weight: number, raw: number): void {
    const { sectionScore } = this.sums
    sectionScore[section] = (sectionScore[section] as number) + weight * this.ofSection.of(raw, section)
  }

  /** @param subtree -1 for none. */
  private addSubtree(subtree: number, weight: number, raw: number): void {
    if (subtree >= 0) {
      const { subtreeScore } = this.sums
      subtreeScore[subtree] = (subtreeScore[subtree] as number) + weight * this.ofSubtree.of(raw, subtree)
    }
  }

  /**
   * @param page -1 for none.
   * @param found.titleAt place in the list of titles: the first that is not counted yet.
   * @returns the same after the page and those before it that hold the term in their title or path only.
   */
  private addPage(
    page: number,
    weight: number,
    { raw, titleAt }: { readonly raw: number; readonly titleAt: number },
  ): number {
    if (page < 0) {
      return titleAt
    }
    const { titles } = termLists
    const nextTitle = this.addTitlesBefore(page, weight, titleAt)
    const isTitled = nextTitle < titles.count && titles.ids[nextTitle] === page
    this.addToPage(page, weight, isTitled ? raw + titleFrequency(titles.frequencies[nextTitle] as number) : raw)
    return isTitled ? nextTitle + 1 : nextTitle
  }

  /** @returns the place of the first title that is not of a page before `page`. */
  private addTitlesBefore(page: number, weight: number, titleAt: number): number {
    const { ids, frequencies, count } = termLists.titles
    let at = titleAt
    for (; at < count && (ids[at] as number) < page; at++) {
      this.addToPage(ids[at] as number, weight, titleFrequency(frequencies[at] as number))
    }
    return at
  }

  private addToPage(page: number, weight: number, raw: number): void {
    const { pageScore } = this.sums
    pageScore[page] = (pageScore[page] as number) + weight * this.ofPage.of(raw, page)
  }

  private best(limit: number): Candidate[] {
    const { firstSnippetOfSection, subtreeOfSection, pageOfSection } = this.layout
    const { snippetScore, sectionScore, subtreeScore, pageScore } = this.sums
    const best = new BestSnippets(limit)
    for (let section = 0; section < this.counts.sections; section++) {
      const around =
        LEVELS.section.weight * (sectionScore[section] as number) +
        LEVELS.subtree.weight * (subtreeScore[subtreeOfSection[section] as number] as number) +
        LEVELS.page.weight * (pageScore[pageOfSection[section] as number] as number)
      const end = firstSnippetOfSection[section + 1] as number
      for (let snippet = firstSnippetOfSection[section] as number; snippet < end; snippet++) {
        const own = snippetScore[snippet] as number
        if (own > 0) {
          best.offer(snippet, LEVELS.snippet.weight * own + around)
        }
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
    }
  }
}
