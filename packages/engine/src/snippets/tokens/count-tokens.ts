import { endOfAsciiWord } from "./ascii-words.ts"
import { createMergeCounter } from "./merge-bytes.ts"
import { readTokenTable } from "./token-table.ts"
import { type CountWord, cacheCounts } from "./word-count-cache.ts"

/**
 * The pre-tokenizer of o200k_base as published with OpenAI's tiktoken. Tokens never cross the borders of these words, so
 * the count of a text is the sum over its words.
 */
const WORD =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'[sStTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu

/** Byte-pair merging is quadratic in the length of a word; longer runs are counted in slices, which never counts too few. */
const MAX_WORD_CHARACTERS = 256
/** Most bytes of UTF-8 that a unit of UTF-16 takes. */
const BYTES_PER_CHARACTER = 3
/** Enough for every snippet; a longer text gets an array of its own. */
const BUFFER_BYTES = 65_536

const encoder = new TextEncoder()
const buffer = new Uint8Array(BUFFER_BYTES)
let countWord: CountWord | undefined

/**
 * Counts the o200k_base tokens of a text. The first call reads the vocabulary.
 *
 * This replaces the counter of gpt-tokenizer, whose vocabulary is a module of 2.4 MB of strings; the counts are the same,
 * which a test checks on any text. For 155 files with 1.5 MB, loading takes 100 ms of CPU time instead of 330 ms, counting
 * 145 ms instead of 530 ms, and the process 71 MB instead of 155 MB. A vocabulary in another format would need new code.
 *
 * @returns the exact number; a little too many for texts with runs of over 256 characters without a break.
 */
export function countTokens(text: string): number {
  countWord ??= cacheCounts(createMergeCounter(readTokenTable(), MAX_WORD_CHARACTERS * BYTES_PER_CHARACTER))
  const maxBytes = text.length * BYTES_PER_CHARACTER
  const bytes = maxBytes > BUFFER_BYTES ? new Uint8Array(maxBytes) : buffer
  const { written } = encoder.encodeInto(text, bytes)
  const isAscii = written === text.length
  return isAscii ? countAscii(countWord, bytes, written) : countWords(countWord, text)
}

function countAscii(counter: CountWord, bytes: Uint8Array, length: number): number {
  let count = 0
  let from = 0
  while (from < length) {
    const end = endOfAsciiWord(bytes, from, length)
    for (; from < end; from += MAX_WORD_CHARACTERS) {
      count += counter(bytes, from, Math.min(end, from + MAX_WORD_CHARACTERS))
    }
    from = end
  }
  return count
}

function countWords(counter: CountWord, text: string): number {
  let count = 0
  for (const [word] of text.matchAll(WORD)) {
    for (let start = 0; start < word.length; start += MAX_WORD_CHARACTERS) {
      const { written } = encoder.encodeInto(word.slice(start, start + MAX_WORD_CHARACTERS), buffer)
      count += counter(buffer, 0, written)
    }
  }
  return count
}
