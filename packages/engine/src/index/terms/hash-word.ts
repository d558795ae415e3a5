/** Initial value of FNV-1a (Fowler, Noll, Vo). */
export const HASH_START = 0x811c9dc5
const HASH_FACTOR = 0x01000193

/** Adds one code unit to a hash (FNV-1a). @returns a signed 32-bit number. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, HASH_FACTOR)
}

/** Returns an upper-case ASCII letter in lower case, and any other code unit unchanged. */
export function lowerCaseUnit(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}

/** Hashes the code units of a word, with ASCII letters in lower case. @returns a signed 32-bit number. */
export function hashWord(word: string): number {
  let hash = HASH_START
  for (let at = 0; at < word.length; at++) hash = hashUnit(hash, lowerCaseUnit(word.charCodeAt(at)))
  return hash
}
