import { CharacterKinds, IN_WORD } from "../terms/character-kinds.ts"
import { HASH_START, hashUnit, lowerCaseUnit } from "../terms/hash-word.ts"
import { TextUnits } from "../terms/text-units.ts"
import { growArray } from "../terms/grow-array.ts"

const SHINGLE_WORDS = 3

/**
 * Enough to distinguish near-duplicates (similarity of at least 0.55) from other texts with an error of about 0.1; 96 bytes per snippet.
 */
const SKETCH_SIZE = 24

/** Mixes the bits of a hash with the finaliser of MurmurHash3 (A. Appleby), so that the smallest hashes are a fair sample. */
function scatter(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

const FIRST_HASHES = 1024

/** Computes sketches of texts in reused buffers. */
export class Sketcher {
  readonly #units = new TextUnits()
  readonly #kinds = new CharacterKinds()
  /** Hashes of the words of the current text. */
  #hashes = new Int32Array(FIRST_HASHES)

  /**
   * Computes the sketch of a text: the smallest hashes of its three-word sequences (bottom-k sketch: Cohen, Kaplan
   * 2007).
   *
   * @returns at most 24 different numbers, ascending; at most one for a text of fewer than three words.
   */
  sketch(text: string): Uint32Array {
    const words = this.#hashWords(text)
    if (words < SHINGLE_WORDS) {
      return words === 0
        ? new Uint32Array()
        : Uint32Array.of(this.#hashes.subarray(0, words).reduce((hash, word) => scatter(hash ^ word), 7))
    }
    const hashes = this.#hashes
    const smallest = new Uint32Array(SKETCH_SIZE)
    let count = 0
    for (let at = 0; at + SHINGLE_WORDS <= words; at++) {
      const [first, second, third] = [hashes[at] as number, hashes[at + 1] as number, hashes[at + 2] as number]
      const shingle = scatter(scatter(scatter(first) ^ second) ^ third)
      if (count < SKETCH_SIZE || shingle < (smallest[count - 1] as number)) count = insert(smallest, count, shingle)
    }
    return smallest.slice(0, count)
  }

  /** Hashes every word of a text as `hashWord` does. @returns the number of words. */
  #hashWords(text: string): number {
    const units = this.#units.read(text)
    const { length } = text
    let count = 0
    let at = 0
    while (at < length) {
      let hash = HASH_START
      const from = at
      for (let width = 1; at < length; at += width) {
        width = this.#kinds.widthOf(units, at, length, IN_WORD)
        if (width === 0) break
        hash = hashUnit(hash, lowerCaseUnit(units[at] as number))
        if (width === 2) hash = hashUnit(hash, units[at + 1] as number)
      }
      if (at === from) {
        at++
        continue
      }
      if (count === this.#hashes.length) this.#hashes = growArray(this.#hashes, count + 1)
      this.#hashes[count++] = hash
    }
    return count
  }
}

/** Inserts a number into an ascending list unless the list contains it; drops the largest if the list is full. @returns the new length. */
function insert(sorted: Uint32Array, count: number, number: number): number {
  let at = count
  while (at > 0 && (sorted[at - 1] as number) > number) at--
  if (at > 0 && sorted[at - 1] === number) return count
  const length = Math.min(count + 1, SKETCH_SIZE)
  for (let to = length - 1; to > at; to--) sorted[to] = sorted[to - 1] as number
  sorted[at] = number
  return length
}

/** Returns how many different hashes two sketches may have before they are no longer near-duplicates. */
function maxDifferentHashes(minSimilarity: number): number {
  return Math.floor(SKETCH_SIZE * (1 - minSimilarity))
}

/**
 * Returns the length of the beginning of a sketch that contains a hash of every near-duplicate: all smaller hashes differ (prefix filtering:
 * Chaudhuri, Ganti, Kaushik 2006).
 */
export function prefixLength(minSimilarity: number): number {
  return maxDifferentHashes(minSimilarity) + 1
}

/**
 * Estimates whether the Jaccard similarity of the three-word sequences of two texts is at least `minSimilarity`.
 *
 * @param minSimilarity over 0, at most 1.
 * @returns exact if the texts have at most 24 sequences together; false for texts without words. Different texts are recognised
 *   after a few steps.
 */
export function areNearDuplicates(left: Uint32Array, right: Uint32Array, minSimilarity: number): boolean {
  const [leftEnd, rightEnd] = [left.length, right.length]
  let [common, different, leftAt, rightAt] = [0, 0, 0, 0]
  const maxDifferent = maxDifferentHashes(minSimilarity)
  while (common + different < SKETCH_SIZE && leftAt < leftEnd && rightAt < rightEnd) {
    const leftHash = left[leftAt] as number
    const rightHash = right[rightAt] as number
    if (leftHash === rightHash) {
      common++
      leftAt++
      rightAt++
      continue
    }
    if (++different > maxDifferent) {
      return false
    }
    if (leftHash < rightHash) {
      leftAt++
    } else {
      rightAt++
    }
  }
  // The remaining hashes of one text belong to the union but not to the other text.
  const union = Math.min(SKETCH_SIZE, common + different + (leftEnd - leftAt) + (rightEnd - rightAt))
  return common > 0 && common >= minSimilarity * union
}
