import type { TokenTable } from "./token-table.ts"
import type { CountWord } from "./word-count-cache.ts"

const NO_TOKEN = 0x7fff_ffff

/**
 * Creates a function that counts the tokens of a word. Starting with single bytes, it merges the two neighbours whose
 * combined bytes are the token with the lowest rank (the first pair of equal ones), until no pair is a token.
 *
 * @param maxBytes maximum length of a word.
 * @returns a function that returns at least 1 for a word of one byte or more; its time grows with the square of the
 *   length.
 */
export function createMergeCounter({ rankOf, rankOfPair }: TokenTable, maxBytes: number): CountWord {
  /** Start offsets of the parts, followed by the end of the word. */
  const starts = new Int32Array(maxBytes + 1)
  /** Ranks of a part together with the next one. */
  const ranks = new Int32Array(maxBytes + 1)

  return (bytes, from, to) => {
    if (to - from <= 1 || rankOf(bytes, from, to) >= 0) return Math.min(1, to - from)
    let parts = to - from
    for (let part = 0; part <= parts; part++) starts[part] = from + part
    for (let part = 0; part + 1 < parts; part++) {
      const at = from + part
      const rank = rankOfPair[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] as number
      ranks[part] = rank < 0 ? NO_TOKEN : rank
    }
    for (;;) {
      let lowest = NO_TOKEN
      let chosen = 0
      for (let part = 0; part + 1 < parts; part++) {
        const rank = ranks[part] as number
        if (rank >= lowest) continue
        lowest = rank
        chosen = part
      }
      if (lowest === NO_TOKEN) return parts
      parts--
      starts.copyWithin(chosen + 1, chosen + 2, parts + 2)
      ranks.copyWithin(chosen, chosen + 1, parts + 1)
      if (chosen + 1 < parts) ranks[chosen] = rankTogether(bytes, chosen)
      if (chosen > 0) ranks[chosen - 1] = rankTogether(bytes, chosen - 1)
    }
  }

  function rankTogether(bytes: Uint8Array, part: number): number {
    const rank = rankOf(bytes, starts[part] as number, starts[part + 2] as number)
    return rank < 0 ? NO_TOKEN : rank
  }
}
