import type { TermPostings } from "../index/read/open-index.ts"
import { PostingsReader } from "./postings-reader.ts"
import type { BestSnippets, ScoringConstants, ScoringInput, ScoringKernel } from "./scoring-kernel.ts"

const f32 = Math.fround

/** Members of one level that contain a term, and how often each contains it, in tenths of an occurrence. */
interface LevelHits {
  readonly ids: number[]
  readonly tenths: number[]
}

const noHits = (): LevelHits => ({ ids: [], tenths: [] })

/** Length normalisation of one level: the frequency with half of the maximum score is `constant + slope * length`. */
interface HalfPoint {
  readonly constant: number
  readonly slope: number
}

/**
 * The formula of `packages/engine/assembly/add-term.ts` in TypeScript, operation by operation in single precision: its results are
 * identical to the bit, but it is several times slower. It documents the kernel, tests it, and replaces it where SIMD is not available.
 */
export class ReferenceKernel implements ScoringKernel {
  #input: ScoringInput | undefined
  #constants: ScoringConstants | undefined
  #sums = sumsFor(0, 0, 0, 0)
  /** What headings, titles and paths add for the current term, by section. */
  #headingPart = new Float32Array(0)
  /** Sections with a heading part for the current term. */
  #headedSections: number[] = []

  begin(input: ScoringInput): void {
    const { layout, constants } = input
    this.#sums = sumsFor(
      layout.snippetLength.length,
      layout.sectionLength.length,
      layout.subtreeLength.length,
      layout.pageLength.length,
    )
    this.#headingPart = new Float32Array(layout.sectionLength.length)
    this.#input = input
    this.#constants = singlePrecision(constants)
  }

  addTerm({ snippets, headings, titles }: TermPostings, weightInSections: number, weightOnPages: number): boolean {
    const { layout } = this.#loaded()
    const weight = f32(weightInSections)
    this.#headedSections = []
    this.#headingPart.fill(0)
    const snippetHits =
      this.#addTitles(titles) && this.#addHeadings(headings) ? this.#readSnippets(snippets) : undefined
    if (snippetHits === undefined) {
      this.#input = undefined
      return false
    }
    const constants = this.#loadedConstants()
    this.#scoreSnippets(snippetHits, weight)
    this.#scoreBelowHeadings(weight)
    const sectionHits = groupHits(snippetHits, layout.sectionOfSnippet)
    const subtreeHits = groupHits(sectionHits, layout.subtreeOfSection)
    const pageHits = groupHits(sectionHits, layout.pageOfSection)
    this.#addTitleHits(pageHits, titles)
    const { sectionScore, subtreeScore, pageScore } = this.#sums
    const { sectionConstant, sectionSlope, subtreeConstant, subtreeSlope, pageConstant, pageSlope } = constants
    const section = { constant: sectionConstant, slope: sectionSlope }
    const subtree = { constant: subtreeConstant, slope: subtreeSlope }
    const page = { constant: pageConstant, slope: pageSlope }
    scoreHits(sectionScore, sectionHits, { lengths: layout.sectionLength, weight, half: section })
    scoreHits(subtreeScore, subtreeHits, { lengths: layout.subtreeLength, weight, half: subtree })
    scoreHits(pageScore, pageHits, { lengths: layout.pageLength, weight: f32(weightOnPages), half: page })
    return true
  }

  /** Adds titles and paths to the heading parts of all sections of their pages. @returns false when the list is damaged. */
  #addTitles(titles: Uint8Array | undefined): boolean {
    const { layout } = this.#loaded()
    const { titleHeading, pathHeading } = this.#loadedConstants()
    const list = new PostingsReader(titles)
    while (list.next()) {
      if (list.id >= layout.pageLength.length || list.low + list.high === 0) return false
      const by = f32((list.low > 0 ? titleHeading : 0) + (list.high > 0 ? pathHeading : 0))
      const end = layout.firstSectionOfPage[list.id + 1] ?? 0
      for (let section = layout.firstSectionOfPage[list.id] ?? 0; section < end; section++) this.#raise(section, by)
    }
    return !list.isDamaged
  }

  /** Adds headings to the heading parts of their sections and of the sections below. @returns false when the list is damaged. */
  #addHeadings(headings: Uint8Array | undefined): boolean {
    const { layout } = this.#loaded()
    const { headingConstant, headingSlope, ownHeading, ownHeadingCap, ancestorHeading } = this.#loadedConstants()
    const list = new PostingsReader(headings)
    let coveredUntil = 0
    while (list.next()) {
      if (list.id >= layout.sectionLength.length || list.low === 0) return false
      const half = f32(headingConstant + f32(headingSlope * (layout.headingLength[list.id] ?? 0)))
      this.#raise(list.id, f32(f32(ownHeading * Math.min(list.low, ownHeadingCap)) / half))
      const end = layout.endOfSection[list.id] ?? 0
      // A section below two headings that contain the term counts one of them.
      for (let below = Math.max(list.id + 1, coveredUntil); below < end; below++) this.#raise(below, ancestorHeading)
      coveredUntil = Math.max(coveredUntil, end)
    }
    return !list.isDamaged
  }

  #raise(section: number, by: number): void {
    const before = this.#headingPart[section] ?? 0
    this.#headingPart[section] = before + by
    if (before === 0) this.#headedSections.push(section)
  }

  /** Reads the snippets that contain the term. @returns undefined when the list is damaged. */
  #readSnippets(snippets: Uint8Array): LevelHits | undefined {
    const count = this.#loaded().layout.snippetLength.length
    const { proseTenths, codeTenths } = this.#loadedConstants()
    const hits = noHits()
    const list = new PostingsReader(snippets)
    while (list.next()) {
      if (list.id >= count) return undefined
      hits.ids.push(list.id)
      hits.tenths.push(proseTenths * list.low + codeTenths * list.high)
    }
    return list.isDamaged ? undefined : hits
  }

  /** Scores the texts of snippets; if headings also contain the term, only the additional score of the text. */
  #scoreSnippets({ ids, tenths }: LevelHits, weight: number): void {
    const { sectionOfSnippet, snippetLength } = this.#loaded().layout
    const { snippetConstant, snippetSlope, snippetSaturation } = this.#loadedConstants()
    const { snippetScore } = this.#sums
    for (const [at, snippet] of ids.entries()) {
      const raw = f32(tenths[at] ?? 0)
      const half = f32(snippetConstant + f32(snippetSlope * (snippetLength[snippet] ?? 0)))
      const head = this.#headingPart[sectionOfSnippet[snippet] ?? 0] ?? 0
      const all = f32(raw + f32(f32(head * half) / snippetSaturation))
      const withHead = f32(all / f32(half + all))
      const headAlone = f32(head / f32(snippetSaturation + head))
      snippetScore[snippet] = (snippetScore[snippet] ?? 0) + f32(weight * f32(withHead - headAlone))
    }
  }

  /** Adds the scores of headings, titles and paths to every snippet below them. */
  #scoreBelowHeadings(weight: number): void {
    const { firstSnippetOfSection } = this.#loaded().layout
    const { snippetSaturation } = this.#loadedConstants()
    const { snippetScore } = this.#sums
    for (const section of this.#headedSections) {
      const head = this.#headingPart[section] ?? 0
      const part = f32(f32(weight * head) / f32(snippetSaturation + head))
      const end = firstSnippetOfSection[section + 1] ?? 0
      for (let snippet = firstSnippetOfSection[section] ?? 0; snippet < end; snippet++) {
        snippetScore[snippet] = (snippetScore[snippet] ?? 0) + part
      }
    }
  }

  /** Adds titles and paths to the hits of pages. Pages that contain the term nowhere else are appended. */
  #addTitleHits(pages: LevelHits, titles: Uint8Array | undefined): void {
    const { titleTenths } = this.#loadedConstants()
    const positionOfPage = new Map(pages.ids.map((page, position) => [page, position]))
    const list = new PostingsReader(titles)
    while (list.next()) {
      const raw = titleTenths * (list.low + list.high)
      const position = positionOfPage.get(list.id)
      if (position === undefined) {
        pages.ids.push(list.id)
        pages.tenths.push(raw)
      } else {
        pages.tenths[position] = (pages.tenths[position] ?? 0) + raw
      }
    }
  }

  findBest(limit: number): BestSnippets {
    const { layout } = this.#loaded()
    const { snippetWeight, sectionWeight, subtreeWeight, pageWeight } = this.#loadedConstants()
    const { snippetScore, sectionScore, subtreeScore, pageScore } = this.#sums
    const around = sectionScore.map((own, section) => {
      const ofSubtree = subtreeScore[layout.subtreeOfSection[section] ?? 0] ?? 0
      const ofPage = pageScore[layout.pageOfSection[section] ?? 0] ?? 0
      return f32(f32(sectionWeight * own) + f32(subtreeWeight * ofSubtree)) + f32(pageWeight * ofPage)
    })
    const best: { readonly snippet: number; readonly score: number }[] = []
    for (const [snippet, own] of snippetScore.entries()) {
      if (own <= 0) continue
      const score = f32(f32(snippetWeight * own) + (around[layout.sectionOfSnippet[snippet] ?? 0] ?? 0))
      if (best.length === limit && score <= (best.at(-1)?.score ?? 0)) continue
      let position = best.length
      while (position > 0 && score > (best[position - 1]?.score ?? 0)) position--
      best.splice(position, 0, { snippet, score })
      if (best.length > limit) best.pop()
    }
    return {
      count: best.length,
      snippets: Uint32Array.from(best, ({ snippet }) => snippet),
      scores: Float32Array.from(best, ({ score }) => score),
      ...this.#sums,
    }
  }

  #loaded(): ScoringInput {
    if (this.#input === undefined) throw new TypeError("begin must be called before scoring")
    return this.#input
  }

  #loadedConstants(): ScoringConstants {
    if (this.#constants === undefined) throw new TypeError("begin must be called before scoring")
    return this.#constants
  }
}

