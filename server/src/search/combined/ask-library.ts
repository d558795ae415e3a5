import { analyseText } from "../../index/analyse-text.ts"
import type { Candidate } from "../../index/score-levels.ts"
import { inverseFrequency, LEVELS } from "../../index/score-levels.ts"
import type { ShelvedIndex } from "../../index/shelf.ts"
import { rankCandidates } from "../answer-context.ts"
import { FILLER_WORDS } from "../filler-words.ts"

/** What one library has to say to a question. */
export interface LibraryEvidence {
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /**
   * How much of what is asked the best passage and its surroundings hold: 0 to about 1. Words that the library does not
   * know count as the rarest there are, so that libraries of all sizes compare.
   */
  readonly coverage: number
  /** The score that a passage with everything would have; scores divided by it compare between libraries. */
  readonly idealScore: number
}

/** A term in a passage saturates below its weight; this share of the limit is as much as good passages reach. */
const REACHED_SHARE = 0.6

/**
 * Asks one library.
 *
 * @returns no candidates and coverage 0 when no word of the question is in it.
 */
export function askLibrary(shelved: ShelvedIndex, question: string): LibraryEvidence {
  const { index } = shelved
  const candidates = rankCandidates(shelved, question)
  const { sections, pages } = index.meta
  const words = new Set(
    analyseText(question)
      .filter((run) => !FILLER_WORDS.has(run.surface))
      .flatMap((run) => run.words),
  )
  let ideal = 0
  for (const word of words) {
    const postings = index.postings(word)
    ideal +=
      (LEVELS.snippet.weight + LEVELS.section.weight + LEVELS.subtree.weight) *
        inverseFrequency(sections, postings?.sectionCount ?? 0) +
      LEVELS.page.weight * inverseFrequency(pages, postings?.pageCount ?? 0)
  }
  const idealScore = Math.max(REACHED_SHARE * ideal, Number.EPSILON)
  return { candidates, coverage: (candidates[0]?.score ?? 0) / idealScore, idealScore }
}
