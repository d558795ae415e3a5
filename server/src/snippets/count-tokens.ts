import { encode } from "gpt-tokenizer/encoding/o200k_base"

/**
 * The pre-tokenizer of o200k_base as published with OpenAI's tiktoken. Tokens never cross the borders of these words, so
 * the count of a text is the sum over its words, and words repeat: with the cache below counting is a pass of this
 * expression (20 MB/s against 7 MB/s of the library's own counter on FastAPI's documentation, equal counts).
 */
const WORD =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu

/** About 10 MB at most: enough for the vocabulary of a large library. */
const MAX_CACHED_WORDS = 100_000
/** Byte-pair merging is quadratic in the length of a word; longer runs are counted in slices, which never counts too few. */
const MAX_WORD_CHARACTERS = 256

const countByWord = new Map<string, number>()

function countWord(word: string): number {
  const known = countByWord.get(word)
  if (known !== undefined) {
    return known
  }
  let count = 0
  for (let start = 0; start < word.length; start += MAX_WORD_CHARACTERS) {
    count += encode(word.slice(start, start + MAX_WORD_CHARACTERS)).length
  }
  if (word.length <= MAX_WORD_CHARACTERS) {
    if (countByWord.size >= MAX_CACHED_WORDS) {
      countByWord.clear()
    }
    countByWord.set(word, count)
  }
  return count
}

/**
 * Counts the o200k_base tokens of a text.
 *
 * @returns the exact number; a little too many for texts with runs of over 256 characters without a break.
 */
export function countTokens(text: string): number {
  let count = 0
  for (const word of text.match(WORD) ?? []) {
    count += countWord(word)
  }
  return count
}