function sumsFor(snippets: number, sections: number, subtrees: number, pages: number) {
  return {
    snippetScore: new Float32Array(snippets),
    sectionScore: new Float32Array(sections),
    subtreeScore: new Float32Array(subtrees),
    pageScore: new Float32Array(pages),
  }
}

function singlePrecision(constants: ScoringConstants): ScoringConstants {
  return Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name, f32(value as number)]),
  ) as unknown as ScoringConstants
}

/** Sums hits by group. Hits and groups are ascending. */
function groupHits({ ids, tenths }: LevelHits, groupOf: Uint32Array): LevelHits {
  const groups = noHits()
  for (const [at, id] of ids.entries()) {
    const group = groupOf[id] ?? 0
    const raw = tenths[at] ?? 0
    const last = groups.ids.length - 1
    if (groups.ids[last] === group) groups.tenths[last] = (groups.tenths[last] ?? 0) + raw
    else groups.tenths[groups.ids.push(group) - 1] = raw
  }
  return groups
}

function scoreHits(
  scores: Float32Array,
  { ids, tenths }: LevelHits,
  { lengths, weight, half }: { readonly lengths: Float32Array; readonly weight: number; readonly half: HalfPoint },
): void {
  for (const [at, id] of ids.entries()) {
    const raw = f32(tenths[at] ?? 0)
    const halfAt = f32(half.constant + f32(half.slope * (lengths[id] ?? 0)))
    scores[id] = (scores[id] ?? 0) + f32(weight * f32(raw / f32(halfAt + raw)))
  }
}
