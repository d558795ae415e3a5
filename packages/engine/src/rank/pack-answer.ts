import type { IndexedSnippet, IndexFile } from "../index/read/open-index.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import type { RankableIndex } from "./ranking-session.ts"
import { beginsWithCut, endsWithCutCode } from "../snippets/cut-marks.ts"
import { continues, mayContinue } from "../snippets/cut-thoughts.ts"
import { type AnswerEnding, type ContextAnswer, toAnswerSnippet } from "./answer.ts"
import { type Gap, isOfSection, type SectionGroup, SnippetArrangement } from "./arrange-snippets.ts"
import { CodeVariants } from "./repeats/code-variants.ts"
import { CopyFinder } from "./repeats/copy-finder.ts"
import { describeOmitted, MAX_NAMES_BYTES } from "./describe-omitted.ts"
import { MAX_NEEDED_TOKENS, needsPrevious, needOfNext, type NextSnippet, snippetsToFill } from "./fill-gaps.ts"
import { leadOf } from "./leads/lead-of-example.ts"
import { warningAbove } from "./leads/page-warning.ts"
import { RemainingCandidates, withoutFlagged } from "./remaining-candidates.ts"
import { FLAG_LINE_TOKENS, maxTokensOfCopies, maxTokensOfUnknown } from "./render.ts"
import { isListOfLinks } from "./repeats/list-of-links.ts"
import { ShownPhrases } from "./repeats/shown-phrases.ts"
import type { ShownTexts, SketchedText } from "./repeats/shown-texts.ts"
import { type AnswerLength, StopRule } from "./stop-rule.ts"

/** A following snippet joins if its score is at least this share of the best one's. Preceding ones do not, because they would push the best one down. */
const NEIGHBOUR_SHARE = 0.96
/** Maximum distance of a neighbour after the best snippet, in snippets. */
const NEIGHBOUR_REACH = 3
/** The first variant of code in several languages replaces a better one if its score is at least this share of the better one's. */
const VARIANT_SHARE = 0.9
/** Tokens reserved for headings and addresses before a neighbour is added to complete a snippet, so that the snippet still fits. */
const HEADER_ALLOWANCE_TOKENS = 200
/** Packing stops after this many candidates that do not fit. */
const MAX_MISFITS = 12
/** Tokens that an answer of the length `auto` leaves for the line that says what it omits (`renderEnding`). */
const OMITTED_TOKENS = 48
/** Omitted sections are named in answers that may have at least this many tokens; in shorter ones, documentation needs the space. */
const MIN_TOKENS_FOR_SECTIONS = 2_000
/** Unknown words are named in answers that may have at least this many tokens; in shorter ones, documentation needs the space. */
const MIN_TOKENS_FOR_UNKNOWN_WORDS = 1_000
/** A block that begins with a slash may form one more token with the line break before it. */
const BLOCK_SLACK_TOKENS = 1
/** Limits of an answer. */
export interface PackBounds {
  /** Upper bound of the rendered text in o200k tokens. */
  readonly maxTokens: number
  readonly maxSnippets: number
  /** Default: `full`. */
  readonly length?: AnswerLength | undefined
  /** The question; if there are parts for several platforms, the one that it names is shown. */
  readonly query?: string | undefined
  /** Words that the caller expects in the answer; an answer of the length `auto` continues while they are missing. */
  readonly terms?: readonly string[] | undefined
  /** Words that the library does not contain (`findUnknownWords`). An answer of the length `auto` names them. */
  readonly unknownWords?: readonly string[] | undefined
  /** True: flagged snippets are left out. */
  readonly withholdsFlagged?: boolean | undefined
  /** Snippets in other parts of the answer; packed snippets are added. */
  readonly shown?: ShownTexts | undefined
}

const NOTHING: readonly string[] = []

