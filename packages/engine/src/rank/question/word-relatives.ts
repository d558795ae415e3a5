import { stemWord } from "../../index/terms/analyse-text.ts"
import type { IndexFile } from "../../index/read/open-index.ts"

/** English prefixes that are common in names and texts of programs. */
const PREFIXES = (
  "anti auto co counter cross de dis en em ex extra fore hyper il im in inter intra ir macro mega micro mid mini mis mono multi " +
  "non out over poly post pre pro pseudo re self semi sub super trans tri ultra un under uni up"
).split(" ")
/** Minimum length without the prefix; shorter rests are too often not a root (`re-act`, `in-put`). */
const MIN_ROOT_CHARACTERS = 5
const MAX_RELATIVES = 3

const BRITISH_VERB = /^\p{L}{4,}is$/u

/**
 * Finds words of the library that are related to an unknown word: the American spelling of the same verb, and words of the same root
 * with another prefix or none (`escape` and `autoescape` for `unescape`).
 *
 * @param word a stem in lower case that the index does not contain.
 * @returns at most three terms of the index, the most frequent first, ties in alphabetical order.
 */
export function relativesOf(index: IndexFile, word: string): readonly string[] {
  const others = BRITISH_VERB.test(word) ? [stemWord(`${word.slice(0, -2)}ize`)] : []
  for (const prefix of PREFIXES) {
    if (word.startsWith(prefix) && word.length - prefix.length >= MIN_ROOT_CHARACTERS) {
      const root = word.slice(prefix.length)
      others.push(root, ...PREFIXES.map((other) => other + root))
    }
  }
  return [...new Set(others)]
    .map((term) => ({ term, sections: index.counts(term)?.sectionCount ?? 0 }))
    .filter(({ sections }) => sections > 0)
    .sort((a, b) => b.sections - a.sections || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_RELATIVES)
    .map(({ term }) => term)
}
