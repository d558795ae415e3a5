import { stemmer } from "stemmer"

import { STOP_WORDS } from "./stop-words.ts"

/**
 * A run of text that reads as one name: letters and digits, joined by what joins names in programs (`req.body`,
 * `Route::get`, `no-cache`, `snake_case`, `useState`).
 */
const RUN = /[\p{L}\p{M}\p{N}_$]+(?:(?:\.|::|->|-)[\p{L}\p{M}\p{N}_$]+)*/gu
/** Parts of a run: acronyms, capitalised and lower-case words, numbers; other scripts stay whole. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu
const PLAIN_WORD = /^[a-z]+$/
/** Scripts written without spaces are cut into pairs of characters. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u

/** Longer runs are data (hashes, base64), not names. */
const MAX_RUN_CHARACTERS = 80
const MAX_WORD_CHARACTERS = 40
/** The cache is for the runs of one library; 200,000 short strings are about 30 MB. */
const MAX_CACHED_RUNS = 200_000

/** The terms of one run. */
export interface RunTerms {
  /** Stems of its words in order, function words left out. */
  readonly words: readonly string[]
  /** The whole run in lower case when it has several parts. */
  readonly whole: string | undefined
  /** The run as it stands, in lower case. */
  readonly surface: string
}

const termsByRun = new Map<string, RunTerms>()

function wordsOfPart(part: string): readonly string[] {
  const word = part.toLowerCase()
  if (word.length > MAX_WORD_CHARACTERS || STOP_WORDS.has(word)) {
    return []
  }
  if (UNSPACED.test(word) && word.length > 2) {
    return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
  }
  return [stemWord(word)]
}

/** Porter's stem of an English word in lower case (M. F. Porter, 1980); other words stay as they are. */
export function stemWord(word: string): string {
  return word.length > 2 && PLAIN_WORD.test(word) ? stemmer(word) : word
}

function analyseRun(run: string): RunTerms {
  const parts = run.match(PART) ?? []
  const surface = run.toLowerCase()
  return { words: parts.flatMap(wordsOfPart), whole: parts.length > 1 ? surface : undefined, surface }
}

/**
 * Finds the terms of a text: for every run its stemmed words and, when it is an identifier of several parts, the whole.
 * The same text gives the same terms in every process and version of Node that has the same Unicode tables.
 *
 * @returns runs in reading order; those that hold nothing to search for are left out.
 */
export function analyseText(text: string): RunTerms[] {
  const runs: RunTerms[] = []
  for (const run of text.match(RUN) ?? []) {
    let terms = termsByRun.get(run)
    if (terms === undefined) {
      if (run.length > MAX_RUN_CHARACTERS) {
        continue
      }
      terms = analyseRun(run)
      if (termsByRun.size >= MAX_CACHED_RUNS) {
        termsByRun.clear()
      }
      termsByRun.set(run, terms)
    }
    if (terms.words.length > 0 || terms.whole !== undefined) {
      runs.push(terms)
    }
  }
  return runs
}
