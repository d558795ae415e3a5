import { PostingsBuffer } from "./postings.ts"

/** How many places an index has at each level. */
export interface LevelCounts {
  readonly snippets: number
  readonly sections: number
  readonly subtrees: number
  readonly pages: number
}

/** Places of one level that hold a term and what they hold of it; only the first `count` of each array. */
export interface HeldPlaces {
  readonly places: Int32Array
  /** Occurrences in tenths. */
  readonly tenths: Int32Array
  count: number
}

/**
 * Sums of one question by snippet, section, subtree and page. Scoring never waits, so one set serves every index of the
 * process; it grows to the largest.
 */
export interface LevelSums {
  readonly snippetScore: Float64Array
  readonly sectionScore: Float64Array
  readonly subtreeScore: Float64Array
  readonly pageScore: Float64Array
  /** Of one term, what headings, titles and paths give the snippets below them; all zero between terms. */
  readonly headingPart: Float64Array
  /** Sections with a heading part, in no order; room for all. */
  readonly headed: Uint32Array
  /** Of one term. */
  readonly heldSections: HeldPlaces
  readonly heldSubtrees: HeldPlaces
  readonly heldPages: HeldPlaces
}

/** Short lists of one term while it is scored. */
export const termLists = {
  headings: new PostingsBuffer(),
  titles: new PostingsBuffer(),
}

const SPARE = 1.25

function makeHeld(room: number): HeldPlaces {
  return { places: new Int32Array(room), tenths: new Int32Array(room), count: 0 }
}

function makeSums({ snippets, sections, subtrees, pages }: LevelCounts): LevelSums {
  return {
    snippetScore: new Float64Array(snippets),
    sectionScore: new Float64Array(sections),
    subtreeScore: new Float64Array(subtrees),
    pageScore: new Float64Array(pages),
    headingPart: new Float64Array(sections),
    headed: new Uint32Array(sections),
    heldSections: makeHeld(sections),
    heldSubtrees: makeHeld(subtrees),
    heldPages: makeHeld(pages),
  }
}

let room: LevelCounts = { snippets: 0, sections: 0, subtrees: 0, pages: 0 }
let sharedSums = makeSums(room)

/** Lends the sums of this process with room for an index, all zero there; the next call takes them back. */
export function takeSums(counts: LevelCounts): LevelSums {
  const { snippets, sections, subtrees, pages } = counts
  if (snippets > room.snippets || sections > room.sections || subtrees > room.subtrees || pages > room.pages) {
    const grown = (before: number, wanted: number) => Math.max(before, Math.ceil(SPARE * wanted))
    room = {
      snippets: grown(room.snippets, snippets),
      sections: grown(room.sections, sections),
      subtrees: grown(room.subtrees, subtrees),
      pages: grown(room.pages, pages),
    }
    sharedSums = makeSums(room)
    return sharedSums
  }
  sharedSums.snippetScore.fill(0, 0, snippets)
  sharedSums.sectionScore.fill(0, 0, sections)
  sharedSums.subtreeScore.fill(0, 0, subtrees)
  sharedSums.pageScore.fill(0, 0, pages)
  return sharedSums
}
