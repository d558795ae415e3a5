import { wordMark } from "../../index/format/word-order.ts"
import type { IndexFile } from "../../index/read/open-index.ts"
import type { RunTerms, TextAnalyser } from "../../index/terms/analyse-text.ts"
import { PostingsReader } from "../../kernel/postings-reader.ts"
import { cleanQuestion } from "./clean-question.ts"
import { FILLER_WORDS } from "./filler-words.ts"
import { repairTypo } from "./repair-typos.ts"
import { synonymsOf } from "./synonyms.ts"
import { relativesOf } from "./word-relatives.ts"

const MAX_UNKNOWN_WORDS = 5
const MIN_CHARACTERS = 3
const MAX_CHARACTERS = 40
/** Snippets with the rarest word of an identifier that are searched for its other words. If there are more, it is not called unknown. */
const MAX_SNIPPETS_READ = 300
/** Snippets with the words of an identifier next to each other that are searched for the identifier. If there are more, it is not called unknown. */
const MAX_TEXTS_READ = 20
/** Characters that separate the words of an identifier. */
const SEPARATORS = /[_$.-]/g
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
 * Returns words and identifiers of a question and of the expected terms that the library does not contain in any form: not even with a
 * typing error corrected, or as a related word or synonym.
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
      if (isTelling(run) && !unknown.has(run.surface) && isUnknown(index, analyser, run)) {
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

function isUnknown(index: IndexFile, analyser: TextAnalyser, { whole, words }: RunTerms): boolean {
  const lacks = (term: string) => index.counts(term) === undefined
  if (whole !== undefined && IDENTIFIER.test(whole)) {
    // The library may write `PagerDuty` as one word, `Pagerduty`.
    const asWord = analyser.findTerms(whole.replaceAll(SEPARATORS, ""))
    return lacks(whole) && asWord.every(lacks) && !isPartOfIdentifier(index, whole, words)
  }
  return words.every(
    (word) =>
      lacks(word) &&
      synonymsOf(word).every(lacks) &&
      repairTypo(index, word) === undefined &&
      relativesOf(index, word).length === 0,
  )
}

/**
 * Returns true if a snippet contains an identifier as a part of a longer one, such as `requests.ConnectTimeout`, or with other separators.
 * Separate words, as in `create an agent`, do not count.
 */
function isPartOfIdentifier(index: IndexFile, whole: string, words: readonly string[]): boolean {
  const lists = words.map((word) => index.postings(word)?.snippets)
  const rarest = lists.reduce((least, list) => ((list?.length ?? 0) < (least?.length ?? 0) ? list : least), lists[0])
  if (rarest === undefined) return false
  const marks = words.map((word) => wordMark(word))
  const reader = new PostingsReader(rarest)
  let texts = 0
  for (let read = 0; reader.next(); read++) {
    if (read === MAX_SNIPPETS_READ || texts === MAX_TEXTS_READ) return true
    if (!containsRun(index.wordOrder(reader.id), marks)) continue
    texts++
    if (containsIdentifier(index, reader.id, whole)) return true
  }
  return false
}

function containsIdentifier(index: IndexFile, snippet: number, whole: string): boolean {
  const { content, headingPath } = index.indexedSnippet(snippet)
  const withoutSeparators = (text: string) => text.toLowerCase().replaceAll(SEPARATORS, "")
  return withoutSeparators(`${headingPath.join(" ")} ${content}`).includes(withoutSeparators(whole))
}

/** Returns true if a list contains the members of another one, one after the other. */
function containsRun(list: Uint16Array, run: readonly number[]): boolean {
  return list.some((_, from) => run.every((mark, at) => list[from + at] === mark))
}

/** Returns the part of a text that is equal to a lower-case run; the run itself if that part cannot be found. */
function asWritten(text: string, surface: string): string {
  const lowerCase = text.toLowerCase()
  const at = lowerCase.indexOf(surface)
  // Some letters, such as `İ`, are longer in lower case, which moves everything after them.
  return at === -1 || lowerCase.length !== text.length ? surface : text.slice(at, at + surface.length)
}
