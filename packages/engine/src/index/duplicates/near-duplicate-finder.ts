import { areNearDuplicates } from "./sketch.ts"

/** Initial capacity in hashes: those of as many texts as an answer compares. */
const FIRST_CAPACITY = 1024
/** Knuth's multiplier (The Art of Computer Programming 6.4): hashes of sketches are the smallest, so their high bits are alike. */
const SPREAD = 0x9e3779b1

/** Finds near-duplicates among the texts that were added. They share a hash of their sketches, so only the few texts that do are compared. */
export class NearDuplicateFinder<Kept extends { readonly sketch: Uint32Array }> {
  readonly #minSimilarity: number
  readonly #texts: Kept[] = []
  /** By text, the last search that found one of its hashes. */
  readonly #lastSearch: number[] = []
  #searches = 0
  /** Hash table with open addressing, twice as large as the number of entries: the last entry of a hash plus 1, or 0. */
  #slots = new Int32Array(2 * FIRST_CAPACITY)
  // By entry: its hash, its text, and the previous entry of the same hash plus 1, or 0.
  #hashAt = new Uint32Array(FIRST_CAPACITY)
  #textAt = new Int32Array(FIRST_CAPACITY)
  #placeBefore = new Int32Array(FIRST_CAPACITY)
  #places = 0

  /** @param minSimilarity as for `areNearDuplicates`. */
  constructor(minSimilarity: number) {
    this.#minSimilarity = minSimilarity
  }

  add(text: Kept): void {
    const number = this.#texts.push(text) - 1
    this.#lastSearch.push(0)
    const { sketch } = text
    for (let at = 0; at < sketch.length; at++) {
      if (this.#places === this.#hashAt.length) this.#grow()
      this.#put(sketch[at] as number, number)
    }
  }

  /** Removes all texts but keeps the memory. */
  clear(): void {
    this.#texts.length = 0
    this.#lastSearch.length = 0
    this.#slots.fill(0)
    this.#places = 0
  }

  #put(hash: number, text: number): void {
    const slot = this.#slotOf(hash)
    const place = this.#places++
    this.#hashAt[place] = hash
    this.#textAt[place] = text
    this.#placeBefore[place] = this.#slots[slot] as number
    this.#slots[slot] = place + 1
  }

  /** @returns the slot of a hash, or the free slot where it belongs. */
  #slotOf(hash: number): number {
    const slots = this.#slots
    const hashAt = this.#hashAt
    const mask = slots.length - 1
    let slot = (Math.imul(hash, SPREAD) >>> 16) & mask
    for (;;) {
      const place = slots[slot] as number
      if (place === 0 || hashAt[place - 1] === hash) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Doubles the capacity. */
  #grow(): void {
    const hashAt = this.#hashAt
    const textAt = this.#textAt
    const places = this.#places
    this.#slots = new Int32Array(4 * places)
    this.#hashAt = new Uint32Array(2 * places)
    this.#textAt = new Int32Array(2 * places)
    this.#placeBefore = new Int32Array(2 * places)
    this.#places = 0
    for (let place = 0; place < places; place++) {
      this.#put(hashAt[place] as number, textAt[place] as number)
    }
  }

  /** @returns the near-duplicates of a text among those added, in the order in which they were added. */
  find(sketch: Uint32Array): readonly Kept[] {
    const texts = this.#texts
    const lastSearch = this.#lastSearch
    const search = ++this.#searches
    for (let at = 0; at < sketch.length; at++) {
      let place = this.#slots[this.#slotOf(sketch[at] as number)] as number
      while (place > 0) {
        lastSearch[this.#textAt[place - 1] as number] = search
        place = this.#placeBefore[place - 1] as number
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
