import type { DirectoryIndex } from "./directory-index.ts"
import { MatchCounter } from "./match-counter.ts"
import { nthLargest } from "./nth-largest.ts"

/** Maximum number of libraries that are scored for their words. */
const MAX_SLOTS = 400
/**
 * Words are looked up in order of rarity until this many libraries have been found; more common words do not
 * distinguish them.
 */
const MAX_SEEN = 15_000
const sums = new MatchCounter()

/** A stemmed word and its weight. */
export interface WantedWord {
  readonly word: string
  readonly weight: number
}

/** Weights stemmed words by their rarity in the directory, rarest first. */
export function weighWords(index: DirectoryIndex, words: Iterable<string>): WantedWord[] {
  return [...new Set(words)]
    .map((word) => ({ word, weight: index.rarityOf(word) }))
    .sort((left, right) => right.weight - left.weight || (left.word < right.word ? -1 : 1))
}

/**
 * Finds the libraries that contain most of the words, by weight, in name, description or content.
 *
 * @param wanted in lookup order; weights above 0.
 * @returns at most about 400 slots, unordered, each with its sum of weights: the best ones, and all that tie with the
 *   last of them.
 */
export function gatherByWords(index: DirectoryIndex, wanted: readonly WantedWord[]): Map<number, number> {
  sums.reset(index.slotCount)
  let seen = 0
  for (const { word, weight } of wanted) {
    const slots = index.slotsWithWord(word)
    if (seen > 0 && seen + slots.length > MAX_SEEN) break
    sums.addAll(slots, weight)
    seen += slots.length
  }
  return takeBest(index.standings)
}

function takeBest(standings: Float64Array): Map<number, number> {
  const touched = sums.touched()
  const orders = new Float64Array(touched.length)
  for (let at = 0; at < touched.length; at++) {
    const slot = touched[at] ?? 0
    orders[at] = sums.sumOf(slot) + (standings[slot] ?? 0)
  }
  const least = orders.length <= MAX_SLOTS ? -Infinity : nthLargest(orders.slice(), MAX_SLOTS)
  const found = new Map<number, number>()
  for (let at = 0; at < touched.length; at++) {
    const slot = touched[at] ?? 0
    if ((orders[at] ?? 0) >= least) found.set(slot, sums.sumOf(slot))
  }
  return found
}
