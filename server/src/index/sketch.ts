import { hashWord } from "./hash-word.ts"

const WORD = /[\p{L}\p{N}_]+/gu
const SHINGLE_WORDS = 3

/** Enough to tell twins (.55 and more alike) from others with an error of about a tenth; 96 bytes a snippet. */
const SKETCH_SIZE = 24

/** The finaliser of MurmurHash3 (A. Appleby): spreads the mixed hashes evenly, so that the smallest are a fair sample. */
function scatter(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * Sketches a text by the smallest hashes of its runs of three words (bottom-k sketch: Cohen, Kaplan 2007).
 *
 * @returns at most 24 different numbers, ascending; a text of fewer than three words has one or none.
 */
export function sketchOf(text: string): Uint32Array {
  const hashes = (text.match(WORD) ?? []).map(hashWord)
  const runs = Math.max(0, hashes.length - SHINGLE_WORDS + 1)
  if (runs === 0) {
    return hashes.length === 0
      ? new Uint32Array()
      : Uint32Array.of(hashes.reduce((hash, word) => scatter(hash ^ word), 7))
  }
  const shingles = new Uint32Array(runs)
  for (let at = 0; at < runs; at++) {
    const [first, second, third] = [hashes[at] ?? 0, hashes[at + 1] ?? 0, hashes[at + 2] ?? 0]
    shingles[at] = scatter(scatter(scatter(first) ^ second) ^ third)
  }
  return smallestOf(shingles.sort())
}

/** A sorted list without what stands in it twice, up to the size of a sketch. */
function smallestOf(sorted: Uint32Array): Uint32Array {
  const smallest = new Uint32Array(SKETCH_SIZE)
  let count = 0
  for (const hash of sorted) {
    if (count > 0 && smallest[count - 1] === hash) continue
    if (count === SKETCH_SIZE) break
    smallest[count++] = hash
  }
  return smallest.slice(0, count)
}

/**
 * Estimates whether two texts are at least so much the same, by the Jaccard similarity of their runs of three words.
 *
 * @param minSimilarity over 0, at most 1.
 * @returns exact when both texts are short (24 runs at most together); false for texts without words. Unlike texts are
 *   told apart after a few steps.
 */
export function areTwins(left: Uint32Array, right: Uint32Array, minSimilarity: number): boolean {
  const [leftEnd, rightEnd] = [left.length, right.length]
  let [common, different, leftAt, rightAt] = [0, 0, 0, 0]
  const maxDifferent = SKETCH_SIZE * (1 - minSimilarity)
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
  // What is left of one text is in the union and not in the other.
  const union = Math.min(SKETCH_SIZE, common + different + (leftEnd - leftAt) + (rightEnd - rightAt))
  return common > 0 && common >= minSimilarity * union
}
