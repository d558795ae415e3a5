import { hash } from "./token-table.ts"

/** Words of one library repeat; most are in the first few ten thousand. */
const PLACES = 2 ** 16
const PLACE_BYTES = 32
const PLACE_INTEGERS = PLACE_BYTES / 4
/** The first two bytes of a place are the length of its word and its count. */
const WORD_AT = 2
const MAX_WORD_BYTES = PLACE_BYTES - WORD_AT

/**
 * Caches the token counts of short words: the last two words in each of 32,768 slots, 2 MB. Frequent entries stay in
 * the processor's cache, where the vocabulary does not fit.
 *
 * @param count counts the tokens of a word of at least one byte.
 * @returns `count` with this cache.
 */
export function cacheCounts(count: CountWord): CountWord {
  const places = new Uint8Array(PLACES * PLACE_BYTES)
  const integers = new Int32Array(places.buffer)
  return (bytes, from, to) => {
    const length = to - from
    if (length > MAX_WORD_BYTES) return count(bytes, from, to)
    // The first of a pair is the more recently used word.
    const first = (hash(bytes, from, to) & (PLACES - 2)) * PLACE_BYTES
    if (isWordAt(places, first, bytes, from, length)) return places[first + 1] as number
    const second = first + PLACE_BYTES
    const isSecond = isWordAt(places, second, bytes, from, length)
    const counted = isSecond ? (places[second + 1] as number) : count(bytes, from, to)
    swap(integers, first / 4, second / 4)
    if (isSecond) return counted
    // The length last: counting may be stopped at any point, and a place without one holds no word.
    places[first] = 0
    for (let at = 0; at < length; at++) places[first + WORD_AT + at] = bytes[from + at] as number
    places[first + 1] = counted
    places[first] = length
    return counted
  }
}

function swap(integers: Int32Array, first: number, second: number): void {
  for (let at = 0; at < PLACE_INTEGERS; at++) {
    const before = integers[first + at] as number
    integers[first + at] = integers[second + at] as number
    integers[second + at] = before
  }
}

function isWordAt(places: Uint8Array, place: number, bytes: Uint8Array, from: number, length: number): boolean {
  if (places[place] !== length) return false
  let at = 0
  while (at < length && places[place + WORD_AT + at] === bytes[from + at]) at++
  return at === length
}

/** Counts the tokens of the bytes between two places. */
export type CountWord = (bytes: Uint8Array, from: number, to: number) => number
