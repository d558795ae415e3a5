import { stemWord } from "../index/terms/analyse-text.ts"
import type { IndexFile } from "../index/read/open-index.ts"

/** Prefixes that make one English word of another, those that are common in names and texts of programs. */
const PREFIXES = (
  "anti auto co counter cross de dis en em ex extra fore hyper il im in inter intra ir macro mega micro mid mini mis mono multi " +
  "non out over poly post pre pro pseudo re self semi sub super trans tri ultra un under uni up"
).split(" ")
/** What is left of a word without its prefix; shorter ones are too often no root (`re-act`, `in-put`). */
const MIN_ROOT_CHARACTERS = 5
const MAX_RELATIVES = 3

const BRITISH_VERB = /^\p{L}{4,}is$/u

/**
 * Finds words of the library for one that it does not hold: the same verb as Americans spell it, and words of the same root
 * under another prefix or none (`unescape`: `escape`, `autoescape`).
 *
 * @param word a stem in lower case that the index does not hold.
 * @returns at most three terms of the index, those in most sections first, then by the alphabet.
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
