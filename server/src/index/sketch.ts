const WORD = /[\p{L}\p{N}_]+/gu
const SHINGLE_WORDS = 3

/** Enough to tell twins (.55 and more alike) from others with an error of about a tenth; 96 bytes a snippet. */
const SKETCH_SIZE = 24

/** FNV-1a (Fowler, Noll, Vo) over code units, capital letters of ASCII taken as small ones. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    hash = Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), 0x01000193)
  }
  return hash
}

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
  const shingles = new Set<number>()
  for (let at = 0; at + SHINGLE_WORDS <= hashes.length; at++) {
    const [first, second, third] = [hashes[at] ?? 0, hashes[at + 1] ?? 0, hashes[at + 2] ?? 0]
    shingles.add(scatter(Math.imul(first, 31) + Math.imul(second, 17) + third))
  }
  if (shingles.size === 0 && hashes.length > 0) {
    shingles.add(scatter(hashes.reduce((hash, word) => Math.imul(hash, 31) + word, 7)))
  }
  return Uint32Array.from(shingles).sort().slice(0, SKETCH_SIZE)
}

/**
 * Estimates how much of two texts is the same: the Jaccard similarity of their runs of three words.
 *
 * @returns 0 to 1; exact when both texts are short (24 runs at most together).
 */
export function similarity(left: Uint32Array, right: Uint32Array): number {
  let [seen, common, leftAt, rightAt] = [0, 0, 0, 0]
  while (seen < SKETCH_SIZE && (leftAt < left.length || rightAt < right.length)) {
    const leftHash = left[leftAt] ?? Infinity
    const rightHash = right[rightAt] ?? Infinity
    if (leftHash === rightHash) {
      common++
    }
    leftAt += leftHash <= rightHash ? 1 : 0
    rightAt += rightHash <= leftHash ? 1 : 0
    seen++
  }
  return seen === 0 ? 0 : common / seen
}
