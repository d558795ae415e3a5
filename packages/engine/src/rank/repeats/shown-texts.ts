import { NearDuplicateFinder } from "../../index/duplicates/near-duplicate-finder.ts"

/** Near-duplicates from this similarity on are shown once (DESIGN-search.md, "Packing"). */
const MIN_SIMILARITY = 0.55

/** A snippet with the sketch of its text. */
export interface SketchedText {
  readonly id: number
  readonly page: number
  readonly sketch: Uint32Array
}

/** The snippets of an answer so far, by their sketches. */
export type ShownTexts = NearDuplicateFinder<SketchedText>

/** Creates an empty list of the snippets of an answer. */
export function createShownTexts(): ShownTexts {
  return new NearDuplicateFinder(MIN_SIMILARITY)
}
