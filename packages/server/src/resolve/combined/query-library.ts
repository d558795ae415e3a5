import {
  type RankingRequest,
  FILLER_WORDS,
  inverseFrequency,
  LEVELS,
  type RankableIndex,
  rankCandidates,
  type RankedCandidate,
} from "@lectern/engine"

/** How one library matches a question. */
export interface LibraryMatch {
  /** Best first. */
  readonly candidates: readonly RankedCandidate[]
  /**
   * How much of the question the best snippet and its surroundings contain: 0 to about 1. Words that the library does
   * not contain count as the rarest possible ones, so that coverage, and candidates' scores multiplied by it, are
   * comparable between libraries of all sizes.
   */
  readonly coverage: number
}

/** The weight of a term in a snippet approaches a limit; good snippets reach about this share of the limit. */
const REACHED_SHARE = 0.6

/**
 * Ranks the snippets of one library for a question, and measures how much of the question the library covers.
 *
 * @returns no candidates and coverage 0 if the library contains no word of the question.
 */
export function queryLibrary(rankable: RankableIndex, request: RankingRequest): LibraryMatch {
  const { index, session } = rankable
  const { candidates, scale } = rankCandidates(rankable, request)
  const { sections, pages } = index.meta
  const words = new Set(
    session.analyser
      .analyse(request.query)
      .filter((run) => !FILLER_WORDS.has(run.surface))
      .flatMap((run) => run.words),
  )
  let ideal = 0
  for (const word of words) {
    const counts = index.counts(word)
    ideal +=
      (LEVELS.snippet.weight + LEVELS.section.weight + LEVELS.subtree.weight) *
        inverseFrequency(sections, counts?.sectionCount ?? 0) +
      LEVELS.page.weight * inverseFrequency(pages, counts?.pageCount ?? 0)
  }
  return { candidates, coverage: scale / Math.max(REACHED_SHARE * ideal, Number.EPSILON) }
}
