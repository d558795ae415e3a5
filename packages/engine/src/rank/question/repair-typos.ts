import type { IndexFile } from "../../index/read/open-index.ts"

const MIN_CHARACTERS = 4
/** Words of at least this length may have two typing errors. */
const TWO_TYPOS_CHARACTERS = 8
const LINE_BREAK = 0x0a

/** Returns the letters of a word as bits; some letters share a bit. */
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
 * Returns true when more than this many edits separate words with these letters: an edit removes at most one letter and adds at most one.
 */
function areFar(leftLetters: number, rightLetters: number, edits: number): boolean {
  return countBits(leftLetters ^ rightLetters) > 2 * edits
}

const FIRST_WIDTH = 64

/** Three rows of the table of distances, which serve one pair of words after the other. */
class DistanceRows {
  #rows = [new Uint8Array(FIRST_WIDTH), new Uint8Array(FIRST_WIDTH), new Uint8Array(FIRST_WIDTH)] as const

  /** Returns rows of at least this width, with arbitrary content. */
  ofWidth(width: number): readonly [Uint8Array, Uint8Array, Uint8Array] {
    if (width > this.#rows[0].length) {
      this.#rows = [new Uint8Array(2 * width), new Uint8Array(2 * width), new Uint8Array(2 * width)]
    }
    return this.#rows
  }
}

/**
 * Counts the insertions, deletions, changes and swaps of neighbours that turn one word into the other (optimal string
 * alignment: Damerau 1964, Levenshtein 1966, each position edited once). Only cells within the limit are computed
 * (Ukkonen 1985).
 *
 * @param limit at most 254.
 * @returns the distance, or `limit + 1` as soon as it is known to be larger than `limit`.
 */
export function editDistance(left: string, right: string, limit: number, rows = new DistanceRows()): number {
  const width = right.length
  const far = limit + 1
  if (Math.abs(left.length - width) > limit) {
    return far
  }
  let [beforeLast, last, current] = rows.ofWidth(width + 2)
  for (let column = 0; column <= Math.min(width, far); column++) {
    last[column] = column
  }
  for (let row = 1; row <= left.length; row++) {
    const from = Math.max(1, row - limit)
    const to = Math.min(width, row + limit)
    let smallest = from === 1 ? Math.min(row, far) : far
    current[from - 1] = smallest
    for (let column = from; column <= to; column++) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1)
      let distance = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
        far,
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
      if (isSwap) distance = Math.min(distance, (beforeLast[column - 2] as number) + 1)
      current[column] = distance
      smallest = Math.min(smallest, distance)
    }
    if (smallest > limit) {
      return far
    }
    current[to + 1] = far
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[width] as number
}

interface Repair {
  readonly term: string
  readonly distance: number
  readonly sectionCount: number
}

function isBetter(one: Repair, other: Repair): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance
  if (one.sectionCount !== other.sectionCount) return one.sectionCount > other.sectionCount
  return Buffer.compare(Buffer.from(one.term), Buffer.from(other.term)) < 0
}

/**
 * Finds the term of the library that an unknown word was probably meant to be: one typing error away, or two for words of eight
 * letters or more, with the same first letter.
 *
 * @param word a stem in lower case that the index does not contain.
 * @returns the nearest term, of equally near ones the one in most sections, then the first in the order of code points;
 *   undefined when none is near, or the word is short or not made of letters only.
 */
export function repairTypo(index: IndexFile, word: string): string | undefined {
  if (word.length < MIN_CHARACTERS || !/^\p{L}+$/u.test(word)) {
    return undefined
  }
  const limit = word.length >= TWO_TYPOS_CHARACTERS ? 2 : 1
  const terms = index.spelling(word.slice(0, 1), { min: word.length - limit, max: word.length + limit })
  const lettersOfWord = lettersOf(word)
  const rows = new DistanceRows()
  let best: Repair | undefined
  let [start, letters] = [0, 0]
  // There are thousands of terms: a string is created only for those whose letters are similar.
  for (let at = 0; at < terms.length; at++) {
    const unit = terms.charCodeAt(at)
    if (unit !== LINE_BREAK) {
      letters |= 1 << unit
      continue
    }
    const allowed = best?.distance ?? limit
    if (!areFar(lettersOfWord, letters, allowed)) {
      const term = terms.slice(start, at)
      const distance = editDistance(word, term, allowed, rows)
      if (distance <= allowed) {
        const found = { term, distance, sectionCount: index.counts(term)?.sectionCount ?? 0 }
        if (best === undefined || isBetter(found, best)) best = found
      }
    }
    start = at + 1
    letters = 0
  }
  return best?.term
}
