import { announces, introduces } from "../snippets/cut-thoughts.ts"
import type { IndexedSnippet } from "../index/read/open-index.ts"
import type { AnswerBlock, AnswerSnippet } from "./answer.ts"
import { headingTokensOf } from "./block-headings.ts"
import { orderSections } from "./order-sections.ts"
import { GAP_TOKENS, maxTokensOfPlatforms, SEPARATOR_TOKENS } from "./render.ts"
import { contains } from "./leads/section-path.ts"
import { type SectionLayout, SubsectionNames } from "./omitted/subsection-names.ts"

/**
 * With the order `best first`, a snippet is put before the run that it directly precedes on the page only if it scores at least this share
 * of the section's best score. Otherwise, readers would have to read less relevant text first. At 0.8, one in nine steps goes backwards on
 * the page instead of one in seven, but answers come later; without a minimum, they come a third later (eval/log.md).
 */
const PRECEDING_SHARE = 0.9

/**
 * In reading order, a section joins the block of its page if the blocks after that one have at most this many tokens together. The page is in
 * one piece, and the other blocks come that much later: with 500, agents find the answers to two of 146 questions only after 1,000 tokens.
 */
const MAX_BETWEEN_TOKENS = 300

/** Fragment for a page in a file with pages. */
const FILE_PAGE = /#page=\d+$/

function filePageOf(url: string): string | undefined {
  return url.includes("#page=") ? FILE_PAGE.exec(url)?.[0] : undefined
}

/**
 * Returns true when two snippets can share a header: they have the same first heading, and are on the same page. In a file with pages, they
 * must also be on the same page of the file.
 */
function shareHeader(previous: IndexedSnippet, next: IndexedSnippet): boolean {
  return (
    previous.page === next.page &&
    previous.headingPath[0] === next.headingPath[0] &&
    filePageOf(previous.url) === filePageOf(next.url)
  )
}

