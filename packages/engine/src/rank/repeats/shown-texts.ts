import { areNearDuplicates } from "../../index/duplicates/sketch.ts"
import { NearDuplicateFinder } from "../../index/duplicates/near-duplicate-finder.ts"

/** Near-duplicates from this similarity on are shown once (DESIGN-search.md, "Packing"). */
const MIN_SIMILARITY = 0.55

/** Texts from this similarity on are copies of each other. Below it, for example, the same code has another address. */
const MIN_COPY_SIMILARITY = 0.9

/** A snippet with the sketch of its text. */
export interface SketchedText {
  readonly id: number
  readonly page: number
  readonly sketch: Uint32Array
}

/** The snippets of an answer so far, by their sketches. */
export type ShownTexts = NearDuplicateFinder<SketchedText>

/** Returns true if the texts of two sketches hardly differ. */
export function isCopy(sketch: Uint32Array, other: Uint32Array): boolean {
  return areNearDuplicates(sketch, other, MIN_COPY_SIMILARITY)
}

/** Creates an empty list of the snippets of an answer. */
export function createShownTexts(): ShownTexts {
  return new NearDuplicateFinder(MIN_SIMILARITY)
}
