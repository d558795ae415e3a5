import type { RunTerms } from "../terms/analyse-text.ts"
import { hashWord } from "../terms/hash-word.ts"

/**
 * Names a word by 16 bits (FNV-1a, both halves mixed): of 600 words that a text of a hundred words does not hold, about one
 * seems to stand in it.
 *
 * @param stem as `analyseText` gives it.
 */
export function wordMark(stem: string): number {
  const hash = hashWord(stem)
  return (hash ^ (hash >>> 16)) & 0xffff
}

/** Lists the words of runs in reading order by their marks, so that distances between words are known without reading the text. */
export function wordOrder(runs: readonly RunTerms[]): Uint16Array {
  let count = 0
  for (const { words } of runs) count += words.length
  const order = new Uint16Array(count)
  let at = 0
  for (const { words } of runs) {
    for (const word of words) order[at++] = wordMark(word)
  }
  return order
}
