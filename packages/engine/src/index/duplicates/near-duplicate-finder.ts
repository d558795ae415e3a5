import { areNearDuplicates, prefixLength } from "./sketch.ts"

/** Initial capacity in hashes, enough for the texts that an answer compares. */
const FIRST_CAPACITY = 1024
/** Knuth's multiplier (The Art of Computer Programming 6.4). Sketches hold the smallest hashes, so their high bits are similar. */
const SPREAD = 0x9e3779b1

/**
 * Finds near-duplicates among the texts that were added. Near-duplicates share one of the first hashes of their sketches, so only texts that
 * do are compared.
 */
export class NearDuplicateFinder<Kept extends { readonly sketch: Uint32Array }> {
  readonly #minSimilarity: number
  /** Number of hashes of a sketch that are looked up. */
  readonly #prefix: number
  readonly #texts: Kept[] = []
  /** For each text, the last search that found one of its hashes. */
  readonly #lastSearch: number[] = []
  #searches = 0
  /** Hash table with open addressing, twice as large as the number of entries: the last entry of a hash plus 1, or 0. */
  #slots = new Int32Array(2 * FIRST_CAPACITY)
  // By entry: its hash, its text, and the previous entry of the same hash plus 1, or 0.
  #hashAt = new Uint32Array(FIRST_CAPACITY)
  #textAt = new Int32Array(FIRST_CAPACITY)
  #entryBefore = new Int32Array(FIRST_CAPACITY)
  #entryCount = 0

  /** @param minSimilarity as for `areNearDuplicates`. */
  constructor(minSimilarity: number) {
    this.#minSimilarity = minSimilarity
    this.#prefix = prefixLength(minSimilarity)
  }

  add(text: Kept): void {
    const number = this.#texts.push(text) - 1
    this.#lastSearch.push(0)
    const { sketch } = text
    const end = Math.min(sketch.length, this.#prefix)
    for (let at = 0; at < end; at++) {
      if (this.#entryCount === this.#hashAt.length) this.#grow()
      this.#put(sketch[at] as number, number)
    }
  }

  /** Removes all texts but keeps the allocated memory. */
  clear(): void {
    this.#texts.length = 0
    this.#lastSearch.length = 0
    this.#slots.fill(0)
    this.#entryCount = 0
  }

  #put(hash: number, text: number): void {
    const slot = this.#slotOf(hash)
    const entry = this.#entryCount++
    this.#hashAt[entry] = hash
    this.#textAt[entry] = text
    this.#entryBefore[entry] = this.#slots[slot] as number
    this.#slots[slot] = entry + 1
  }

  /** Returns the slot of a hash, or the free slot where it belongs. */
  #slotOf(hash: number): number {
    const slots = this.#slots
    const hashAt = this.#hashAt
    const mask = slots.length - 1
    let slot = (Math.imul(hash, SPREAD) >>> 16) & mask
    for (;;) {
      const entry = slots[slot] as number
      if (entry === 0 || hashAt[entry - 1] === hash) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Doubles the capacity. */
  #grow(): void {
    const hashAt = this.#hashAt
    const textAt = this.#textAt
    const entryCount = this.#entryCount
    this.#slots = new Int32Array(4 * entryCount)
    this.#hashAt = new Uint32Array(2 * entryCount)
    this.#textAt = new Int32Array(2 * entryCount)
    this.#entryBefore = new Int32Array(2 * entryCount)
    this.#entryCount = 0
    for (let entry = 0; entry < entryCount; entry++) {
      this.#put(hashAt[entry] as number, textAt[entry] as number)
    }
  }

  /** Returns the near-duplicates of a text among the added texts, in the order in which they were added. */
  find(sketch: Uint32Array): readonly Kept[] {
    const texts = this.#texts
    const lastSearch = this.#lastSearch
    const search = ++this.#searches
    const end = Math.min(sketch.length, this.#prefix)
    for (let at = 0; at < end; at++) {
      let entry = this.#slots[this.#slotOf(sketch[at] as number)] as number
      while (entry > 0) {
        lastSearch[this.#textAt[entry - 1] as number] = search
        entry = this.#entryBefore[entry - 1] as number
      }
    }
    const duplicates: Kept[] = []
    for (let number = 0; number < texts.length; number++) {
      const text = texts[number] as Kept
      if (lastSearch[number] === search && areNearDuplicates(sketch, text.sketch, this.#minSimilarity))
        duplicates.push(text)
    }
    return duplicates
  }
}
