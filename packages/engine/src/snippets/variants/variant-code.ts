import { isProgrammingLanguage, languageName } from "./language-names.ts"

/**
 * Minimum Jaccard similarity of the words of two variants in programming languages. 86% of 858 neighbouring pairs reach it (eval/log.md).
 */
const MIN_SIMILARITY = 0.4
/**
 * Minimum share of the shorter text's words that the longer one contains, for variants in data formats. XML adds so many words of its own that
 * the Jaccard similarity is low.
 */
const MIN_SHARED_WORDS = 0.75
/** Formats in which the same configuration or data can be written. */
const DATA_FORMATS = new Set(["yaml", "xml", "toml", "json", "ini", "properties", "php"])
const WORD = /[a-z]\w+/g

/** Code with the label of its block, which usually names a language. */
interface LabelledCode {
  readonly language: string
  readonly code: string
}

/** Numbers of different words in two codes. */
export interface SharedWords {
  readonly left: number
  readonly right: number
  /** Those that both codes contain. */
  readonly shared: number
}

/**
 * Returns true if codes in these languages can be variants of each other: in different programming languages, or in different formats.
 *
 * @param languages canonical names of the languages of both codes; none of them twice.
 */
export function canBeVariants(languages: readonly string[]): boolean {
  return languages.every(isProgrammingLanguage) || languages.every((name) => DATA_FORMATS.has(name))
}

/** Returns true if two codes have so many words in common that they say the same in languages that `canBeVariants`. */
export function haveWordsOfVariants(languages: readonly string[], { left, right, shared }: SharedWords): boolean {
  if (shared === 0) return false
  if (languages.every(isProgrammingLanguage) && shared >= MIN_SIMILARITY * (left + right - shared)) return true
  return languages.every((name) => DATA_FORMATS.has(name)) && shared >= MIN_SHARED_WORDS * Math.min(left, right)
}

/** Returns true if a code says the same as another one, in another programming language or format. */
export function isVariant(code: LabelledCode, other: LabelledCode): boolean {
  const languages = [languageName(code.language), languageName(other.language)]
  if (languages[0] === languages[1] || languages.includes("") || !canBeVariants(languages)) return false
  const [left, right] = [wordsOf(code), wordsOf(other)]
  let shared = 0
  for (const word of left) if (right.has(word)) shared++
  return haveWordsOfVariants(languages, { left: left.size, right: right.size, shared })
}

function wordsOf({ code }: LabelledCode): ReadonlySet<string> {
  return new Set(code.toLowerCase().match(WORD))
}
