/** Words of a phrase. Shorter ones occur by chance. */
const PHRASE_WORDS = 3
/**
 * A text is a repetition if at least this share of its phrases has been shown. At 0.6, code was skipped that differed in the very word of
 * the question (eval/log.md).
 */
const REPEATED_SHARE = 0.75
/** Texts with fewer phrases are too short to judge. */
const MIN_PHRASES = 8

/** The phrases of an answer so far, by the marks of their words. */
export class ShownPhrases {
  readonly #phrases = new Set<number>()

  /** @param marks of the words of a snippet, in their order (`wordOrder`). */
  add(marks: Uint16Array): void {
    for (const phrase of phrasesOf(marks)) this.#phrases.add(phrase)
  }

  /** Returns true if most of a text has been shown, for example in a longer example or on other pages. */
  contains(marks: Uint16Array): boolean {
    if (this.#phrases.size === 0) return false
    const phrases = phrasesOf(marks)
    const maxNew = (1 - REPEATED_SHARE) * phrases.length
    const found = new Set<number>()
    let added = 0
    for (const phrase of phrases) {
      if (found.has(phrase)) continue
      found.add(phrase)
      if (this.#phrases.has(phrase)) continue
      // Most texts are new, which is known after a quarter of their phrases.
      if (++added > maxNew) return false
    }
    return found.size >= MIN_PHRASES && found.size - added >= REPEATED_SHARE * found.size
  }
}

/** Returns the phrases of a text, each as a number of 48 bits. */
function phrasesOf(marks: Uint16Array): readonly number[] {
  const phrases: number[] = []
  for (let at = PHRASE_WORDS - 1; at < marks.length; at++) {
    let phrase = 0
    for (let word = at - PHRASE_WORDS + 1; word <= at; word++) phrase = phrase * 0x1_00_00 + (marks[word] ?? 0)
    phrases.push(phrase)
  }
  return phrases
}
