const [MORE, NUMBER_BITS, MAX_SHIFT] = [128, 7, 35]

/** Reads a posting list entry by entry (`index/format/postings.ts` describes the encoding). */
export class PostingsReader {
  readonly #bytes: Uint8Array
  #at = 0
  id = -1
  /** The low and the high four bits of the entry's frequencies. */
  low = 0
  high = 0
  /** True if the list ends in the middle of an entry. */
  isDamaged = false

  constructor(list: Uint8Array | undefined) {
    this.#bytes = list ?? new Uint8Array(0)
  }

  /** Reads the next entry. @returns false at the end. */
  next(): boolean {
    const bytes = this.#bytes
    if (this.#at >= bytes.length) return false
    let gap = 0
    let byte = MORE
    for (let shift = 0; byte >= MORE && shift < MAX_SHIFT; shift += NUMBER_BITS) {
      byte = bytes[this.#at++] ?? 0
      gap += (byte & (MORE - 1)) * 2 ** shift
    }
    if (this.#at >= bytes.length) {
      this.isDamaged = true
      return false
    }
    const frequencies = bytes[this.#at++] ?? 0
    this.id += gap + 1
    this.low = frequencies & 15
    this.high = frequencies >> 4
    return true
  }
}
