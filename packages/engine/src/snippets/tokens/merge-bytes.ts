import type { TokenTable } from "./token-table.ts"
import type { CountWord } from "./word-count-cache.ts"

const NO_TOKEN = 0x7fff_ffff

/**
 * Makes a counter of the tokens that a word is merged into: beginning with single bytes, the two neighbours whose bytes
 * together are the token of the lowest rank become one, the first of equals, until no two are a token together.
 *
 * @param maxBytes longest word that is counted.
 * @returns a function that answers at least 1 for a word of a byte or more; time grows with the square of its length.
 */
export function createMergeCounter({ rankOf, rankOfPair }: TokenTable, maxBytes: number): CountWord {
  /** Where the parts begin; the one after the last is the end. */
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
