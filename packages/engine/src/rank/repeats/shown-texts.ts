import { areNearDuplicates } from "../../index/duplicates/sketch.ts"
import { NearDuplicateFinder } from "../../index/duplicates/near-duplicate-finder.ts"
import { codeBlocksOf } from "../../snippets/code-names.ts"

/** Near-duplicates from this similarity on are shown once (DESIGN-search.md, "Packing"). */
const MIN_SIMILARITY = 0.55

/** Texts from this similarity on are copies of each other, if their code is the same. Below it, for example, code has another address. */
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

/**
 * Returns true if two texts have the same code, apart from spaces and line breaks. The pages of two frameworks may differ in one
 * name, which a reader must not copy from the wrong one.
 */
export function haveSameCode(content: string, other: string): boolean {
  return codeOf(content) === codeOf(other)
}

function codeOf(content: string): string {
  const blocks = codeBlocksOf(content)
  return blocks.map((code) => code.replaceAll(/\s+/g, " ")).join("\n")
}

/** Creates an empty list of the snippets of an answer. */
export function createShownTexts(): ShownTexts {
  return new NearDuplicateFinder(MIN_SIMILARITY)
}
