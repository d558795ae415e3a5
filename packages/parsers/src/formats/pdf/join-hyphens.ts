/** A word that ends in a hyphen, a space, and the rest of the word: what is left of a line end. */
const BROKEN = /([\p{L}\p{N}-]*\p{L})- (\p{Ll}\p{L}*)/gu
const WORD = /\p{L}[\p{L}\p{N}]*(?:-\p{L}[\p{L}\p{N}]*)*/gu

/** After these a hyphen stands for a word that follows: `pre- and postconditions`. */
const CONJUNCTIONS = new Set("and or to nor as versus und oder bis sowie bzw et ou y o e ed og och en of".split(" "))

/**
 * Makes the function that puts words together again which were parted at the ends of lines. How the document writes
 * a word elsewhere decides whether its hyphen stays; without an example it goes, unless the word has another one.
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
