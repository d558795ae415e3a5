import type { LibraryMatch } from "./query-library.ts"
import type { LibraryCandidate } from "./select-libraries.ts"

/** A library that was queried. */
export interface QueriedLibrary extends LibraryCandidate {
  readonly indexHash: string
  readonly match: LibraryMatch
}

/** A library of a combined answer, with its weight. */
export interface ChosenLibrary extends QueriedLibrary {
  readonly weight: number
}

/** Maximum number of libraries in a combined answer, as documented. */
const MAX_LIBRARIES = 4
/** A mention counts as much as this coverage of the question. */
const MENTION_WEIGHT = 0.5
/** A named library is chosen if it covers at least this share of what the best library covers. */
const NAMED_SHARE = 0.25
/**
 * A library that the question does not name is chosen in addition to the best one only if it covers at least this share
 * of what that one covers.
 */
const UNNAMED_SHARE = 0.9

/**
 * Chooses the libraries of a combined answer: those that the question names and that match it; if it names none, the
 * library that covers most of the question and those close to it.
 *
 * @returns at most four, by descending weight, ties by id; empty if no library matches.
 */
export function chooseLibraries(asked: readonly QueriedLibrary[]): readonly ChosenLibrary[] {
  const able = asked
    .filter(({ match }) => match.candidates.length > 0)
    .map((library) => ({ ...library, weight: library.match.coverage + MENTION_WEIGHT * library.nameScore }))
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  const most = Math.max(0, ...able.map(({ match }) => match.coverage))
  const named = able.filter(({ nameScore, match }) => nameScore > 0 && match.coverage >= NAMED_SHARE * most)
  if (named.length > 0) {
    return named.slice(0, MAX_LIBRARIES)
  }
  return able.filter(({ match }) => match.coverage >= UNNAMED_SHARE * most).slice(0, MAX_LIBRARIES)
}
