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
    for (let at = 0; at < phraseCount(marks); at++) this.#phrases.add(phraseAt(marks, at))
  }

  /** Returns true if most of a text has been shown, for example in a longer example or on other pages. */
  contains(marks: Uint16Array): boolean {
    if (this.#phrases.size === 0) return false
    const count = phraseCount(marks)
    const maxNew = (1 - REPEATED_SHARE) * count
    const found = new Set<number>()
    let added = 0
    for (let at = 0; at < count; at++) {
      const phrase = phraseAt(marks, at)
      if (found.has(phrase)) continue
      found.add(phrase)
      if (this.#phrases.has(phrase)) continue
      // Most texts are new, which is known after a quarter of their phrases.
      if (++added > maxNew) return false
    }
    return found.size >= MIN_PHRASES && found.size - added >= REPEATED_SHARE * found.size
  }
}

function phraseCount(marks: Uint16Array): number {
  return Math.max(0, marks.length - PHRASE_WORDS + 1)
}

/** Returns the phrase that begins at a word, as a number of 48 bits. */
function phraseAt(marks: Uint16Array, first: number): number {
  let phrase = 0
  for (let at = first; at < first + PHRASE_WORDS; at++) phrase = phrase * 0x1_00_00 + (marks[at] ?? 0)
  return phrase
}
