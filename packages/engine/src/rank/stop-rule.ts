import { wordMark } from "../index/format/word-order.ts"
import type { IndexedSnippet } from "../index/read/open-index.ts"
import { inverseFrequency } from "./bm25.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { analyseTerms } from "./expected-terms.ts"
import type { RankableIndex } from "./ranking-session.ts"

/** `auto`: the answer ends where what follows is clearly worse; `full`: it fills the budget. */
export type AnswerLength = "auto" | "full"

/** How fast the required score grows with the tokens that are shown: chosen with the next two, eval/log.md has the curve. */
const SLOPE = 0.45
/** Tokens after which the required score starts to grow noticeably. */
const UNIT_TOKENS = 300
/** What all expected words together lower the required score by, as long as none of them is shown. */
const MISSING_SHARE = 0.4
/** Without expected words that the library has, half of the answer counts as missing: a question says less about it. */
const UNKNOWN_MISSING = 0.5

/** An expected word that the library has. */
interface ExpectedWord {
  readonly mark: number
  readonly rarity: number
}

/**
 * Decides where an answer ends: when the next snippet scores less, as a share of the best one's score, than what is required at this
 * length. The required share grows with the logarithm of the tokens that are shown, and is lower while expected words are missing.
 */
export class StopRule {
  readonly #rankable: RankableIndex
  readonly #bestScore: number
  readonly #missing: ExpectedWord[]
  readonly #total: number
  /** Share of the expected words that the library has: how far the guesses say anything about it. */
  readonly #knownShare: number

  /** @param terms words that the caller expects in the answer, as it wrote them. */
  constructor(rankable: RankableIndex, best: RankedCandidate, terms: readonly string[]) {
    this.#rankable = rankable
    this.#bestScore = scoreWithoutLead(best)
    const expected = expectedWords(rankable, terms)
    this.#missing = [...expected.known]
    this.#knownShare = expected.count === 0 ? 0 : expected.known.length / expected.count
    this.#total = this.#missing.reduce((sum, { rarity }) => sum + rarity, 0)
  }

  /** Returns the score of a candidate as a share of the best one's, without the lead of its page. */
  shareOf(candidate: RankedCandidate): number {
    return this.#bestScore > 0 ? scoreWithoutLead(candidate) / this.#bestScore : 0
  }

  /** Returns the share of the best score that is required after `tokens`; at most 0 at the beginning. */
  requiredAfter(tokens: number): number {
    const missing = this.#missing.reduce((sum, { rarity }) => sum + rarity, 0)
    const knownMissing = this.#total > 0 ? missing / this.#total : UNKNOWN_MISSING
    const share = this.#knownShare * knownMissing + (1 - this.#knownShare) * UNKNOWN_MISSING
    return SLOPE * Math.log1p(tokens / UNIT_TOKENS) - MISSING_SHARE * share
  }

  /** Notes the words of a snippet that is shown. */
  show({ id, headingPath }: IndexedSnippet): void {
    if (this.#missing.length === 0) return
    const { index, session } = this.#rankable
    const marks = new Set(index.wordOrder(id))
    for (const { words } of session.analyser.analyse(headingPath.join("\n"))) {
      for (const word of words) marks.add(wordMark(word))
    }
    for (let at = this.#missing.length - 1; at >= 0; at--) {
      if (marks.has((this.#missing[at] as ExpectedWord).mark)) this.#missing.splice(at, 1)
    }
  }
}

/** Returns the score of a candidate without the lead of its page, which compares pages. */
export function scoreWithoutLead({ baseScore, rerankScore }: RankedCandidate): number {
  return baseScore + rerankScore
}

function expectedWords(
  { index, session }: RankableIndex,
  terms: readonly string[],
): { readonly known: readonly ExpectedWord[]; readonly count: number } {
  const words = new Set(analyseTerms(session.analyser, terms).flatMap((run) => run.words))
  const known = [...words].flatMap((word) => {
    const counts = index.counts(word)
    if (counts === undefined) return []
    return [{ mark: wordMark(word), rarity: inverseFrequency(index.meta.sections, counts.sectionCount) }]
  })
  return { known, count: words.size }
}
