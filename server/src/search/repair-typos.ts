import type { IndexFile } from "../index/open-index.ts"

const MIN_CHARACTERS = 4
/** From this length on two slips are believed. */
const TWO_SLIPS_CHARACTERS = 8

/** @returns the letters of a word as bits; some share one. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    letters |= 1 << word.charCodeAt(at)
  }
  return letters
}

/** Counts the bits of 32 (in pairs, fours and eights: Anderson, Bit Twiddling Hacks). */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55_55_55_55)
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33)
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
}

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
  // A slip takes one letter away and brings another at most. This tells nearly all words apart before any are compared.
  if (countBits(lettersOf(left) ^ lettersOf(right)) > 2 * limit) {
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
  let best: { readonly term: string; readonly distance: number; readonly sectionCount: number } | undefined
  const length = { min: word.length - limit, max: word.length + limit }
  for (const term of index.termsWithPrefix(word.slice(0, 1), length)) {
    const allowed = best?.distance ?? limit
    const distance = editDistance(word, term, allowed)
    if (distance > allowed) {
      continue
    }
    const sectionCount = index.counts(term)?.sectionCount ?? 0
    if (best === undefined || distance < best.distance || sectionCount > best.sectionCount) {
      best = { term, distance, sectionCount }
    }
  }
  return best?.term
}
