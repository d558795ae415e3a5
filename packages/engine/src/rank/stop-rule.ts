import { wordMark } from "../index/format/word-order.ts"
import type { Layout } from "../index/format/layout.ts"
import type { IndexedSnippet, TermPostings } from "../index/read/open-index.ts"
import { PostingsReader } from "../kernel/postings-reader.ts"
import { inverseFrequency } from "./bm25.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { analyseTerms } from "./expected-terms.ts"
import type { RankableIndex } from "./ranking-session.ts"

/** `auto`: the answer ends when the next snippets are clearly worse; `full`: it fills the budget. */
export type AnswerLength = "auto" | "full"

/** How fast the required worth grows with the tokens that are shown. All constants were chosen together, see eval/log.md. */
const SLOPE = 0.577
/** Tokens after which the required worth starts to grow noticeably. */
const UNIT_TOKENS = 300
/** Lowers the required worth while no expected word is shown. */
const MISSING_SHARE = 0.3
/** Lowers the required worth for questions without expected words, and in proportion to the expected words that the library lacks. */
const UNKNOWN_SHARE = 0.25
/** Worth of a snippet that contains all expected words when none of them has been shown. */
const COVERAGE_WORTH = 2
/** Worth of a snippet on a page that the answer does not contain yet. */
const NEW_PAGE_WORTH = 0.04
/**
 * If the library has less than this share of the expected words, it uses other words than the caller guessed: the answer is as long as without
 * them, because the few that it has by chance do not show where it is complete.
 */
const MIN_KNOWN_SHARE = 0.5
/** Weight of a whole identifier, in addition to its words. */
const IDENTIFIER_WEIGHT = 0.5

/** An expected word or identifier that the library has. */
interface ExpectedWord {
  /** Its rarity, times its weight. */
  readonly rarity: number
  readonly mark: number
  /** For a whole identifier, the snippets that contain it; word orders contain only its words. */
  readonly snippets: ReadonlySet<number> | undefined
}

interface ExpectedWords {
  readonly known: readonly ExpectedWord[]
  /** Share of the expected words that the library has, by weight: how reliable the guesses are for this library. */
  readonly knownShare: number
}

const NO_WORDS: ExpectedWords = { known: [], knownShare: 0 }

/**
 * Decides which snippets an answer of the length `auto` shows. A snippet is worth its score as a share of the best one's, plus
 * the expected words that no snippet before it contains, plus a bonus for a new page. It is shown if its worth reaches what is
 * required at this length. The required worth grows with the logarithm of the tokens that are shown, and is lower while expected
 * words are missing.
 */
export class StopRule {
  readonly #rankable: RankableIndex
  readonly #bestScore: number
  readonly #knownShare: number
  readonly #total: number
  readonly #shownPages = new Set<number>()
  #missing: readonly ExpectedWord[]

  /** @param terms words that the caller expects in the answer, as it wrote them. */
  constructor(rankable: RankableIndex, best: RankedCandidate, terms: readonly string[]) {
    this.#rankable = rankable
    this.#bestScore = scoreWithoutLead(best)
    const { known, knownShare } = expectedWords(rankable, terms)
    this.#missing = known
    this.#knownShare = knownShare
    this.#total = sumRarities(known)
  }

  /** Returns the worth of a candidate after what has been shown; at least its share of the best score. */
  worthOf(candidate: RankedCandidate): number {
    const share = this.#bestScore > 0 ? scoreWithoutLead(candidate) / this.#bestScore : 0
    const novelty = this.#shownPages.has(candidate.page) ? 0 : NEW_PAGE_WORTH
    return share + novelty + this.#coverageWorth(this.#wordsIn(candidate.snippet))
  }

  /** Returns the worth that is required after `tokens`; at most 0 at the beginning. */
  requiredAfter(tokens: number): number {
    const lowered = MISSING_SHARE * this.#knownShare * this.#missingShare + UNKNOWN_SHARE * (1 - this.#knownShare)
    return SLOPE * Math.log1p(tokens / UNIT_TOKENS) - lowered
  }

