/**
 * Sums of one question, by snippet, section, subtree and page, and which words of it stand where. Scoring never waits, so
 * one set serves every index of the process; it grows to the largest.
 */
export interface LevelSums {
  readonly snippetScore: Float64Array
  readonly sectionScore: Float64Array
  readonly subtreeScore: Float64Array
  readonly pageScore: Float64Array
  // Bits of the question's words: in the prose and in the code of a snippet, in a section's own heading, in a heading above
  // it, in a section's text, in a page's title or path, anywhere on a page.
  readonly proseWords: Uint32Array
  readonly codeWords: Uint32Array
  readonly headingWords: Uint32Array
  readonly ancestorWords: Uint32Array
  readonly sectionWords: Uint32Array
  readonly titleWords: Uint32Array
  readonly pageWords: Uint32Array
  // Of one term; all zero between terms.
  readonly sectionFrequency: Float64Array
  readonly subtreeFrequency: Float64Array
  readonly pageFrequency: Float64Array
  readonly headingPart: Float64Array
}

function makeSums(places: number): LevelSums {
  return {
    snippetScore: new Float64Array(places),
    sectionScore: new Float64Array(places),
    subtreeScore: new Float64Array(places),
    pageScore: new Float64Array(places),
    proseWords: new Uint32Array(places),
    codeWords: new Uint32Array(places),
    headingWords: new Uint32Array(places),
    ancestorWords: new Uint32Array(places),
    sectionWords: new Uint32Array(places),
    titleWords: new Uint32Array(places),
    pageWords: new Uint32Array(places),
    sectionFrequency: new Float64Array(places),
    subtreeFrequency: new Float64Array(places),
    pageFrequency: new Float64Array(places),
    headingPart: new Float64Array(places),
  }
}

/** Sums that a question leaves behind. */
const OF_QUESTION = [
  "snippetScore",
  "sectionScore",
  "subtreeScore",
  "pageScore",
  "proseWords",
  "codeWords",
  "headingWords",
  "ancestorWords",
  "sectionWords",
  "titleWords",
  "pageWords",
] as const satisfies readonly (keyof LevelSums)[]

let sharedSums = makeSums(1_024)

/** Lends the sums of this process with room for so many places, all zero there; the next call takes them back. */
export function takeSums(places: number): LevelSums {
  if (sharedSums.snippetScore.length < places) {
    sharedSums = makeSums(Math.ceil(places * 1.25))
    return sharedSums
  }
  for (const name of OF_QUESTION) {
    sharedSums[name].fill(0, 0, places)
  }
  return sharedSums
}
