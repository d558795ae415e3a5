/**
 * Decodes a list written by `PostingsWriter` in the simplest way; the scoring kernel has its own decoder.
 *
 * @param list an empty list has no entries.
 * @returns frequencies in prose and in code by id, ascending.
 */
export function readPostings(
  list: Uint8Array | undefined,
): ReadonlyMap<number, readonly [prose: number, code: number]> {
  const bytes = list ?? new Uint8Array(0)
  const entries = new Map<number, readonly [number, number]>()
  let [id, at] = [-1, 0]
  while (at < bytes.length) {
    let [byte, gap, shift] = [128, 0, 0]
    while (byte >= 128) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
      shift += 7
    }
    id += gap + 1
    const packed = bytes[at++]!
    entries.set(id, [packed & 15, packed >> 4])
  }
  return entries
}