  /** Records the page and the words of a snippet that is shown. */
  show({ id, page, headingPath }: IndexedSnippet): void {
    this.#shownPages.add(page)
    if (this.#missing.length === 0) return
    const { analyser } = this.#rankable.session
    const headings = analyser.findTerms(headingPath.join("\n")).map((word) => wordMark(word))
    const shown = new Set(this.#wordsIn(id, headings))
    this.#missing = this.#missing.filter((word) => !shown.has(word))
  }

  /** Share of the expected words that the library has and that are not shown yet, by rarity. */
  get #missingShare(): number {
    return this.#total > 0 ? sumRarities(this.#missing) / this.#total : 1
  }

  #coverageWorth(words: readonly ExpectedWord[]): number {
    return words.length === 0 ? 0 : (COVERAGE_WORTH * this.#knownShare * sumRarities(words)) / this.#total
  }

  /** Returns the missing words that a snippet contains. @param headings marks of further words. */
  #wordsIn(id: number, headings: readonly number[] = []): readonly ExpectedWord[] {
    if (this.#missing.length === 0) return this.#missing
    const marks = this.#rankable.index.wordOrder(id)
    // Few words are missing, so searching the list takes less time than making a set of it.
    return this.#missing.filter(
      ({ mark, snippets }) => snippets?.has(id) ?? (marks.includes(mark) || headings.includes(mark)),
    )
  }
}

/** Returns the score of a candidate without the lead of its page, which compares pages. */
export function scoreWithoutLead({ baseScore, rerankScore }: RankedCandidate): number {
  return baseScore + rerankScore
}

function sumRarities(words: readonly ExpectedWord[]): number {
  return words.reduce((sum, { rarity }) => sum + rarity, 0)
}

function expectedWords({ index, session }: RankableIndex, terms: readonly string[]): ExpectedWords {
  const runs = analyseTerms(session.analyser, terms)
  const words = new Set(runs.flatMap((run) => run.words))
  const identifiers = new Map(
    runs.flatMap(({ whole, words: parts }) => (whole === undefined ? [] : [[whole, parts.length]])),
  )
  const knownWords = [...words].flatMap((word) => {
    const counts = index.counts(word)
    if (counts === undefined) return []
    const rarity = inverseFrequency(index.meta.sections, counts.sectionCount)
    return [{ rarity, mark: wordMark(word), snippets: undefined }]
  })
  const knownIdentifiers = [...identifiers].flatMap(([identifier, wordCount]) => {
    const postings = index.postings(identifier)
    if (postings === undefined) return []
    const rarity = IDENTIFIER_WEIGHT * inverseFrequency(index.meta.sections, postings.sectionCount)
    return [{ rarity, mark: wordMark(identifier), snippets: explaining(index.layout, postings, wordCount) }]
  })
  const weight = words.size + IDENTIFIER_WEIGHT * identifiers.size
  const knownWeight = knownWords.length + IDENTIFIER_WEIGHT * knownIdentifiers.length
  const knownShare = weight === 0 ? 0 : knownWeight / weight
  return knownShare < MIN_KNOWN_SHARE ? NO_WORDS : { known: [...knownWords, ...knownIdentifiers], knownShare }
}

/**
 * Returns the snippets that explain an identifier. If it is the whole heading of sections, as in a reference, these are the snippets of those
 * sections; otherwise, they are all snippets that contain it.
 */
function explaining(layout: Layout, { snippets, headings }: TermPostings, wordCount: number): ReadonlySet<number> {
  const own = new Set<number>()
  const reader = new PostingsReader(headings)
  while (reader.next()) {
    if (layout.headingLength[reader.id] !== wordCount) continue
    const end = layout.firstSnippetOfSection[reader.id + 1] ?? 0
    for (let snippet = layout.firstSnippetOfSection[reader.id] ?? end; snippet < end; snippet++) own.add(snippet)
  }
  return own.size > 0 ? own : snippetsIn(snippets)
}

function snippetsIn(list: Uint8Array): ReadonlySet<number> {
  const reader = new PostingsReader(list)
  const snippets = new Set<number>()
  while (reader.next()) snippets.add(reader.id)
  return snippets
}
