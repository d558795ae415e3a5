/**
 * Lists of (id, frequency) as bytes: ids ascending, coded as the difference to the one before in 7-bit groups, lowest
 * first, the high bit meaning that more follow (LEB128); each followed by one byte of frequency.
 */

/** Frequencies above this count as this: BM25 has saturated long before. */
export const MAX_FREQUENCY = 15

/** Grows a list; ids must be added in ascending order. */
export class PostingsWriter {
  private bytes = new Uint8Array(16)
  private length = 0
  private lastId = -1
  private lastFrequencyAt = 0

  /** Number of ids so far. */
  count = 0

  /**
   * Adds an id with its frequencies in prose and in code, each capped at `MAX_FREQUENCY`; the same id again adds up.
   */
  add(id: number, proseFrequency: number, codeFrequency: number): void {
    if (id === this.lastId) {
      const before = this.bytes[this.lastFrequencyAt] ?? 0
      this.bytes[this.lastFrequencyAt] = packFrequencies((before & 15) + proseFrequency, (before >> 4) + codeFrequency)
      return
    }
    if (this.length + 6 > this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2)
      grown.set(this.bytes)
      this.bytes = grown
    }
    let gap = id - this.lastId - 1
    while (gap >= 128) {
      this.bytes[this.length++] = (gap & 127) | 128
      gap >>>= 7
    }
    this.bytes[this.length++] = gap
    this.lastFrequencyAt = this.length
    this.bytes[this.length++] = packFrequencies(proseFrequency, codeFrequency)
    this.lastId = id
    this.count++
  }

  /** The id added last; -1 when there is none. */
  get last(): number {
    return this.lastId
  }

  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}

function packFrequencies(prose: number, code: number): number {
  return Math.min(prose, MAX_FREQUENCY) | (Math.min(code, MAX_FREQUENCY) << 4)
}

/**
 * Room for one list that was read; the next list that is read into it takes the place of the last. Kept from list to list,
 * so that reading allocates nothing.
 */
export class PostingsBuffer {
  /** Ascending; only the first `count` are of the list. Signed, as sums with them are then known to be whole. */
  ids = new Int32Array(256)
  /** Frequency in prose in the low four bits, in code in the high ones. */
  frequencies = new Uint8Array(256)
  count = 0

  /** Reads a list made by `PostingsWriter`; no list has no entries. */
  read(bytes: Uint8Array | undefined): void {
    this.count = 0
    if (bytes === undefined) {
      return
    }
    // An entry has two bytes at least.
    if (bytes.length > 2 * this.ids.length) {
      this.ids = new Int32Array(bytes.length)
      this.frequencies = new Uint8Array(bytes.length)
    }
    const { ids, frequencies } = this
    let [id, at, count] = [-1, 0, 0]
    while (at < bytes.length) {
      let byte = bytes[at++] as number
      let gap = byte & 127
      for (let shift = 7; byte >= 128; shift += 7) {
        byte = bytes[at++] as number
        gap |= (byte & 127) << shift
      }
      id += gap + 1
      ids[count] = id
      frequencies[count++] = bytes[at++] as number
    }
    this.count = count
  }
}
