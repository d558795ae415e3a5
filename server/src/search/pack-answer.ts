import type { IndexFile, Passage } from "../index/open-index.ts"
import { TwinFinder } from "../index/twin-finder.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { opensSection, SEPARATOR_TOKENS } from "./render.ts"

/** A passage with the addresses of others that say the same and are left out for it. */
export interface ShownPassage extends Passage {
  readonly alsoAt: readonly string[]
}

/** Passages of one page that are shown under one header. */
export interface AnswerBlock {
  readonly passages: readonly ShownPassage[]
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
/** A passage of the page just shown comes first when its score is at least this share of the best one's left. */
const PAGE_SHARE = 0.97
/** Twins are looked for among this many of the best candidates; so many are named. */
const TWIN_CANDIDATES = 40
const MAX_TWINS_NAMED = 2
/** The line of twins beside their addresses; a passage's header is longer than its address. */
const TWIN_LINE_TOKENS = 4
/** After this many candidates that do not fit, what is left of the budget stays unused. */
const MAX_MISFITS = 12

/** A block that begins with a slash may take up the line break before it into one more token. */
const BLOCK_SLACK_TOKENS = 1

/** Passages that the parts of one answer show, by their sketches. */
export type ShownTexts = TwinFinder<Passage>

/** Makes the list of what the parts of one answer show: nothing yet. */
export function noTexts(): ShownTexts {
  return new TwinFinder(TWIN_SIMILARITY)
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

/** True when one header serves both: the same page, and of a file of pages the same one there. */
function standTogether(previous: Passage, next: Passage): boolean {
  return previous.page === next.page && FILE_PAGE.exec(previous.url)?.[0] === FILE_PAGE.exec(next.url)?.[0]
}

function costOfNaming(twins: readonly Passage[]): number {
  return twins.length === 0 ? 0 : TWIN_LINE_TOKENS + twins.reduce((sum, { headerTokens }) => sum + headerTokens, 0)
}

class Packer {
  private readonly index: IndexFile
  private readonly maxTokens: number
  private readonly maxSnippets: number
  private readonly best: ReadonlyMap<number, Passage>
  private readonly blocks: ShownPassage[][] = []
  /** The best passages, and what is shown beside them. */
  private readonly known = noTexts()
  private readonly shown: ShownTexts | undefined
  private readonly taken = new Set<number>()
  tokens = 0

  constructor(index: IndexFile, candidates: readonly RankedCandidate[], bounds: PackBounds) {
    this.index = index
    this.best = new Map(
      candidates.slice(0, TWIN_CANDIDATES).map(({ snippet }) => [snippet, index.passage(snippet)] as const),
    )
    for (const passage of this.best.values()) {
      this.known.add(passage)
    }
    this.maxTokens = bounds.maxTokens
    this.maxSnippets = bounds.maxSnippets
    this.shown = bounds.shown
  }

  /** Page of the passage taken last; -1 before the first. */
  get page(): number {
    return this.blocks.at(-1)?.at(-1)?.page ?? -1
  }

  get isFull(): boolean {
    return this.taken.size >= this.maxSnippets
  }

  /** The best snippet and what follows it with nearly equal score, in reading order. */
  private groupAround(best: RankedCandidate, scoreById: ReadonlyMap<number, RankedCandidate>): number[] {
    const joins = (id: number) => {
      const other = scoreById.get(id)
      return (
        other !== undefined &&
        !this.taken.has(id) &&
        other.page === best.page &&
        other.score >= NEIGHBOUR_SHARE * best.score
      )
    }
    let last = best.snippet
    while (last - best.snippet < NEIGHBOUR_REACH && joins(last + 1)) {
      last++
    }
    return Array.from({ length: last - best.snippet + 1 }, (_, at) => best.snippet + at)
  }

  /** @returns false when the best snippet of the group did not fit. */
  take(best: RankedCandidate, scoreById: ReadonlyMap<number, RankedCandidate>): boolean {
    if (this.taken.has(best.snippet)) {
      return true
    }
    let fitted = true
    for (const id of this.groupAround(best, scoreById)) {
      if (!this.isFull && !this.add(id) && id === best.snippet) {
        fitted = false
      }
    }
    return fitted
  }

  private add(id: number): boolean {
    const passage = this.best.get(id) ?? this.index.passage(id)
    const twins = this.known.find(passage.sketch)
    if (twins.some((twin) => this.taken.has(twin.id)) || (this.shown?.find(passage.sketch).length ?? 0) > 0) {
      return true
    }
    const block = this.blocks.at(-1)
    const previous = block?.at(-1)
    const continues = block !== undefined && previous !== undefined && standTogether(previous, passage)
    const lead = continues ? (opensSection(previous, passage) ? passage.headingTokens : 0) : passage.headerTokens
    const separator = continues || block === undefined ? 0 : SEPARATOR_TOKENS
    const named = this.toName(passage, twins)
    const cost = separator + lead + passage.contentTokens + BLOCK_SLACK_TOKENS + costOfNaming(named)
    if (this.tokens + cost > this.maxTokens) {
      return false
    }
    this.tokens += cost
    this.taken.add(id)
    this.shown?.add(passage)
    if (!this.best.has(id)) {
      this.known.add(passage)
    }
    const shown = { ...passage, alsoAt: named.map(({ url }) => url) }
    if (continues) {
      block.push(shown)
    } else {
      this.blocks.push([shown])
    }
    return true
  }

  /** Of a passage's twins those on other pages that are left out because it says the same: other versions, dialects, copies. */
  private toName(passage: Passage, twins: readonly Passage[]): readonly Passage[] {
    return twins.filter((twin) => twin.page !== passage.page && this.best.has(twin.id)).slice(0, MAX_TWINS_NAMED)
  }

  finish(): ContextAnswer {
    return { blocks: this.blocks.map((passages) => ({ passages })), tokens: this.tokens }
  }
}

/**
 * Fills a budget with the best passages: whole ones only, near-duplicates once, what stands together on a page under one
 * header, neighbours of nearly equal score in reading order.
 *
 * @param candidates best first.
 * @returns an answer; without blocks when nothing fits.
 */
export function packAnswer(
  index: IndexFile,
  candidates: readonly RankedCandidate[],
  bounds: PackBounds,
): ContextAnswer {
  const scoreById = new Map(candidates.map((candidate) => [candidate.snippet, candidate]))
  const packer = new Packer(index, candidates, bounds)
  let misfits = 0
  const waiting = [...candidates]
  while (waiting.length > 0 && !packer.isFull && misfits < MAX_MISFITS) {
    const floor = PAGE_SHARE * (waiting[0]?.score ?? 0)
    const same = waiting.findIndex((candidate) => candidate.score < floor || candidate.page === packer.page)
    const at = same >= 0 && waiting[same]?.page === packer.page ? same : 0
    const [candidate] = waiting.splice(at, 1)
    if (candidate !== undefined && !packer.take(candidate, scoreById)) {
      misfits++
    }
  }
  return packer.finish()
}
