const FIRST_CAPACITY = 2
const INITIAL_POOL = 1024

/** The numbers of an array from index `start` up to, but not including, `end`. */
export interface NumberRange {
  readonly numbers: Int32Array
  readonly start: number
  readonly end: number
}

/**
 * Many short lists of integers in one typed array, each contiguous. Lists grow by doubling; freed space is reused for
 * lists of the same size. Order inside a list is unspecified.
 */
export class PostingLists {
  #pool: Int32Array<ArrayBuffer>
  #used = 0
  #starts: Int32Array<ArrayBuffer>
  #lengths: Int32Array<ArrayBuffer>
  #capacities: Int32Array<ArrayBuffer>
  /** Offsets of free blocks, by capacity. */
  readonly #free = new Map<number, number[]>()

  /** @param initialPool initial capacity in numbers and lists; grows automatically. */
  constructor(initialPool = INITIAL_POOL) {
    this.#pool = new Int32Array(initialPool)
    this.#starts = new Int32Array(initialPool)
    this.#lengths = new Int32Array(initialPool)
    this.#capacities = new Int32Array(initialPool)
  }

  lengthOf(list: number): number {
    return list < this.#lengths.length ? (this.#lengths[list] ?? 0) : 0
  }

  /** Returns the numbers of a list; valid until the next change. */
  view(list: number): Int32Array {
    const start = this.#starts[list] ?? 0
    return this.#pool.subarray(start, start + this.lengthOf(list))
  }

  /**
   * Returns the range of a list, for loops that run thousands of times per search: creating a view takes longer than
   * reading a short list.
   */
  rangeOf(list: number): NumberRange {
    const start = this.#starts[list] ?? 0
    return { numbers: this.#pool, start, end: start + this.lengthOf(list) }
  }

  add(list: number, value: number): void {
    if (list >= this.#starts.length) this.#growDirectory(list)
    const length = this.#lengths[list] ?? 0
    if (length === (this.#capacities[list] ?? 0)) this.#move(list, Math.max(FIRST_CAPACITY, length * 2))
    this.#pool[(this.#starts[list] ?? 0) + length] = value
    this.#lengths[list] = length + 1
  }

  /** Fills an empty list, without the copies that growing it would need. */
  fill(list: number, values: Int32Array): void {
    if (values.length === 0) return
    if (list >= this.#starts.length) this.#growDirectory(list)
    this.#move(list, Math.max(FIRST_CAPACITY, 2 ** Math.ceil(Math.log2(values.length))))
    this.#pool.set(values, this.#starts[list] ?? 0)
    this.#lengths[list] = values.length
  }

  /** Empties a list. */
  clear(list: number): void {
    if (this.lengthOf(list) === 0) return
    this.#lengths[list] = 0
    this.#release(list)
  }

  /** Removes one occurrence of a number, if there is one. */
  remove(list: number, value: number): void {
    const at = this.view(list).indexOf(value)
    if (at < 0) return
    const start = this.#starts[list] ?? 0
    const length = this.lengthOf(list) - 1
    this.#pool[start + at] = this.#pool[start + length] ?? 0
    this.#lengths[list] = length
    if (length === 0) this.#release(list)
  }

  #move(list: number, capacity: number): void {
    const length = this.lengthOf(list)
    const from = this.#starts[list] ?? 0
    const to = this.#allocate(capacity)
    this.#pool.copyWithin(to, from, from + length)
    this.#release(list)
    this.#starts[list] = to
    this.#capacities[list] = capacity
  }

  #release(list: number): void {
    const capacity = this.#capacities[list] ?? 0
    if (capacity === 0) return
    const starts = this.#free.get(capacity) ?? []
    starts.push(this.#starts[list] ?? 0)
    this.#free.set(capacity, starts)
    this.#capacities[list] = 0
  }

  #allocate(capacity: number): number {
    const reused = this.#free.get(capacity)?.pop()
    if (reused !== undefined) return reused
    if (this.#used + capacity > this.#pool.length) {
      this.#pool = enlarge(this.#pool, Math.max(this.#used + capacity, Math.ceil(this.#pool.length * 1.5)))
    }
    const start = this.#used
    this.#used += capacity
    return start
  }

  #growDirectory(list: number): void {
    const size = Math.max(list + 1, Math.ceil(this.#starts.length * 1.5))
    this.#starts = enlarge(this.#starts, size)
    this.#lengths = enlarge(this.#lengths, size)
    this.#capacities = enlarge(this.#capacities, size)
  }
}

function enlarge(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length)
  larger.set(numbers)
  return larger
}
