import { growArray } from "../terms/grow-array.ts"

/**
 * Posting lists: entries of (id, frequency) as bytes, with ascending ids. Each id is coded as its difference from the previous one in 7-bit
 * groups, lowest first, whose high bit means that more follow (LEB128). One byte of frequencies follows: prose in the low four bits, code
 * in the high four bits. The scoring kernel reads them (`packages/engine/assembly`).
 */

/** Higher frequencies count as this one: BM25 is saturated long before. */
export const MAX_FREQUENCY = 15

/** Initial size of a list in bytes: enough for a term that occurs in few snippets. */
const FIRST_BYTES = 8
/** Maximum size of an entry in bytes. */
const ENTRY_BYTES = 6
const FIRST_LISTS = 1024
/** Number of values per list: its start, its current and maximum end, and its last entry. */
const FIELDS = 8
const [BEGIN, AT, END, LAST_ID, FREQUENCY_AT] = [0, 1, 2, 3, 4]

/**
 * Writes many lists, which the caller numbers from 0. They are stored in one array, each contiguous. A list that grows
 * is moved to a block of twice the size, and its old block is reused.
 */
export class PostingsWriter {
  #bytes = new Uint8Array(FIRST_LISTS * FIRST_BYTES)
  #used = 0
  #lists = new Int32Array(FIRST_LISTS * FIELDS)
  /** Offsets of free blocks, by the base-2 logarithm of their size. */
  readonly #free: number[][] = []

  /**
   * Adds an id with its frequencies in prose and in code, each capped at `MAX_FREQUENCY`; the same id again adds up.
   * The ids of one list must come in ascending order.
   *
   * @returns true when the list did not end with this id before.
   */
  add(list: number, id: number, proseFrequency: number, codeFrequency: number): boolean {
    const fields = list * FIELDS
    if (fields >= this.#lists.length) this.#lists = growArray(this.#lists, fields + FIELDS)
    const lists = this.#lists
    const at = lists[fields + AT] as number
    const isFirst = lists[fields + END] === 0
    const lastId = isFirst ? -1 : (lists[fields + LAST_ID] as number)
    if (id === lastId) {
      const frequencyAt = lists[fields + FREQUENCY_AT] as number
      const before = this.#bytes[frequencyAt] as number
      this.#bytes[frequencyAt] = packFrequencies((before & 15) + proseFrequency, (before >> 4) + codeFrequency)
      return false
    }
    const from = at + ENTRY_BYTES > (lists[fields + END] as number) ? this.#makeRoom(fields) : at
    const end = this.#write(from, id - lastId - 1)
    this.#bytes[end] = packFrequencies(proseFrequency, codeFrequency)
    lists[fields + LAST_ID] = id
    lists[fields + FREQUENCY_AT] = end
    lists[fields + AT] = end + 1
    return true
  }

  /** Writes a number. @returns the offset after it. */
  #write(from: number, number: number): number {
    const bytes = this.#bytes
    let at = from
    let gap = number
    while (gap >= 128) {
      bytes[at++] = (gap & 127) | 128
      gap >>>= 7
    }
    bytes[at++] = gap
    return at
  }

  /** Returns the bytes of a list, valid until the next change; empty for a list without entries. */
  bytesOf(list: number): Uint8Array {
    const fields = list * FIELDS
    return this.#bytes.subarray(this.#lists[fields + BEGIN] ?? 0, this.#lists[fields + AT] ?? 0)
  }

  /** Moves a list to a block of twice the size, or allocates its first one. @returns where to write next. */
  #makeRoom(fields: number): number {
    const lists = this.#lists
    const [begin, at, end] = [
      lists[fields + BEGIN] as number,
      lists[fields + AT] as number,
      lists[fields + END] as number,
    ]
    const size = end === 0 ? FIRST_BYTES : 2 * (end - begin)
    const moved = this.#free[powerOf(size)]?.pop() ?? this.#takeNew(size)
    this.#bytes.copyWithin(moved, begin, at)
    if (end > 0) (this.#free[powerOf(end - begin)] ??= []).push(begin)
    lists[fields + BEGIN] = moved
    lists[fields + END] = moved + size
    return moved + at - begin
  }

  #takeNew(size: number): number {
    const begin = this.#used
    this.#used += size
    this.#bytes = growArray(this.#bytes, this.#used)
    return begin
  }
}

function powerOf(size: number): number {
  return 31 - Math.clz32(size)
}

function packFrequencies(prose: number, code: number): number {
  return Math.min(prose, MAX_FREQUENCY) | (Math.min(code, MAX_FREQUENCY) << 4)
}
