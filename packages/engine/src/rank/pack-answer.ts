import type { IndexedSnippet, IndexFile } from "../index/read/open-index.ts"
import { NearDuplicateFinder } from "../index/duplicates/near-duplicate-finder.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import type { RankableIndex } from "./ranking-session.ts"
import { opensSection, SEPARATOR_TOKENS } from "./render.ts"

/** A snippet with the addresses of others that say the same and are left out for it. */
export interface AnswerSnippet extends IndexedSnippet {
  readonly alsoAt: readonly string[]
}

/** Snippets of one page that are shown under one header. */
export interface AnswerBlock {
  readonly snippets: readonly AnswerSnippet[]
}

/** An answer that fits its budget; blocks in the order in which they are to be read. */
export interface ContextAnswer {
  readonly blocks: readonly AnswerBlock[]
  /** Tokens of the rendered text, counted so that it is never more in truth. */
  readonly tokens: number
}

/** Near-duplicates from this similarity on are shown once (DESIGN-search.md, "Packing"). */
const TWIN_SIMILARITY = 0.55
/** What follows in the text joins when its score is at least this share of the best one's. What stands before would have to be read first. */
const NEIGHBOUR_SHARE = 0.96
/** How far after the best snippet a neighbour may stand, in snippets. */
const NEIGHBOUR_REACH = 3
/** A snippet of the page just shown comes first when its score is at least this share of the best one's left. */
const PAGE_SHARE = 0.97
/** Twins are looked for among this many of the best candidates; so many are named. */
const TWIN_CANDIDATES = 40
const MAX_TWINS_NAMED = 2
/** The line of twins beside their addresses; a snippet's header is longer than its address. */
const TWIN_LINE_TOKENS = 4
/** After this many candidates that do not fit, what is left of the budget stays unused. */
const MAX_MISFITS = 12

/** A block that begins with a slash may take up the line break before it into one more token. */
const BLOCK_SLACK_TOKENS = 1

/** A snippet as far as twins are concerned. */
export interface SketchedText {
  readonly id: number
  readonly page: number
  readonly sketch: Uint32Array
}

/** Snippets that the parts of one answer show, by their sketches. */
export type ShownTexts = NearDuplicateFinder<SketchedText>

/** Makes the list of what the parts of one answer show: nothing yet. */
export function createShownTexts(): ShownTexts {
  return new NearDuplicateFinder(TWIN_SIMILARITY)
}

/** What an answer must keep to. */
export interface PackBounds {
  /** Upper bound of the rendered text in o200k tokens. */
  readonly maxTokens: number
  readonly maxSnippets: number
  /** What other parts of the answer show already; grows by what is packed. */
  readonly shown?: ShownTexts
}

/** Address of a page inside a file of pages. */
const FILE_PAGE = /#page=\d+$/

function filePageOf(url: string): string | undefined {
  return url.includes("#page=") ? FILE_PAGE.exec(url)?.[0] : undefined
}

/** True when one header serves both: the same page, and of a file of pages the same one there. */
function standTogether(previous: IndexedSnippet, next: IndexedSnippet): boolean {
  return previous.page === next.page && filePageOf(previous.url) === filePageOf(next.url)
}

const NOWHERE: readonly string[] = []

function showing(snippet: IndexedSnippet, twins: readonly IndexedSnippet[]): AnswerSnippet {
  const { id, page, section, headingPath, content, url, contentTokens, headingTokens, headerTokens } = snippet
  const alsoAt = twins.length === 0 ? NOWHERE : twins.map((twin) => twin.url)
  // Written out: a spread with one more field takes a microsecond, ten times as long.
  return { id, page, section, headingPath, content, url, contentTokens, headingTokens, headerTokens, alsoAt }
}

/** @param twins at most `MAX_TWINS_NAMED`. */
function costOfNaming(twins: readonly IndexedSnippet[]): number {
  return twins.length === 0 ? 0 : TWIN_LINE_TOKENS + twins.reduce((sum, { headerTokens }) => sum + headerTokens, 0)
}

/** Candidates that were not looked at yet, best first. */
class Waiting {
  readonly #candidates: readonly RankedCandidate[]
  readonly #isGone: Uint8Array
  /** All before it are gone. */
  #first = 0

  constructor(candidates: readonly RankedCandidate[]) {
    this.#candidates = candidates
    this.#isGone = new Uint8Array(candidates.length)
  }

