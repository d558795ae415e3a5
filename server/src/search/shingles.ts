const WORD = /[\p{L}\p{N}_]+/gu
const SHINGLE_WORDS = 3

/** @returns the runs of three words of a text as hashes of 32 bits, each once; shorter texts are one shingle. */
export function shinglesOf(text: string): ReadonlySet<number> {
  const words = text.match(WORD) ?? []
  const hashes = words.map(hashWord)
  const shingles = new Set<number>()
  for (let at = 0; at + SHINGLE_WORDS <= hashes.length; at++) {
    const [first, second, third] = [hashes[at] ?? 0, hashes[at + 1] ?? 0, hashes[at + 2] ?? 0]
    shingles.add((Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ third) | 0)
  }
  if (shingles.size === 0) {
    shingles.add(hashes.reduce((hash, word) => Math.imul(hash, 31) + word, 7) | 0)
  }
  return shingles
}

/** FNV-1a (Fowler, Noll, Vo) over lower-cased code units. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    hash = Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), 0x01000193)
  }
  return hash
}

/** Finds near-duplicates among texts that are taken one after the other. */
export class TwinFinder {
  private readonly minSimilarity: number
  private readonly holders = new Map<number, number[]>()
  private readonly sizes: number[] = []

  /** @param minSimilarity Jaccard similarity of the shingles from which on two texts are twins, over 0 to 1. */
  constructor(minSimilarity: number) {
    this.minSimilarity = minSimilarity
  }

  /** @returns the number (from 0, in the order of `take`) of a taken text that this is a near-duplicate of. */
  twinOf(shingles: ReadonlySet<number>): number | undefined {
    const common = new Map<number, number>()
    for (const shingle of shingles) {
      for (const holder of this.holders.get(shingle) ?? []) {
        common.set(holder, (common.get(holder) ?? 0) + 1)
      }
    }
    for (const [holder, count] of common) {
      const union = shingles.size + (this.sizes[holder] ?? 0) - count
      if (count >= this.minSimilarity * union) {
        return holder
      }
    }
    return undefined
  }

  take(shingles: ReadonlySet<number>): void {
    const number = this.sizes.length
    this.sizes.push(shingles.size)
    for (const shingle of shingles) {
      const holders = this.holders.get(shingle)
      if (holders) {
        holders.push(number)
      } else {
        this.holders.set(shingle, [number])
      }
    }
  }
}
