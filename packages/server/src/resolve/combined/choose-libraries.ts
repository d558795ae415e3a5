import type { LibraryMatch } from "./query-library.ts"
import type { LibraryCandidate } from "./select-libraries.ts"

/** A library that was queried. */
export interface QueriedLibrary extends LibraryCandidate {
  readonly indexHash: string
  readonly match: LibraryMatch
}

/** A library that answers, with how much it counts beside the others. */
export interface ChosenLibrary extends QueriedLibrary {
  readonly weight: number
}

/** What the combined search promises. */
const MAX_LIBRARIES = 4
/** A mention counts as much as this coverage of the question. */
const MENTION_WEIGHT = 0.5
/** A named library answers when it covers this share of what the best one does. */
const NAMED_SHARE = 0.25
/** A library that nobody named answers beside the best one only when it covers nearly as much. */
const UNNAMED_SHARE = 0.9

/**
 * Chooses who answers: the libraries that the question names and that have something to say; where it names none, the one
 * that covers most of it and those close to that.
 *
 * @returns at most four, the heaviest first, ties by id; empty when nobody has anything to say.
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
