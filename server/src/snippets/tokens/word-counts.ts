import { hash } from "./token-table.ts"

/** Words of one library repeat; most are in the first few thousand. */
const PLACES = 2 ** 15
const PLACE_BYTES = 32
/** The first two bytes of a place are the length of its word and its count. */
const WORD_AT = 2
const MAX_WORD_BYTES = PLACE_BYTES - WORD_AT

/**
 * Remembers how many tokens short words have, the latest word at each of 32,768 places: 1 MB that stays in the
 * processor's own memory, where the vocabulary does not.
 *
 * @param count counts the tokens of a word of at least one byte.
 * @returns `count` with that memory.
 */
export function rememberCounts(count: CountWord): CountWord {
  const places = new Uint8Array(PLACES * PLACE_BYTES)
  return (bytes, from, to) => {
    const length = to - from
    if (length > MAX_WORD_BYTES) return count(bytes, from, to)
    const place = (hash(bytes, from, to) & (PLACES - 1)) * PLACE_BYTES
    if (places[place] === length) {
      let at = 0
      while (at < length && places[place + WORD_AT + at] === bytes[from + at]) at++
      if (at === length) return places[place + 1] as number
    }
    const counted = count(bytes, from, to)
    places[place] = length
    places[place + 1] = counted
    for (let at = 0; at < length; at++) places[place + WORD_AT + at] = bytes[from + at] as number
    return counted
  }
}

/** Counts the tokens of the bytes between two places. */
export type CountWord = (bytes: Uint8Array, from: number, to: number) => number
