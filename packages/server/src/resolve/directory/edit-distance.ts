const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"

/**
 * Counts insertions, deletions, substitutions and swaps of neighbours between two strings.
 *
 * @param max larger distances are not computed exactly.
 * @returns 0 to `max`, or `max + 1`. Time grows with the product of both lengths.
 */
export function editDistance(left: string, right: string, max: number): number {
  if (Math.abs(left.length - right.length) > max) return max + 1
  let beforeLast = new Uint16Array(right.length + 1)
  let last = Uint16Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const row = new Uint16Array(right.length + 1)
    row[0] = i
    let best = i
    for (let j = 1; j <= right.length; j++) {
      const cost = left.charCodeAt(i - 1) === right.charCodeAt(j - 1) ? 0 : 1
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      const isSwap =
        i > 1 &&
        j > 1 &&
        left.charCodeAt(i - 1) === right.charCodeAt(j - 2) &&
        left.charCodeAt(i - 2) === right.charCodeAt(j - 1)
      if (isSwap) value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = value
      if (value < best) best = value
    }
    if (best > max) return max + 1
    beforeLast = last
    last = row
  }
  return Math.min(last[right.length] ?? 0, max + 1)
}

/**
 * Lists all strings that are one insertion, deletion, substitution or swap away, so that typos can be found by lookup.
 * Yields about 73 strings per character, including repeats.
 */
export function* oneEditNeighbours(word: string): Generator<string> {
  for (let i = 0; i <= word.length; i++) {
    const head = word.slice(0, i)
    const tail = word.slice(i)
    const rest = tail.slice(1)
    if (tail !== "") yield head + rest
    if (tail.length > 1) yield head + (tail[1] ?? "") + (tail[0] ?? "") + tail.slice(2)
    for (const letter of ALPHABET) {
      yield head + letter + tail
      if (tail !== "") yield head + letter + rest
    }
  }
}
