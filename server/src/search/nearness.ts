import { wordMark } from "../index/word-order.ts"
import type { QuestionWord } from "./read-question.ts"

/** Words between two of a pair at which they count half as much and a bit less. */
const HALF_DISTANCE = 3

interface Pair {
  readonly first: number
  readonly second: number
  readonly rarity: number
}

/**
 * Measures how close together words stand in a text that follow each other in the question.
 *
 * @param words of the question, in its order; identifiers as a whole do not count beside their parts.
 * @returns for the words of a text in their order 0 to .75: most when every pair of neighbours in the question stands side by
 *   side, pairs weighted by the rarity of the commoner word; 0 for a question without pairs. Time grows with the words of the
 *   text.
 */
export function nearnessTo(words: readonly QuestionWord[]): (order: Uint16Array) => number {
  const single = words.filter(({ isWhole }) => !isWhole)
  const numberByMark = new Map(single.map(({ term }, number) => [wordMark(term), number]))
  const pairs = single.slice(1).map((word, at): Pair => {
    const rarity = Math.min(word.rarity, single[at]?.rarity ?? 0)
    return { first: at, second: at + 1, rarity }
  })
  const total = pairs.reduce((sum, { rarity }) => sum + rarity, 0)
  if (total === 0) {
    return () => 0
  }
  return (order) => {
    const distances = nearestPairs(order, numberByMark, single.length)
    let near = 0
    for (const [at, { rarity }] of pairs.entries()) {
      near += rarity / (1 + (distances[at] ?? Infinity) / HALF_DISTANCE)
    }
    return near / total
  }
}

/** @returns for each pair of neighbours the smallest distance at which they stand in the text; the wrong way round counts one more. */
function nearestPairs(order: Uint16Array, numberByMark: ReadonlyMap<number, number>, count: number): Float64Array {
  const lastPlace = new Float64Array(count).fill(-Infinity)
  const nearest = new Float64Array(Math.max(0, count - 1)).fill(Infinity)
  for (let place = 0; place < order.length; place++) {
    const number = numberByMark.get(order[place] as number)
    if (number === undefined) {
      continue
    }
    if (number > 0) {
      nearest[number - 1] = Math.min(nearest[number - 1] ?? Infinity, place - (lastPlace[number - 1] ?? -Infinity))
    }
    if (number + 1 < count) {
      nearest[number] = Math.min(nearest[number] ?? Infinity, place - (lastPlace[number + 1] ?? -Infinity) + 1)
    }
    lastPlace[number] = place
  }
  return nearest
}
