import { CODE_WEIGHT } from "./build-index.ts"
import { BestSnippets } from "./keep-best.ts"
import type { Layout } from "./layout.ts"
import { type HeldPlaces, type LevelCounts, type LevelSums, takeSums, termLists } from "./level-sums.ts"
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

/** Frequencies are counted in tenths of an occurrence in prose: whole numbers, which add up without rounding. */
const TENTHS = 10
const TENTHS_OF_CODE = Math.round(TENTHS * CODE_WEIGHT)

/**
 * Saturation of one level's frequencies, normalised by length: `f / (k + f)` with `f = raw / norm` is `raw / (k norm + raw)`,
 * a division less. `k norm` is `constant + slope * length`, in tenths.
 */
class Saturation {
  readonly lengths: Float32Array
  readonly constant: number
  readonly slope: number

  constructor(lengths: Float32Array, { saturation, normalisation }: LengthShare) {
    this.lengths = lengths
    this.constant = TENTHS * saturation * (1 - normalisation)
    this.slope = (TENTHS * saturation * normalisation) / mean(lengths)
  }

  /** @returns the tenths at which a place has half of what it can have. */
  half(place: number): number {
    return this.constant + this.slope * (this.lengths[place] as number)
  }
}

/** Adds a term to places of one level that hold it: their numbers, each once, and what they hold of it in tenths. */
function addTo(scores: Float64Array, held: HeldPlaces, weight: number, { lengths, constant, slope }: Saturation): void {
  const { places, tenths, count } = held
  for (let at = 0; at < count; at++) {
    const place = places[at] as number
    const raw = tenths[at] as number
    const half = constant + slope * (lengths[place] as number)
    scores[place] = (scores[place] as number) + weight * (raw / (half + raw))
  }
}

/** Occurrences in a title and a path as so many on the page. */
function titleTenths(packed: number): number {
  return TENTHS * TITLE_WEIGHT * ((packed & 15) + (packed >> 4))
}

