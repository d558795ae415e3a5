import type { IndexFile } from "../../index/read/open-index.ts"
import type { RunTerms, TextAnalyser } from "../../index/terms/analyse-text.ts"
import { cleanQuestion } from "./clean-question.ts"
import { FILLER_WORDS } from "./filler-words.ts"
import { repairTypo } from "./repair-typos.ts"
import { synonymsOf } from "./synonyms.ts"
import { relativesOf } from "./word-relatives.ts"

const MAX_UNKNOWN_WORDS = 5
const MIN_CHARACTERS = 3
const MAX_CHARACTERS = 40
/** A longer question is a pasted file or log, whose unknown words say little. */
const MAX_RUNS = 40
/** Names of code, such as `retry_delay` and `retryDelay`. Of other runs with several parts, such as `client-side`, only the parts count. */
const IDENTIFIER = /^[\p{L}\p{N}_$]+$/u

/** An index, and what reads questions as its texts were read. */
interface AnalysedIndex {
  readonly index: IndexFile
  readonly session: { readonly analyser: TextAnalyser }
}

/**
 * Returns words and identifiers of a question and of the expected terms that the library does not contain in any form: neither
 * themselves, nor without a typing error, nor their relatives or synonyms.
 *
 * @param terms words, phrases or identifiers that the caller expects in the answer.
 * @returns at most five, as they were written, those of `terms` first.
 */
export function findUnknownWords(
  { index, session: { analyser } }: AnalysedIndex,
  { query, terms = [] }: { readonly query: string; readonly terms?: readonly string[] | undefined },
): readonly string[] {
  const unknown = new Map<string, string>()
  for (const text of [...terms, cleanQuestion(query)]) {
    for (const run of analyser.analyse(text).slice(0, MAX_RUNS)) {
      if (unknown.size === MAX_UNKNOWN_WORDS) break
      if (isTelling(run) && !unknown.has(run.surface) && isUnknown(index, run)) {
        unknown.set(run.surface, asWritten(text, run.surface))
      }
    }
  }
  return [...unknown.values()]
}

function isTelling({ surface, words }: RunTerms): boolean {
  return (
    words.length > 0 &&
    surface.length >= MIN_CHARACTERS &&
    surface.length <= MAX_CHARACTERS &&
    /\p{L}/u.test(surface) &&
    !FILLER_WORDS.has(surface)
  )
}

function isUnknown(index: IndexFile, { whole, words }: RunTerms): boolean {
  const lacks = (term: string) => index.counts(term) === undefined
  if (whole !== undefined && IDENTIFIER.test(whole)) return lacks(whole)
  return words.every(
    (word) =>
      lacks(word) &&
      synonymsOf(word).every(lacks) &&
      repairTypo(index, word) === undefined &&
      relativesOf(index, word).length === 0,
  )
}

/** Returns the part of a text that is equal to a lower-case run. */
function asWritten(text: string, surface: string): string {
  const at = text.toLowerCase().indexOf(surface)
  return at === -1 ? surface : text.slice(at, at + surface.length)
}
