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
    const phrases = new Set(phrasesOf(marks))
    if (phrases.size < MIN_PHRASES) return false
    let shown = 0
    for (const phrase of phrases) shown += Number(this.#phrases.has(phrase))
    return shown >= REPEATED_SHARE * phrases.size
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
