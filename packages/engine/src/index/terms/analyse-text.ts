import { stemmer } from "stemmer"

import { FoundRuns } from "./find-runs.ts"
import { STOP_WORDS } from "./stop-words.ts"

/** Parts of a run: acronyms, capitalised and lower-case words, numbers; other scripts stay whole. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu
const PLAIN_WORD = /^[a-z]+$/
/** Scripts written without spaces are cut into pairs of characters. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u

const MAX_WORD_CHARACTERS = 40
/** The terms of one run. */
export interface RunTerms {
  /** Stems of the run's words in order, without stop words. */
  readonly words: readonly string[]
  /** The whole run in lower case, if it has several parts. */
  readonly whole: string | undefined
  /** The run in lower case. */
  readonly surface: string
}

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

/** Returns Porter's stem of a lower-case English word (M. F. Porter, 1980); other words are unchanged. */
export function stemWord(word: string): string {
  return word.length > 2 && PLAIN_WORD.test(word) ? stemmer(word) : word
}

function analyseRun(run: string): RunTerms {
  if (PLAIN_WORD.test(run)) return { words: wordsOfPart(run), whole: undefined, surface: run }
  const parts = run.match(PART) ?? []
  const surface = run.toLowerCase()
  return { words: parts.flatMap(wordsOfPart), whole: parts.length > 1 ? surface : undefined, surface }
}

/**
 * Converts texts to terms, with a cache of runs. A text has the same terms in every process, and in every version of Node with the same
 * Unicode tables.
 */
export class TextAnalyser {
  readonly #runs = new FoundRuns(analyseRun)

  /**
   * Finds the runs of a text that contain something to search for: for each run its stemmed words and, if it is an identifier of several
   * parts, the whole identifier.
   *
   * @returns the numbers of the runs in reading order; the next call overwrites them.
   */
  readRuns(text: string): FoundRuns {
    this.#runs.read(text)
    return this.#runs
  }

  /** Finds the terms of a text like `readRuns`. @returns runs in reading order. */
  analyse(text: string): RunTerms[] {
    const { count, numbers, terms } = this.readRuns(text)
    const runs: RunTerms[] = []
    for (let at = 0; at < count; at++) runs.push(terms[numbers[at] as number] as RunTerms)
    return runs
  }

  /** Returns the stemmed words of a text in reading order, as they are indexed, with repetitions. */
  findTerms(text: string): string[] {
    const { count, numbers, terms } = this.readRuns(text)
    const found: string[] = []
    for (let at = 0; at < count; at++) {
      for (const word of (terms[numbers[at] as number] as RunTerms).words) found.push(word)
    }
    return found
  }
}
