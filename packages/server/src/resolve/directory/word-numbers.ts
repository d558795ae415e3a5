import type { Dictionary } from "./dictionary.ts"
import { splitSegments } from "./fold-name.ts"
import { stemWord } from "./text-words.ts"

/**
 * Maximum number of texts whose words are cached: 100,000 libraries have about 200,000. A lower limit makes filling the
 * directory a tenth slower; the memory is freed afterwards.
 */
const MAX_CACHED = 300_000

/**
 * Finds the numbers of the stemmed words of short texts. Libraries have most of their words in common, so nearly all
 * texts are found in the cache instead of being folded and stemmed again.
 */
export class WordNumbers {
  readonly #words: Dictionary
  readonly #numbersByText = new Map<string, readonly number[]>()

  constructor(words: Dictionary) {
    this.#words = words
  }

  /**
   * Returns the numbers of the words of a text. Words without a number are reserved, and the caller must use them at
   * once.
   */
  of(text: string): readonly number[] {
    const known = this.#numbersByText.get(text)
    if (known !== undefined) return known
    const numbers = splitSegments(text).map((word) => this.#words.reserve(stemWord(word)))
    if (this.#numbersByText.size >= MAX_CACHED) this.forget()
    this.#numbersByText.set(text, numbers)
    return numbers
  }

  /** Clears the cache. Necessary once a number has been freed, because another word may get it. */
  forget(): void {
    this.#numbersByText.clear()
  }
}
