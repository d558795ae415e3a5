import { areTwins } from "./sketch.ts"

/** What is kept, with its sketch. */
interface Entry<Kept> {
  readonly sketch: Uint32Array
  readonly kept: Kept
}

/**
 * Finds twins of a text among those kept: twins share a hash of their sketches, so only texts that do are compared, which
 * are few.
 */
export class TwinFinder<Kept> {
  private readonly minSimilarity: number
  private readonly entries: Entry<Kept>[] = []
  /** Last place of each hash. */
  private readonly places = new Map<number, number>()
  // By place: whose hash it is, and the place of the same hash before it, -1 for none.
  private readonly entryAt: number[] = []
  private readonly placeBefore: number[] = []

  /** @param minSimilarity as of `areTwins`. */
  constructor(minSimilarity: number) {
    this.minSimilarity = minSimilarity
  }

  add(sketch: Uint32Array, kept: Kept): void {
    const number = this.entries.push({ sketch, kept }) - 1
    for (const hash of sketch) {
      this.placeBefore.push(this.places.get(hash) ?? -1)
      this.places.set(hash, this.entryAt.push(number) - 1)
    }
  }

  /** @returns what was kept with a sketch that is a twin of this one, in the order in which it was added. */
  find(sketch: Uint32Array): Kept[] {
    const alike = new Set<number>()
    for (const hash of sketch) {
      for (let place = this.places.get(hash) ?? -1; place >= 0; place = this.placeBefore[place] ?? -1) {
        alike.add(this.entryAt[place] as number)
      }
    }
    const twins: Kept[] = []
    for (const number of [...alike].sort((a, b) => a - b)) {
      const { sketch: other, kept } = this.entries[number] as Entry<Kept>
      if (areTwins(sketch, other, this.minSimilarity)) twins.push(kept)
    }
    return twins
  }
}
