import type { IndexFile } from "../index/read/open-index.ts"
import type { RankedCandidate } from "./candidate-signals.ts"

/** A snippet of the page shown last goes first if its score is at least this share of the best remaining one's. */
const PAGE_SHARE = 0.97

/** Returns the candidates that are not flagged. */
export function withoutFlagged(
  { findings }: Pick<IndexFile, "findings">,
  candidates: readonly RankedCandidate[],
): readonly RankedCandidate[] {
  return findings.size === 0 ? candidates : candidates.filter(({ snippet }) => !findings.has(snippet))
}

/** Candidates that packing has not examined yet, best first. */
export class RemainingCandidates {
  readonly #candidates: readonly RankedCandidate[]
  readonly #isTaken: Uint8Array
  /** All before it have been taken. */
  #first = 0
  /** Position of the candidate that was postponed once, in favour of a clearly worse one on the page shown last; -1 for none. */
  #postponed = -1

  constructor(candidates: readonly RankedCandidate[]) {
    this.#candidates = candidates
    this.#isTaken = new Uint8Array(candidates.length)
  }

  /**
   * Takes the next candidate. Usually it is the best remaining one. A candidate on the page shown last goes first if it scores nearly
   * as much. So does the first one that scores less, if it is on that page; but then the best one is next.
   *
   * @param page the page shown last; -1 if none was shown.
   * @returns undefined when no candidate remains.
   */
  next(page: number): RankedCandidate | undefined {
    const candidates = this.#candidates
    while (this.#isTaken[this.#first] === 1) this.#first++
    const best = candidates[this.#first]
    const floor = PAGE_SHARE * (best?.score ?? 0)
    for (let at = this.#first; at < candidates.length; at++) {
      const candidate = candidates[at] as RankedCandidate
      if (this.#isTaken[at] === 1) continue
      const isWorse = candidate.score < floor
      if (candidate.page === page && !(isWorse && this.#postponed === this.#first)) {
        if (isWorse) this.#postponed = this.#first
        return this.#take(at)
      }
      if (isWorse) break
    }
    return best === undefined ? undefined : this.#take(this.#first)
  }

  #take(at: number): RankedCandidate {
    this.#isTaken[at] = 1
    return this.#candidates[at] as RankedCandidate
  }
}