class Packer {
  readonly #index: IndexFile
  readonly #candidates: readonly RankedCandidate[]
  readonly #maxTokens: number
  readonly #maxSnippets: number
  readonly #arrangement: SnippetArrangement
  readonly #stopRule: StopRule | undefined
  /** The snippets that the answer contains. */
  readonly #packed: ShownTexts
  readonly #shown: ShownTexts | undefined
  readonly #taken = new Map<number, SketchedText>()
  /** Snippets that are left out because the answer contains similar text or another variant. */
  readonly #shownElsewhere = new Set<number>()
  /** Snippets that were read from the index: packing examines most of them several times. */
  readonly #snippets = new Map<number, IndexedSnippet>()
  readonly #read = (id: number): IndexedSnippet => {
    const known = this.#snippets.get(id)
    if (known !== undefined) return known
    const snippet = this.#index.indexedSnippet(id)
    this.#snippets.set(id, snippet)
    return snippet
  }
  readonly #variants: CodeVariants
  readonly #copies: CopyFinder
  readonly #unknownWords: readonly string[]
  readonly #namesSections: boolean
  readonly #phrases = new ShownPhrases()
  readonly #warnedPages = new Set<number>()
  #page = -1
  tokens = 0

  constructor(rankable: RankableIndex, candidates: readonly RankedCandidate[], bounds: PackBounds) {
    const { index, session } = rankable
    this.#index = index
    this.#packed = session.packedTexts
    this.#candidates = candidates
    this.#packed.clear()
    const best = candidates[0]
    const isAuto = bounds.length === "auto" && best !== undefined
    this.#arrangement = new SnippetArrangement(isAuto ? "reading order" : "best first", {
      firstSnippetOfSection: index.layout.firstSnippetOfSection,
      read: this.#read,
    })
    this.#stopRule = isAuto ? new StopRule(rankable, best, bounds.terms ?? []) : undefined
    const asked = [bounds.query ?? "", ...(bounds.terms ?? [])]
    this.#variants = new CodeVariants(index, session, (id) => this.#read(id).content, asked)
    this.#copies = new CopyFinder(index, candidates, this.#read)
    this.#unknownWords =
      isAuto && bounds.maxTokens >= MIN_TOKENS_FOR_UNKNOWN_WORDS ? (bounds.unknownWords ?? NOTHING) : NOTHING
    this.#namesSections = isAuto && bounds.maxTokens >= MIN_TOKENS_FOR_SECTIONS
    const omittedTokens = OMITTED_TOKENS + (this.#namesSections ? MAX_NAMES_BYTES : 0)
    this.#maxTokens = bounds.maxTokens - (isAuto ? omittedTokens + maxTokensOfUnknown(this.#unknownWords) : 0)
    this.#maxSnippets = bounds.maxSnippets
    this.#shown = bounds.shown
  }

  /** Page of the last packed snippet; -1 before the first. */
  get page(): number {
    return this.#page
  }

  get isFull(): boolean {
    return this.#taken.size >= this.#maxSnippets
  }

  /** Returns a candidate and those that follow it with a nearly equal score, in reading order. */
  #groupAround(best: RankedCandidate): readonly RankedCandidate[] {
    const group = [best]
    const floor = NEIGHBOUR_SHARE * best.score
    while (group.length <= NEIGHBOUR_REACH) {
      const next = this.#candidateFrom(floor, ({ snippet }) => snippet === best.snippet + group.length)
      if (next === undefined || next.page !== best.page || this.#taken.has(next.snippet)) break
      if (this.#addsNothing(next.snippet)) break
      group.push(next)
    }
    return group
  }

  /** Returns the first matching candidate that scores at least `floor`. Few candidates do, so the search is short. */
  #candidateFrom(floor: number, matches: (candidate: RankedCandidate) => boolean): RankedCandidate | undefined {
    for (const candidate of this.#candidates) {
      if (candidate.score < floor) break
      if (matches(candidate)) return candidate
    }
    return undefined
  }

  /** Packs a candidate with its neighbours. @returns false when the candidate itself did not fit. */
  take(best: RankedCandidate): boolean {
    if (this.#taken.has(best.snippet) || this.#addsNothing(best.snippet)) return true
    let fitted = true
    for (const member of this.#groupAround(best)) {
      if (this.isFull) break
      const candidate = this.#inUsualLanguage(member)
      if (candidate === undefined) continue
      if (this.#mayFit(candidate.snippet)) this.#completeBefore(candidate)
      if (this.isFull || !this.#add(candidate)) fitted &&= member !== best
      else this.#completeAround(candidate)
    }
    return fitted
  }

  /**
   * Chooses the variant of a candidate that is shown: the one for a platform that the question names; otherwise the first one, if it scores about
   * as high as the candidate; otherwise the candidate itself, for example if the question names its language.
   *
   * @returns undefined if the answer already contains a variant.
   */
  #inUsualLanguage(candidate: RankedCandidate): RankedCandidate | undefined {
    if (this.#variants.hasOther(candidate.snippet, this.#taken)) return undefined
    const named = this.#variants.namedInsteadOf(candidate.snippet)
    if (named !== undefined && this.#isOpenNeighbour(named, candidate.section)) return { ...candidate, snippet: named }
    const first = this.#variants.firstPossible(candidate.snippet)
    if (first === candidate.snippet) return candidate
    const floor = VARIANT_SHARE * candidate.score
    const isBefore = ({ snippet }: RankedCandidate) => snippet >= first && snippet < candidate.snippet
    // Checked first, because finding variants takes much longer.
    if (this.#candidateFrom(floor, isBefore) === undefined) return candidate
    const [usual, ...others] = this.#variants.of(candidate.snippet)
    const own = others.find((variant) => variant.includes(candidate.snippet))
    if (own === undefined || own.some((part) => this.#taken.has(part))) return candidate
    return this.#candidateFrom(floor, ({ snippet }) => snippet === usual?.[0]) ?? candidate
  }

  /** With the length `auto`, returns true if the answer already contains most of a snippet's text, or if it only lists links. */
  #addsNothing(id: number): boolean {
    if (this.#stopRule === undefined) return false
    const isList = (candidate: number) => isListOfLinks(this.#read(candidate))
    if (isList(id)) return this.#candidates.some(({ snippet }) => !isList(snippet))
    return this.#phrases.contains(this.#index.wordOrder(id))
  }

  /** Packs the previous snippet of the section if the candidate depends on it: the rest of a list, or code without its introduction. */
  #completeBefore(candidate: RankedCandidate): void {
    if (this.#taken.has(candidate.snippet)) return
    const { content } = this.#read(candidate.snippet)
    this.#completeAbove(candidate)
    // Few snippets begin like this, so the previous one is rarely needed.
    const mayBePart = beginsWithCut(content)
    const mayDepend = mayContinue(content)
    if (!mayBePart && !mayDepend) return
    const previous = this.#variants.previousOf(candidate.snippet)
    if (!this.#isOpenNeighbour(previous, candidate.section) || !this.#fitsWith(previous, candidate.snippet)) return
    if (this.#variants.isFurther(previous, candidate.snippet)) return
    const before = this.#read(previous).content
    const isPart = mayBePart && endsWithCutCode(before)
    if (isPart || (mayDepend && continues(before, content))) this.#add({ ...candidate, snippet: previous }, isPart)
  }

  /** Packs the start of a part for a platform, or the text above code whose own heading, such as `Examples`, does not say what it is about. */
  #completeAbove(candidate: RankedCandidate): void {
    const start = this.#variants.startOfPart(candidate.snippet)
    this.#addLead(candidate, () =>
      start === undefined ? leadOf(candidate.snippet, this.#index.layout, this.#read) : this.#read(start),
    )
  }

  /** Packs what follows a candidate, and the warning at the top of its page with the first snippet of the page. */
  #completeAround(candidate: RankedCandidate): void {
    this.#completeAfter(candidate)
    if (this.#warnedPages.has(candidate.page)) return
    this.#warnedPages.add(candidate.page)
    this.#addLead(candidate, () => warningAbove(candidate.snippet, this.#index.layout, this.#read))
  }

  #addLead({ snippet, page, score }: RankedCandidate, find: () => IndexedSnippet | undefined): void {
    if (this.#stopRule === undefined || this.isFull) return
    const lead = find()
    if (lead === undefined || !this.#isOpenNeighbour(lead.id, lead.section) || !this.#fitsWith(lead.id, snippet)) return
    this.#add({ snippet: lead.id, page, score })
  }

  /** Returns false if a snippet is too long; its content alone rules out most snippets that do not fit, without reading them. */
  #mayFit(id: number): boolean {
    return this.tokens + (this.#index.layout.snippetTokens[id] ?? 0) <= this.#maxTokens
  }

  /** Returns true if two more snippets certainly fit. */
  #fitsWith(previous: number, id: number): boolean {
    const { snippetTokens } = this.#index.layout
    const tokens = (snippetTokens[previous] ?? 0) + (snippetTokens[id] ?? 0) + HEADER_ALLOWANCE_TOKENS
    return this.#taken.size + 2 <= this.#maxSnippets && this.tokens + tokens <= this.#maxTokens
  }

  /** Packs the next snippets of the section as long as each needs the next one (`needOfNext`). */
  #completeAfter(candidate: RankedCandidate): void {
    let last = candidate.snippet
    let chainTokens = 0
    while (!this.isFull && this.#taken.has(last)) {
      const id = last + 1 + this.#variants.omittedAfter(last, this.#taken)
      if (!this.#isOpenNeighbour(id, candidate.section)) return
      const next: NextSnippet = {
        tokens: this.#index.layout.snippetTokens[id] ?? 0,
        content: () => this.#read(id).content,
      }
      const need = needOfNext(this.#read(last).content, next, this.#stopRule !== undefined)
      if (need === undefined || (last !== candidate.snippet && chainTokens + next.tokens > MAX_NEEDED_TOKENS)) return
      this.#add({ ...candidate, snippet: id }, need.mayRepeat)
      chainTokens += next.tokens
      last = id
    }
  }

  /** Returns true for an unpacked, unflagged snippet of a section. */
  #isOpenNeighbour(snippet: number, section: number): boolean {
    return (
      this.#index.layout.sectionOfSnippet[snippet] === section &&
      !this.#taken.has(snippet) &&
      !this.#index.findings.has(snippet)
    )
  }

  /**
   * @param mayRepeat true if the snippet is added even if similar text was packed, such as another part of the same block of code.
   * @param group to which the snippet is added; missing for the one that the arrangement chooses.
   */
  #add(
    { snippet: id, page, score }: Pick<RankedCandidate, "snippet" | "page" | "score">,
    mayRepeat = false,
    group?: SectionGroup,
  ): boolean {
    const text = { id, page, sketch: this.#index.sketch(id) }
    const isRepeated = this.#packed.find(text.sketch).length > 0 || (this.#shown?.find(text.sketch).length ?? 0) > 0
    if (isRepeated && !mayRepeat) {
      this.#shownElsewhere.add(id)
      return true
    }
    if (!this.#mayFit(id)) return false
    const snippet = this.#read(id)
    const named = this.#copies.find(text)
    const cost =
      this.#arrangement.costOf(snippet, score, group) +
      snippet.contentTokens +
      BLOCK_SLACK_TOKENS +
      maxTokensOfCopies(named) +
      (snippet.finding === undefined ? 0 : FLAG_LINE_TOKENS)
    if (this.tokens + cost > this.#maxTokens) return false
    this.tokens += cost
    this.#taken.set(id, text)
    this.#packed.add(text)
    this.#page = page
    this.#arrangement.add(toAnswerSnippet(snippet, named), score, group)
    this.#stopRule?.show(snippet)
    if (this.#stopRule !== undefined) this.#phrases.add(this.#index.wordOrder(id))
    return true
  }

  /**
   * Fills gaps with the text that the next snippet needs. A snippet that still needs omitted text is removed, except in the run of the
   * best one. Nothing is removed if the bounds may have prevented filling: a short answer would lose its evidence.
   */
  #fillGaps(): void {
    for (const gap of this.#arrangement.gaps()) this.#fill(gap)
    if (this.isFull || this.tokens + MAX_NEEDED_TOKENS > this.#maxTokens) return
    const [best] = this.#taken.keys()
    const { dropped, savedTokens } = this.#arrangement.dropAfterGaps((snippet) => this.#needsOmitted(snippet), best)
    for (const { id } of dropped) this.#taken.delete(id)
    this.tokens -= savedTokens
  }

  /** Returns true for a snippet after a gap that readers may not understand without the text in the gap. */
  #needsOmitted({ id, content }: IndexedSnippet): boolean {
    return !this.#shownElsewhere.has(id - 1) && needsPrevious(content)
  }

  /** Packs the end of a gap, last snippet first, as far as it fits and repeats nothing. */
  #fill(gap: Gap): void {
    const { group } = gap
    const { page, section } = group.first
    for (const filling of snippetsToFill(gap, this.#index.layout, (id) => this.#read(id).content)) {
      const { snippet, mayRepeat, maySkip } = filling
      if (this.isFull || !this.#isOpenNeighbour(snippet, section) || !isOfSection(group, this.#read(snippet))) return
      if (this.#variants.hasOther(snippet, this.#taken) || this.#variants.hasFirstIn(snippet, gap)) {
        this.#shownElsewhere.add(snippet)
        continue
      }
      this.#add({ snippet, page, score: group.bestScore }, mayRepeat, group)
      if (!maySkip && !this.#taken.has(snippet)) return
    }
  }

  /** Returns false for a candidate that is not worth its tokens at this length; the best one always is. */
  isWorthShowing(candidate: RankedCandidate): boolean {
    if (this.#stopRule === undefined || this.#taken.size === 0) return true
    return this.#stopRule.worthOf(candidate) >= this.#stopRule.requiredAfter(this.tokens)
  }

  /** Returns the answer after all candidates were examined. @param passedOver the best one that was not worth its tokens. */
  finishAll(passedOver: RankedCandidate | undefined): ContextAnswer {
    if (passedOver === undefined || this.#stopRule === undefined) return this.finish({ reason: "complete" })
    const nextWorth = this.#stopRule.worthOf(passedOver)
    return this.finish({ reason: "worse", nextWorth, requiredWorth: this.#stopRule.requiredAfter(this.tokens) })
  }

  finish(ending: Omit<AnswerEnding, "snippets" | "pages" | "sections">): ContextAnswer {
    if (this.#stopRule !== undefined) this.#fillGaps()
    for (const text of this.#taken.values()) this.#shown?.add(text)
    const { blocks, addedTokens } = this.#arrangement.arrange(this.#maxTokens - this.tokens, {
      countAfter: ({ id }) => this.#variants.omittedAfter(id, this.#taken),
      platformsOf: ({ id }) => this.#variants.omittedPlatforms(id, this.#taken),
    })
    const omitted = describeOmitted(this.#candidates, {
      layout: this.#index.layout,
      taken: this.#taken,
      shownElsewhere: this.#shownElsewhere,
      read: this.#read,
      namesSections: this.#namesSections,
    })
    return {
      blocks,
      tokens: this.tokens + addedTokens,
      ending: { ...ending, ...omitted, unknownWords: this.#unknownWords },
    }
  }
}

/**
 * Packs the best snippets into a token budget: only whole ones, near-duplicates once, each section once and in reading order,
 * sections of one page under one header. With the length `auto`, snippets that are not worth their tokens are passed over.
 *
 * @param candidates best first.
 * @returns an answer; it has no blocks when nothing fits.
 */
export function packAnswer(
  rankable: RankableIndex,
  candidates: readonly RankedCandidate[],
  bounds: PackBounds,
): ContextAnswer {
  const usable = bounds.withholdsFlagged === true ? withoutFlagged(rankable.index, candidates) : candidates
  const packer = new Packer(rankable, usable, bounds)
  const remaining = new RemainingCandidates(usable)
  let misfits = 0
  let passedOver: RankedCandidate | undefined
  while (!packer.isFull && misfits < MAX_MISFITS) {
    const candidate = remaining.next(packer.page)
    if (candidate === undefined) return packer.finishAll(passedOver)
    if (!packer.isWorthShowing(candidate)) passedOver ??= candidate
    else if (!packer.take(candidate)) misfits++
  }
  return packer.finish({ reason: "bounds" })
}
