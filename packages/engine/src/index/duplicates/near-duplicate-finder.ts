import { areNearDuplicates } from "./sketch.ts"

/** Hashes for which there is room at first: those of as many texts as an answer compares. */
const FIRST_ROOM = 1024
/** Knuth's multiplier (The Art of Computer Programming 6.4): hashes of sketches are the smallest, so their high bits are alike. */
const SPREAD = 0x9e3779b1

/**
 * Finds twins of a text among those kept: twins share a hash of their sketches, so only texts that do are compared, which
 * are few.
 */
export class NearDuplicateFinder<Kept extends { readonly sketch: Uint32Array }> {
  private readonly minSimilarity: number
  private readonly texts: Kept[] = []
  /** By text, the last search that met a hash of it. */
  private readonly lastSearch: number[] = []
  private searches = 0
  /** By hash, open addressing: one more than the last place of a hash, 0 where there is none. Twice as many as places. */
  private slots = new Int32Array(2 * FIRST_ROOM)
  // By place: the hash, which text has it, and one more than the place of the same hash before it, 0 for none.
  private hashAt = new Uint32Array(FIRST_ROOM)
  private textAt = new Int32Array(FIRST_ROOM)
  private placeBefore = new Int32Array(FIRST_ROOM)
  private places = 0

  /** @param minSimilarity as of `areNearDuplicates`. */
  constructor(minSimilarity: number) {
    this.minSimilarity = minSimilarity
  }

  add(text: Kept): void {
    const number = this.texts.push(text) - 1
    this.lastSearch.push(0)
    const { sketch } = text
    for (let at = 0; at < sketch.length; at++) {
      if (this.places === this.hashAt.length) this.grow()
      this.put(sketch[at] as number, number)
    }
  }

  /** Forgets all texts and keeps the room they had. */
  clear(): void {
    this.texts.length = 0
    this.lastSearch.length = 0
    this.slots.fill(0)
    this.places = 0
  }

  private put(hash: number, text: number): void {
    const slot = this.slotOf(hash)
    const place = this.places++
    this.hashAt[place] = hash
    this.textAt[place] = text
    this.placeBefore[place] = this.slots[slot] as number
    this.slots[slot] = place + 1
  }

  /** @returns where a hash stands, or the free slot where it would. */
  private slotOf(hash: number): number {
    const { slots, hashAt } = this
    const mask = slots.length - 1
    let slot = (Math.imul(hash, SPREAD) >>> 16) & mask
    for (;;) {
      const place = slots[slot] as number
      if (place === 0 || hashAt[place - 1] === hash) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Makes room for twice as many hashes. */
  private grow(): void {
    const { hashAt, textAt, places } = this
    this.slots = new Int32Array(4 * places)
    this.hashAt = new Uint32Array(2 * places)
    this.textAt = new Int32Array(2 * places)
    this.placeBefore = new Int32Array(2 * places)
    this.places = 0
    for (let place = 0; place < places; place++) {
      this.put(hashAt[place] as number, textAt[place] as number)
    }
  }

  /** @returns what was kept with a sketch that is a twin of this one, in the order in which it was added. */
  find(sketch: Uint32Array): readonly Kept[] {
    const { texts, lastSearch } = this
    const search = ++this.searches
    for (let at = 0; at < sketch.length; at++) {
      let place = this.slots[this.slotOf(sketch[at] as number)] as number
      while (place > 0) {
        lastSearch[this.textAt[place - 1] as number] = search
        place = this.placeBefore[place - 1] as number
      }
    }
    const twins: Kept[] = []
    for (let number = 0; number < texts.length; number++) {
      const text = texts[number] as Kept
      if (lastSearch[number] === search && areNearDuplicates(sketch, text.sketch, this.minSimilarity)) twins.push(text)
    }
    return twins
  }
}