/** Returns an upper bound of the tokens that a block's address gains when it becomes `next`: a token has at least one byte. */
function addressTokens(url: string, next: string): number {
  if (url === next) return 0
  let differsAt = 0
  while (next[differsAt] === url[differsAt]) differsAt++
  const from = Math.max(0, next.slice(0, differsAt).search(/[#/][^#/]*$/))
  return Buffer.byteLength(next.slice(from)) + 1
}

/** The order of the runs of a section: the order of the page, or the run with the best snippet first. */
export type RunOrder = "reading order" | "best first"

/** The blocks of an answer, and the most tokens of what was added to them. */
export interface ArrangedBlocks {
  readonly blocks: readonly AnswerBlock[]
  readonly addedTokens: number
}

/** Snippets of one section. A run consists of snippets that directly follow each other on the page. */
export interface SectionGroup {
  readonly first: IndexedSnippet
  readonly bestScore: number
  readonly runs: AnswerSnippet[][]
  /** False when the group continues the block of the previous one. */
  readonly opensBlock: boolean
}

/** Consecutive snippets of a section that are not shown, followed by one that is: from `from` up to, but not including, `to`. */
export interface Gap {
  readonly group: SectionGroup
  readonly from: number
  readonly to: number
}

/** Snippets that were removed from an answer, and the least number of tokens that this saves. */
export interface DroppedSnippets {
  readonly dropped: readonly AnswerSnippet[]
  readonly savedTokens: number
}

/**
 * Arranges the snippets of an answer, which are added best first. With the order `reading order`, each section occurs once. With `best first`,
 * only direct neighbours on the page are put into reading order. Neighbouring sections of a page share a header.
 */
export class SnippetArrangement {
  #groups: SectionGroup[] = []
  readonly #isInReadingOrder: boolean
  readonly #layout: SectionLayout

  constructor(order: RunOrder, layout: SectionLayout) {
    this.#isInReadingOrder = order === "reading order"
    this.#layout = layout
  }

  /**
   * Returns the tokens that a snippet adds besides its content: headings, addresses, separators and gap marks.
   *
   * @param group of the same section, to which the snippet is added; by default the one that it belongs to.
   */
  costOf(snippet: IndexedSnippet, score: number, group = this.#groupFor(snippet)): number {
    if (group === undefined) {
      const markTokens = this.#marksFor(snippet) * GAP_TOKENS
      const block = this.#blockFor(snippet)
      if (block !== undefined) return markTokens + this.#costOfContinuing(snippet, block)
      return markTokens + snippet.headerTokens + (this.#groups.length === 0 ? 0 : SEPARATOR_TOKENS)
    }
    const run = this.#runFor(group, snippet, score)
    const gapTokens = run === undefined ? GAP_TOKENS : 0
    const mayOpen = group.opensBlock && (run === undefined ? this.#isInReadingOrder : run === group.runs[0])
    const opening = mayOpen ? group.runs[0]?.[0] : undefined
    const isOpening = opening !== undefined && snippet.id < opening.id
    return gapTokens + (isOpening ? Math.max(0, snippet.headerTokens - opening.headerTokens) : 0)
  }

  /** Adds a snippet after all better ones, or next to its neighbours. */
  add(snippet: AnswerSnippet, score: number, group = this.#groupFor(snippet)): void {
    if (group === undefined) {
      const block = this.#blockFor(snippet)
      const added = { first: snippet, bestScore: score, runs: [[snippet]], opensBlock: block === undefined }
      this.#groups.splice(block?.to ?? this.#groups.length, 0, added)
      return
    }
    const run = this.#runFor(group, snippet, score)
    if (run === undefined) group.runs.splice(this.#placeFor(group, snippet), 0, [snippet])
    else if (snippet.id < (run[0]?.id ?? 0)) run.unshift(snippet)
    else run.push(snippet)
  }

  /** Returns the gaps before the snippets of each section. Runs must be in reading order. */
  gaps(): readonly Gap[] {
    return this.#groups.flatMap((group) => {
      const { start } = this.#rangeOf(group.first)
      let from = start
      return group.runs.flatMap((run) => {
        const to = run[0]?.id ?? from
        const gap = { group, from, to }
        from = (run.at(-1)?.id ?? to) + 1
        return gap.from < to ? [gap] : []
      })
    })
  }

  /**
   * Removes snippets after gaps that readers would not understand without the omitted text. Runs must be in reading order.
   *
   * @param needsOmitted whether a snippet needs the omitted text before it.
   * @param kept a snippet whose run stays as it is.
   */
  dropAfterGaps(needsOmitted: (snippet: AnswerSnippet) => boolean, kept: number | undefined): DroppedSnippets {
    const dropped: AnswerSnippet[] = []
    let savedTokens = 0
    for (const [at, group] of this.#groups.entries()) {
      const useless = new Set(this.#uselessAfterGaps(group, needsOmitted, kept))
      const runs = group.runs.map((run) => run.filter((snippet) => !useless.has(snippet)))
      const next = this.#groups[at + 1]
      const losesHeader = group.opensBlock && runs.flat().length === 0 && next?.opensBlock === false
      // The next section gets a header of its own, which may be longer.
      const headerTokens = losesHeader ? next.first.headerTokens : 0
      const uselessTokens = [...useless].reduce((sum, { contentTokens }) => sum + contentTokens, 0)
      if (uselessTokens < headerTokens) continue
      savedTokens += uselessTokens - headerTokens
      dropped.push(...useless)
      this.#groups[at] = { ...group, runs: runs.filter((run) => run.length > 0) }
      if (losesHeader) this.#groups[at + 1] = { ...next, opensBlock: true }
    }
    this.#groups = this.#groups.filter(({ runs }) => runs.length > 0)
    return { dropped, savedTokens }
  }

  /** Returns the snippets at the beginning of runs that are useless after a gap. */
  #uselessAfterGaps(
    { first, runs }: SectionGroup,
    needsOmitted: (snippet: AnswerSnippet) => boolean,
    kept: number | undefined,
  ): readonly AnswerSnippet[] {
    let shown = this.#rangeOf(first).start - 1
    return runs.flatMap((run) => {
      const isFixed = run[0]?.id === shown + 1
      const useful = isFixed ? 0 : run.findIndex((snippet) => !needsOmitted(snippet))
      const keptAt = run.findIndex(({ id }) => id === kept)
      // What the kept snippet needs is kept as well.
      const isKept = keptAt !== -1 && (useful === -1 || useful > keptAt)
      if (useful === -1 && !isKept) return run
      shown = run.at(-1)?.id ?? shown
      return isKept ? [] : run.slice(0, useful)
    })
  }

  /**
   * Returns the blocks of the answer, in their order. In reading order, an introduction to subsections that are left out gets their names.
   *
   * @param roomTokens the most tokens that these names may have.
   * @param omitted returns which variants are omitted.
   */
  arrange(roomTokens: number, omitted: OmittedVariants = NOTHING_OMITTED): ArrangedBlocks {
    const names = new SubsectionNames(this.#layout, this.#groups, roomTokens)
    return { blocks: this.#blocks(names, omitted), addedTokens: names.tokens }
  }

  #blocks(names: SubsectionNames, omitted: OmittedVariants): readonly AnswerBlock[] {
    const blocks: SectionGroup[][] = []
    for (const group of this.#groups) {
      const block = blocks.at(-1)
      if (group.opensBlock || block === undefined) blocks.push([group])
      else block.push(group)
    }
    return blocks.map((block) => {
      const groups = this.#isInReadingOrder ? orderSections(block) : block
      const snippets = snippetsOf(groups).map((snippet) => withVariants(snippet, omitted, names))
      return { snippets: this.#markEnds(snippets, names) }
    })
  }

  /** In reading order, the first and the last snippet of a section say if the text before or after them is left out. */
  #markEnds(snippets: readonly AnswerSnippet[], names: SubsectionNames): readonly AnswerSnippet[] {
    if (!this.#isInReadingOrder) return snippets
    return snippets.map((snippet, at) => {
      const previous = snippets[at - 1]
      const next = snippets[at + 1]
      const ends = this.#openEndsOf(snippet)
      const omitsBefore = ends.before && previous?.section !== snippet.section && previous?.id !== snippet.id - 1
      const isLast = ends.after && next?.section !== snippet.section
      const omittedSections = isLast && this.#introducesNext(snippet) ? names.omittedBelow(snippet) : []
      // Readers who see one of several announced subsections have to know that there are others.
      const omitsAfter = isLast && (next?.id !== idAfter(snippet) || omittedSections.length > 0)
      return omitsBefore || omitsAfter ? { ...snippet, omitsBefore, omitsAfter, omittedSections } : snippet
    })
  }

  /** Returns the snippets of a section: from `start` up to, but not including, `end`. */
  #rangeOf({ section }: IndexedSnippet): { readonly start: number; readonly end: number } {
    const { firstSnippetOfSection } = this.#layout
    return { start: firstSnippetOfSection[section] ?? 0, end: firstSnippetOfSection[section + 1] ?? 0 }
  }

  /** Returns whether text before and after a snippet belongs to it: text of its section, or what its last sentence introduces. */
  #openEndsOf(snippet: PlacedSnippet): { readonly before: boolean; readonly after: boolean } {
    const { start, end } = this.#rangeOf(snippet)
    return {
      before: snippet.id > start || this.#resumes(snippet, start),
      after: idAfter(snippet) < end || this.#introducesNext(snippet),
    }
  }

  /** Returns true for the end of a section whose last sentence introduces the following sections. */
  #introducesNext(snippet: IndexedSnippet): boolean {
    const isEnd = this.#layout.firstSnippetOfSection[snippet.section + 1] === snippet.id + 1
    return isEnd && (introduces(snippet.content) || announces(snippet.content)) && this.#hasNextSection(snippet)
  }

  /** Returns true if the page has another section, which the last sentence of a section may introduce even at the same level. */
  #hasNextSection(snippet: IndexedSnippet): boolean {
    const { firstSnippetOfSection } = this.#layout
    const next = firstSnippetOfSection[snippet.section + 1]
    // The last number is where the last section ends.
    if (next === undefined || snippet.section + 2 >= firstSnippetOfSection.length) return false
    return this.#layout.read(next).page === snippet.page
  }

  /** Returns true if the section continues after its subsections, as after a list of definitions. */
  #resumes(snippet: IndexedSnippet, start: number): boolean {
    if (start === 0) return false
    const previous = this.#layout.read(start - 1)
    return previous.page === snippet.page && contains(snippet, previous)
  }

  /** Returns the number of marks at the ends of a section of which only this snippet is shown. */
  #marksFor(snippet: IndexedSnippet): number {
    if (!this.#isInReadingOrder) return 0
    const { before, after } = this.#openEndsOf(snippet)
    return Number(before) + Number(after)
  }

  /** Returns the tokens that a further section adds to the headings of a block, and to its address if it is put first. */
  #costOfContinuing(snippet: IndexedSnippet, { from, to }: BlockRange): number {
    const sections = this.#groups.slice(from, to).map(({ first }) => first)
    const headingTokens = headingTokensOf([...sections, snippet]) - headingTokensOf(sections)
    const mayOpen = this.#isInReadingOrder && sections.some(({ section }) => section > snippet.section)
    return headingTokens + (mayOpen ? Math.max(...sections.map(({ url }) => addressTokens(url, snippet.url))) : 0)
  }

  /**
   * Returns the group to add a snippet to. With `reading order`, this is the group of its section. With `best first`, it is the group that
   * begins with the text that the snippet introduces; otherwise the last group, if it has the same section.
   */
  #groupFor(snippet: IndexedSnippet): SectionGroup | undefined {
    if (this.#isInReadingOrder) return this.#groups.find((group) => isOfSection(group, snippet))
    const last = this.#groups.at(-1)
    const introduced = introduces(snippet.content) ? this.#groups.find((group) => isNext(group, snippet)) : undefined
    return introduced ?? (last !== undefined && isOfSection(last, snippet) ? last : undefined)
  }

  /** Returns the run that a snippet can be added to: it directly follows the run, or it directly precedes it and may be put first. */
  #runFor(
    { runs, bestScore }: SectionGroup,
    { id, content }: IndexedSnippet,
    score: number,
  ): AnswerSnippet[] | undefined {
    const mayPrecede = this.#isInReadingOrder || score >= PRECEDING_SHARE * bestScore || introduces(content)
    return runs.find((run) => run.at(-1)?.id === id - 1 || (mayPrecede && run[0]?.id === id + 1))
  }

  #placeFor({ runs }: SectionGroup, { id }: IndexedSnippet): number {
    const later = this.#isInReadingOrder ? runs.findIndex((run) => (run[0]?.id ?? id) > id) : -1
    return later === -1 ? runs.length : later
  }

  /** Returns the block of its page that a further section joins: the last one, or in reading order another one with little text after it. */
  #blockFor(snippet: IndexedSnippet): BlockRange | undefined {
    let to = this.#groups.length
    let tokensAfter = 0
    while (to > 0 && tokensAfter <= MAX_BETWEEN_TOKENS) {
      const from = this.#groups.findLastIndex(({ opensBlock }, at) => opensBlock && at < to)
      const block = this.#groups.slice(from, to)
      if (block[0] === undefined || shareHeader(block[0].first, snippet)) return { from, to }
      if (!this.#isInReadingOrder) return undefined
      for (const { contentTokens } of snippetsOf(block)) tokensAfter += contentTokens
      to = from
    }
    return undefined
  }
}

