/** FNV-1a (Fowler, Noll, Vo) over code units, capital letters of ASCII taken as small ones. @returns a signed number of 32 bits. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    hash = Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), 0x01000193)
  }
  return hash
}
