/** What FNV-1a (Fowler, Noll, Vo) begins with. */
export const HASH_START = 0x811c9dc5
const HASH_FACTOR = 0x01000193

/** Goes on with a hash of code units by one unit (FNV-1a). @returns a signed number of 32 bits. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, HASH_FACTOR)
}

/** @returns a capital letter of ASCII as a small one, any other unit as it is. */
export function smallUnit(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}

/** Hashes code units, capital letters of ASCII taken as small ones. @returns a signed number of 32 bits. */
export function hashWord(word: string): number {
  let hash = HASH_START
  for (let at = 0; at < word.length; at++) hash = hashUnit(hash, smallUnit(word.charCodeAt(at)))
  return hash
}
