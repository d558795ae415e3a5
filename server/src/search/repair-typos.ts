import type { IndexFile } from "../index/open-index.ts"

const MIN_CHARACTERS = 4
/** From this length on two slips are believed. */
const TWO_SLIPS_CHARACTERS = 8

/**
 * Counts the insertions, deletions, changes and swaps of neighbours that turn one word into the other (optimal string
 * alignment: Damerau 1964, Levenshtein 1966, each place edited once).
 *
 * @returns the distance, or `limit + 1` as soon as it is known to be larger than `limit`.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) {
    return limit + 1
  }
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1)
      }
      current.push(distance)
      smallest = Math.min(smallest, distance)
    }
    if (smallest > limit) {
      return limit + 1
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length] ?? limit, limit + 1)
}

/**
 * Finds the word of the library that an unknown word was meant to be: one slip away, two from eight letters on, with the
 * same first letter.
 *
 * @param word a stem in lower case that the index does not hold.
 * @returns the nearest term, of equally near ones the one in most sections, then the first of the alphabet; undefined when
 *   none is near or the word is short or no plain word.
 */
export function repairTypo(index: IndexFile, word: string): string | undefined {
  if (word.length < MIN_CHARACTERS || !/^\p{L}+$/u.test(word)) {
    return undefined
  }
  const limit = word.length >= TWO_SLIPS_CHARACTERS ? 2 : 1
  let best: { term: string; distance: number; sectionCount: number } | undefined
  const length = { min: word.length - limit, max: word.length + limit }
  for (const [term, sectionCount] of index.termsWithPrefix(word.slice(0, 1), length)) {
    const distance = editDistance(word, term, best ? Math.min(limit, best.distance) : limit)
    const isBetter =
      best === undefined
        ? distance <= limit
        : distance < best.distance || (distance === best.distance && sectionCount > best.sectionCount)
    if (isBetter && distance <= limit) {
      best = { term, distance, sectionCount }
    }
  }
  return best?.term
}
