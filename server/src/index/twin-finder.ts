import { areTwins } from "./sketch.ts"

/**
 * Finds twins of a text among those kept: twins share a hash of their sketches, so only texts that do are compared, which
 * are few.
 */
export class TwinFinder<Kept extends { readonly sketch: Uint32Array }> {
  private readonly minSimilarity: number
  private readonly texts: Kept[] = []
  /** Last place of each hash. */
  private readonly places = new Map<number, number>()
  // By place: which text has the hash, and the place of the same hash before it, -1 for none.
  private readonly textAt: number[] = []
  private readonly placeBefore: number[] = []

  /** @param minSimilarity as of `areTwins`. */
  constructor(minSimilarity: number) {
    this.minSimilarity = minSimilarity
  }

  add(text: Kept): void {
    const number = this.texts.push(text) - 1
    for (const hash of text.sketch) {
      this.placeBefore.push(this.places.get(hash) ?? -1)
      this.places.set(hash, this.textAt.push(number) - 1)
    }
  }

  /** @returns what was kept with a sketch that is a twin of this one, in the order in which it was added. */
  find(sketch: Uint32Array): Kept[] {
    const alike = new Set<number>()
    for (const hash of sketch) {
      for (let place = this.places.get(hash) ?? -1; place >= 0; place = this.placeBefore[place] ?? -1) {
        alike.add(this.textAt[place] as number)
      }
    }
    const twins: Kept[] = []
    for (const number of [...alike].sort((a, b) => a - b)) {
      const text = this.texts[number] as Kept
      if (areTwins(sketch, text.sketch, this.minSimilarity)) twins.push(text)
    }
    return twins
  }
}