/** Sees numbers of places, all far below 2^31, as signed: the sums below then need no check of their range. */
function signed(numbers: Uint32Array): Int32Array {
  return new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length)
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
  private readonly sectionOfSnippet: Int32Array
  private readonly subtreeOfSection: Int32Array
  private readonly pageOfSection: Int32Array
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
    this.sectionOfSnippet = signed(layout.sectionOfSnippet)
    this.subtreeOfSection = signed(layout.subtreeOfSection)
    this.pageOfSection = signed(layout.pageOfSection)
    this.ofSnippet = new Saturation(layout.snippetLength, LEVELS.snippet)
    this.ofSection = new Saturation(layout.sectionLength, LEVELS.section)
    this.ofSubtree = new Saturation(layout.subtreeLength, LEVELS.subtree)
    this.ofPage = new Saturation(layout.pageLength, LEVELS.page)
    // With a saturation of 1 its half is the length normalisation itself, in tenths.
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
    termLists.headings.read(postings.headings)
    termLists.titles.read(postings.titles)
    const headed = this.raiseBelowHeadings(this.raiseBelowTitles())
    this.addSnippets(sectionWeight, postings.snippets)
    this.addHeaded(sectionWeight, headed)
    this.addSections(sectionWeight)
    this.addTitles()
    addTo(this.sums.subtreeScore, this.sums.heldSubtrees, sectionWeight, this.ofSubtree)
    addTo(this.sums.pageScore, this.sums.heldPages, pageWeight, this.ofPage)
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
      const own = (TENTHS * HEADING.own * Math.min(frequency, HEADING.ownCap)) / this.ofHeading.half(section)
      headed = this.raise(section, own, headed)
      const end = endOfSection[section] as number
      for (let below = Math.max(section + 1, coveredUntil); below < end; below++) {
        headed = this.raise(below, HEADING.ancestor, headed)
      }
      coveredUntil = Math.max(coveredUntil, end)
    }
    return headed
  }

  /**
   * Adds the term to the snippets that hold it (what their headings add alone is left to `addHeaded`) and sums them up by
   * section: those of one follow each other. Whether a section begins is seldom predictable, so it is computed with, not
   * branched on: `begins` is -1 where one does, else 0.
   *
   * @param bytes a list as `PostingsBuffer` reads it; read here, an entry is never written down between.
   */
  private addSnippets(weight: number, bytes: Uint8Array): void {
    const { sectionOfSnippet } = this
    const { lengths, constant, slope } = this.ofSnippet
    const { saturation } = LEVELS.snippet
    const { snippetScore, headingPart, heldSections } = this.sums
    const { places, tenths } = heldSections
    let [at, snippet, held, last, sum] = [0, -1, -1, -1, 0]
    while (at < bytes.length) {
      let byte = bytes[at++] as number
      let gap = byte & 127
      for (let shift = 7; byte >= 128; shift += 7) {
        byte = bytes[at++] as number
        gap |= (byte & 127) << shift
      }
      snippet += gap + 1
      const packed = bytes[at++] as number
      const raw = TENTHS * (packed & 15) + TENTHS_OF_CODE * (packed >> 4)
      const section = sectionOfSnippet[snippet] as number
      const begins = (last - section) >> 31
      held -= begins
      sum = (sum & ~begins) + raw
      places[held] = section
      tenths[held] = sum
      last = section
      const head = headingPart[section] as number
      const half = constant + slope * (lengths[snippet] as number)
      let part = raw / (half + raw)
      if (head !== 0) {
        const all = raw + (head * half) / saturation
        part = all / (half + all) - head / (saturation + head)
      }
      snippetScore[snippet] = (snippetScore[snippet] as number) + weight * part
    }
    heldSections.count = held + 1
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

  /** Adds the term to the sections that hold it, and sums them up by subtree and page as `addSnippets` does by section. */
  private addSections(weight: number): void {
    const { subtreeOfSection, pageOfSection } = this
    const { lengths, constant, slope } = this.ofSection
    const { sectionScore, heldSections, heldSubtrees, heldPages } = this.sums
    const { places, tenths, count } = heldSections
    const { places: subtrees, tenths: ofSubtrees } = heldSubtrees
    const { places: pages, tenths: ofPages } = heldPages
    let [subtreeAt, lastSubtree, inSubtree] = [-1, -1, 0]
    let [pageAt, lastPage, onPage] = [-1, -1, 0]
    for (let at = 0; at < count; at++) {
      const section = places[at] as number
      const raw = tenths[at] as number
      const half = constant + slope * (lengths[section] as number)
      sectionScore[section] = (sectionScore[section] as number) + weight * (raw / (half + raw))
      const subtree = subtreeOfSection[section] as number
      const subtreeBegins = (lastSubtree - subtree) >> 31
      subtreeAt -= subtreeBegins
      inSubtree = (inSubtree & ~subtreeBegins) + raw
      subtrees[subtreeAt] = subtree
      ofSubtrees[subtreeAt] = inSubtree
      lastSubtree = subtree
      const page = pageOfSection[section] as number
      const pageBegins = (lastPage - page) >> 31
      pageAt -= pageBegins
      onPage = (onPage & ~pageBegins) + raw
      pages[pageAt] = page
      ofPages[pageAt] = onPage
      lastPage = page
    }
    heldSubtrees.count = subtreeAt + 1
    heldPages.count = pageAt + 1
  }

  /** Adds titles and paths to the pages that hold the term; those that hold it nowhere else follow at the end. */
  private addTitles(): void {
    const { ids, frequencies, count } = termLists.titles
    const { heldPages } = this.sums
    const { places, tenths, count: texts } = heldPages
    let held = 0
    for (let at = 0; at < count; at++) {
      const page = ids[at] as number
      const inTitle = titleTenths(frequencies[at] as number)
      while (held < texts && (places[held] as number) < page) {
        held++
      }
      if (held < texts && places[held] === page) {
        tenths[held] = (tenths[held] as number) + inTitle
      } else {
        places[heldPages.count] = page
        tenths[heldPages.count++] = inTitle
      }
    }
  }

  private best(limit: number): Candidate[] {
    const { sectionOfSnippet, subtreeOfSection, pageOfSection } = this
    // Between terms no section has a heading part: its room serves for what surrounds a section's snippets.
    const { snippetScore, sectionScore, subtreeScore, pageScore, headingPart: around } = this.sums
    const { sections, snippets } = this.counts
    for (let section = 0; section < sections; section++) {
      around[section] =
        LEVELS.section.weight * (sectionScore[section] as number) +
        LEVELS.subtree.weight * (subtreeScore[subtreeOfSection[section] as number] as number) +
        LEVELS.page.weight * (pageScore[pageOfSection[section] as number] as number)
    }
    const best = new BestSnippets(limit)
    let least = -Infinity
    for (let snippet = 0; snippet < snippets; snippet++) {
      const own = snippetScore[snippet] as number
      const score = LEVELS.snippet.weight * own + (around[sectionOfSnippet[snippet] as number] as number)
      if (score > least && own > 0) {
        least = best.offer(snippet, score)
      }
    }
    around.fill(0, 0, sections)
    return best.inOrder().map((kept) => this.candidate(kept.snippet, kept.score))
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
