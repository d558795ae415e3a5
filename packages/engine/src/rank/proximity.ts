import { wordMark } from "../index/format/word-order.ts"
import type { QuestionWord } from "./parse-question.ts"

/** At this distance, a pair of words counts half as much as at none. */
const HALF_DISTANCE = 3

/**
 * Measures how close together neighbouring words of the question are in a text.
 *
 * @param words of the question, in its order; whole identifiers do not count besides their parts.
 * @returns a function from the word order of a text to 0 to 0.75: highest if every pair of neighbours is adjacent, pairs weighted by
 *   the rarity of the more common word. Time grows with the words of the text. Undefined for a question without pairs.
 */
export function proximityTo(words: readonly QuestionWord[]): ((order: Uint16Array) => number) | undefined {
  const single = words.filter(({ isWhole }) => !isWhole)
  const rarities = single.slice(1).map(({ rarity }, at) => Math.min(rarity, single[at]?.rarity ?? 0))
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0)
  if (total === 0) {
    return undefined
  }
  const finder = new PairFinder(single.map(({ term }) => wordMark(term)))
  return (order) => {
    const distances = finder.distancesIn(order)
    let near = 0
    for (let at = 0; at < rarities.length; at++) {
      near += (rarities[at] as number) / (1 + (distances[at] as number) / HALF_DISTANCE)
    }
    return near / total
  }
}

/** Finds pairs of neighbours of a question in texts. */
class PairFinder {
  readonly #numberByMark: ReadonlyMap<number, number>
  /** Bits of the marks modulo 32, which rule out most words of a text that are not in the question. */
  #bits = 0
  // Reused for every text.
  readonly #lastPosition: Float64Array
  readonly #nearest: Float64Array

  /** @param marks of the words of the question, in its order. */
  constructor(marks: readonly number[]) {
    this.#numberByMark = new Map(marks.map((mark, number) => [mark, number]))
    for (const mark of marks) this.#bits |= 1 << mark
    this.#lastPosition = new Float64Array(marks.length)
    this.#nearest = new Float64Array(marks.length - 1)
  }

  /**
   * @returns for each pair of neighbours the smallest distance between them in the text, plus 1 in the wrong order; the next call
   *   overwrites it.
   */
  distancesIn(order: Uint16Array): Float64Array {
    const lastPosition = this.#lastPosition
    const nearest = this.#nearest
    const numberByMark = this.#numberByMark
    const bits = this.#bits
    lastPosition.fill(-Infinity)
    nearest.fill(Infinity)
    for (let position = 0; position < order.length; position++) {
      const mark = order[position] as number
      const number = ((bits >>> mark) & 1) === 1 ? numberByMark.get(mark) : undefined
      if (number === undefined) continue
      if (number > 0) {
        const distance = position - (lastPosition[number - 1] as number)
        if (distance < (nearest[number - 1] as number)) nearest[number - 1] = distance
      }
      if (number < nearest.length) {
        const distance = position - (lastPosition[number + 1] as number) + 1
        if (distance < (nearest[number] as number)) nearest[number] = distance
      }
      lastPosition[number] = position
    }
    return nearest
  }
}
