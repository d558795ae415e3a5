/** A word with a trailing hyphen, a space, and the rest of the word: the remains of a line end. */
const BROKEN = /([\p{L}\p{N}-]*\p{L})- (\p{Ll}\p{L}*)/gu
const WORD = /\p{L}[\p{L}\p{N}]*(?:-\p{L}[\p{L}\p{N}]*)*/gu

/** Before these words, the hyphen stands for a following word: `pre- and postconditions`. */
const CONJUNCTIONS = new Set("and or to nor as versus und oder bis sowie bzw et ou y o e ed og och en of".split(" "))

/**
 * Returns a function that rejoins words that were split at line ends. The hyphen is kept if the document writes the
 * word with a hyphen elsewhere. If the word does not occur elsewhere, the hyphen is removed, unless the word contains
 * another one.
 *
 * @param texts of the whole document.
 */
export function createHyphenJoiner(texts: readonly string[]): (text: string) => string {
  const words = new Set<string>()
  for (const text of texts) {
    for (const [word] of text.matchAll(WORD)) words.add(word.toLowerCase())
  }
  return (text) =>
    text.includes("- ")
      ? text.replaceAll(BROKEN, (found, left: string, right: string) => {
          if (CONJUNCTIONS.has(right)) return found
          const whole = `${left}${right}`
          const hyphenated = `${left}-${right}`
          if (words.has(whole.toLowerCase())) return whole
          return words.has(hyphenated.toLowerCase()) || left.includes("-") ? hyphenated : whole
        })
      : text
}