  /**
   * @returns the best one left, or one of the page shown last if no other is between them or it is nearly as good; undefined at
   *   the end.
   */
  next(page: number): RankedCandidate | undefined {
    const candidates = this.#candidates
    const isGone = this.#isGone
    while (isGone[this.#first] === 1) this.#first++
    const best = candidates[this.#first]
    const floor = PAGE_SHARE * (best?.score ?? 0)
    for (let at = this.#first; at < candidates.length; at++) {
      const candidate = candidates[at] as RankedCandidate
      if (isGone[at] === 1) continue
      if (candidate.page === page) {
        isGone[at] = 1
        return candidate
      }
      if (candidate.score < floor) break
    }
    isGone[this.#first] = 1
    return best
  }
}

class Packer {
  readonly #index: IndexFile
  readonly #candidates: readonly RankedCandidate[]
  readonly #maxTokens: number
  readonly #maxSnippets: number
  readonly #best: ReadonlyMap<number, SketchedText>
  readonly #blocks: AnswerSnippet[][] = []
  /** The best snippets, and what is shown beside them. */
  readonly #known: ShownTexts
  readonly #shown: ShownTexts | undefined
  readonly #taken = new Set<number>()
  tokens = 0

  constructor({ index, session }: RankableIndex, candidates: readonly RankedCandidate[], bounds: PackBounds) {
    this.#index = index
    this.#known = session.packedTexts
    this.#candidates = candidates
    this.#best = new Map(
      candidates
        .slice(0, TWIN_CANDIDATES)
        .map(({ snippet, page }) => [snippet, { id: snippet, page, sketch: index.sketch(snippet) }] as const),
    )
    this.#known.clear()
    for (const text of this.#best.values()) {
      this.#known.add(text)
    }
    this.#maxTokens = bounds.maxTokens
    this.#maxSnippets = bounds.maxSnippets
    this.#shown = bounds.shown
  }

  /** Page of the snippet taken last; -1 before the first. */
  get page(): number {
    return this.#blocks.at(-1)?.at(-1)?.page ?? -1
  }

  get isFull(): boolean {
    return this.#taken.size >= this.#maxSnippets
  }

  /** The best snippet and what follows it with nearly equal score, in reading order. */
  #groupAround(best: RankedCandidate): readonly RankedCandidate[] {
    const group = [best]
    const floor = NEIGHBOUR_SHARE * best.score
    while (group.length <= NEIGHBOUR_REACH) {
      const next = this.#candidateFrom(floor, best.snippet + group.length)
      if (next === undefined || next.page !== best.page || this.#taken.has(next.snippet)) break
      group.push(next)
    }
    return group
  }

  /** @returns the candidate of a snippet if it scores at least so much. Few do: what is above one that is shown is shown. */
  #candidateFrom(floor: number, snippet: number): RankedCandidate | undefined {
    for (const candidate of this.#candidates) {
      if (candidate.score < floor) break
      if (candidate.snippet === snippet) return candidate
    }
    return undefined
  }

  /** @returns false when the best snippet of the group did not fit. */
  take(best: RankedCandidate): boolean {
    if (this.#taken.has(best.snippet)) {
      return true
    }
    let fitted = true
    for (const candidate of this.#groupAround(best)) {
      if (!this.isFull && !this.#add(candidate) && candidate === best) {
        fitted = false
      }
    }
    return fitted
  }

  #add({ snippet: id, page }: RankedCandidate): boolean {
    const text = this.#best.get(id) ?? { id, page, sketch: this.#index.sketch(id) }
    const twins = this.#known.find(text.sketch)
    if (twins.some((twin) => this.#taken.has(twin.id)) || (this.#shown?.find(text.sketch).length ?? 0) > 0) {
      return true
    }
    // Most of what does not fit is told by the length of its content alone, without reading it.
    if (this.tokens + (this.#index.layout.snippetTokens[id] ?? 0) > this.#maxTokens) {
      return false
    }
    const snippet = this.#index.indexedSnippet(id)
    const block = this.#blocks.at(-1)
    const previous = block?.at(-1)
    const continues = block !== undefined && previous !== undefined && standTogether(previous, snippet)
    const lead = continues ? (opensSection(previous, snippet) ? snippet.headingTokens : 0) : snippet.headerTokens
    const separator = continues || block === undefined ? 0 : SEPARATOR_TOKENS
    const named = this.#toName(text, twins)
    const cost = separator + lead + snippet.contentTokens + BLOCK_SLACK_TOKENS + costOfNaming(named)
    if (this.tokens + cost > this.#maxTokens) {
      return false
    }
    this.tokens += cost
    this.#taken.add(id)
    this.#shown?.add(text)
    if (!this.#best.has(id)) {
      this.#known.add(text)
    }
    const shown = showing(snippet, named)
    if (continues) {
      block.push(shown)
    } else {
      this.#blocks.push([shown])
    }
    return true
  }

  /** Of a snippet's twins those on other pages that are left out because it says the same: other versions, dialects, copies. */
  #toName(text: SketchedText, twins: readonly SketchedText[]): readonly IndexedSnippet[] {
    const named: IndexedSnippet[] = []
    for (const twin of twins) {
      if (named.length < MAX_TWINS_NAMED && twin.page !== text.page && this.#best.has(twin.id)) {
        named.push(this.#index.indexedSnippet(twin.id))
      }
    }
    return named
  }

  finish(): ContextAnswer {
    return { blocks: this.#blocks.map((snippets) => ({ snippets })), tokens: this.tokens }
  }
}

/**
 * Fills a budget with the best snippets: whole ones only, near-duplicates once, what stands together on a page under one
 * header, neighbours of nearly equal score in reading order.
 *
 * @param candidates best first.
 * @returns an answer; without blocks when nothing fits.
 */
export function packAnswer(
  rankable: RankableIndex,
  candidates: readonly RankedCandidate[],
  bounds: PackBounds,
): ContextAnswer {
  const packer = new Packer(rankable, candidates, bounds)
  const waiting = new Waiting(candidates)
  let misfits = 0
  while (!packer.isFull && misfits < MAX_MISFITS) {
    const candidate = waiting.next(packer.page)
    if (candidate === undefined) break
    if (!packer.take(candidate)) misfits++
  }
  return packer.finish()
}
