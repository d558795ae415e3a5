import { hash } from "./token-table.ts"

/** Words repeat: most occurrences are of the first few tens of thousands of different words. */
const ENTRIES = 2 ** 16
const ENTRY_BYTES = 32
const ENTRY_INTEGERS = ENTRY_BYTES / 4
/** The first two bytes of an entry are the length of its word and its count. */
const WORD_AT = 2
const MAX_WORD_BYTES = ENTRY_BYTES - WORD_AT

/**
 * Caches the token counts of short words: the two most recent words in each of 32,768 slots, 2 MB in total. Frequent entries stay in the
 * processor's cache, where the vocabulary does not fit.
 *
 * @param count counts the tokens of a word of at least one byte.
 * @returns `count` with this cache.
 */
export function cacheCounts(count: CountWord): CountWord {
  const entries = new Uint8Array(ENTRIES * ENTRY_BYTES)
  const integers = new Int32Array(entries.buffer)
  return (bytes, from, to) => {
    const length = to - from
    if (length > MAX_WORD_BYTES) return count(bytes, from, to)
    // The first of a pair is the more recently used word.
    const first = (hash(bytes, from, to) & (ENTRIES - 2)) * ENTRY_BYTES
    if (isWordAt(entries, first, bytes, from, length)) return entries[first + 1] as number
    const second = first + ENTRY_BYTES
    const isSecond = isWordAt(entries, second, bytes, from, length)
    const counted = isSecond ? (entries[second + 1] as number) : count(bytes, from, to)
    swap(integers, first / 4, second / 4)
    if (isSecond) return counted
    // The length is written last: counting may be interrupted at any point, and an entry without a length holds no word.
    entries[first] = 0
    for (let at = 0; at < length; at++) entries[first + WORD_AT + at] = bytes[from + at] as number
    entries[first + 1] = counted
    entries[first] = length
    return counted
  }
}

function swap(integers: Int32Array, first: number, second: number): void {
  for (let at = 0; at < ENTRY_INTEGERS; at++) {
    const before = integers[first + at] as number
    integers[first + at] = integers[second + at] as number
    integers[second + at] = before
  }
}

function isWordAt(entries: Uint8Array, start: number, bytes: Uint8Array, from: number, length: number): boolean {
  if (entries[start] !== length) return false
  let at = 0
  while (at < length && entries[start + WORD_AT + at] === bytes[from + at]) at++
  return at === length
}

/** Counts the tokens of the bytes between two offsets. */
export type CountWord = (bytes: Uint8Array, from: number, to: number) => number