/** The groups of a block: from `from` up to, but not including, `to`. */
interface BlockRange {
  readonly from: number
  readonly to: number
}

/** A snippet of an answer, or one that may become part of it. */
type PlacedSnippet = IndexedSnippet & Pick<AnswerSnippet, "omittedVariants">

/** The variants of shown text that an answer omits. */
export interface OmittedVariants {
  /** Returns how many snippets directly after a snippet are omitted because they are variants of its code. */
  countAfter(snippet: AnswerSnippet): number
  /** Returns the labels of the omitted parts for other platforms. */
  platformsOf(snippet: AnswerSnippet): readonly string[]
}

const NOTHING_OMITTED: OmittedVariants = { countAfter: () => 0, platformsOf: () => [] }

function withVariants(snippet: AnswerSnippet, omitted: OmittedVariants, names: SubsectionNames): AnswerSnippet {
  const omittedVariants = omitted.countAfter(snippet)
  const otherPlatforms = omitted.platformsOf(snippet)
  const isNamed = otherPlatforms.length > 0 && names.take(maxTokensOfPlatforms(otherPlatforms))
  if (omittedVariants === 0 && !isNamed) return snippet
  return { ...snippet, omittedVariants, ...(isNamed ? { otherPlatforms } : {}) }
}

/** Returns the snippet after another one and the omitted variants of its code. */
function idAfter({ id, omittedVariants = 0 }: PlacedSnippet): number {
  return id + 1 + omittedVariants
}

/** Returns the snippets of some groups in their order. */
function snippetsOf(groups: readonly SectionGroup[]): readonly AnswerSnippet[] {
  const snippets: AnswerSnippet[] = []
  for (const { runs } of groups) for (const run of runs) snippets.push(...run)
  return snippets
}

/** Returns true when a snippet has the section and the header of a group. */
export function isOfSection({ first }: SectionGroup, snippet: IndexedSnippet): boolean {
  return first.section === snippet.section && shareHeader(first, snippet)
}

/** Returns true if a run of the group begins with the snippet that follows on the page. */
function isNext(group: SectionGroup, snippet: IndexedSnippet): boolean {
  return isOfSection(group, snippet) && group.runs.some((run) => run[0]?.id === snippet.id + 1)
}
