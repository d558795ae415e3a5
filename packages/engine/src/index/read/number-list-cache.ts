type ReadList<List> = (id: number) => List

/** The size of a cache for all indexes of a session together. */
interface CacheSize {
  readonly maxLists: number
  readonly maxNumbers: number
}

/** Caches sketches. */
export type SketchCache = NumberListCache<Uint32Array>
/** Caches word orders. */
export type WordOrderCache = NumberListCache<Uint16Array>

/** Creates a cache of about a megabyte, enough for what a hundred questions compare. */
export function makeSketchCache(): SketchCache {
  return new NumberListCache((length) => new Uint32Array(length), { maxLists: 8_192, maxNumbers: 262_144 })
}

/** Creates a cache of about four megabytes, enough for what a hundred questions search. */
export function makeWordOrderCache(): WordOrderCache {
  return new NumberListCache((length) => new Uint16Array(length), { maxLists: 24_576, maxNumbers: 2_097_152 })
}

/**
 * Caches the lists of numbers that were read last, such as the sketches or the word orders of snippets. A question reads up to two hundred, many
 * of which belong to snippets that other questions to the same library find as well. All indexes of a session share one cache; it is emptied
 * when it is full.
 */
export class NumberListCache<List extends Uint16Array | Uint32Array> {
  readonly #makeList: (length: number) => List
  readonly #size: CacheSize
  /** For each index, the places of its lists by snippet. */
  readonly #placesByReader = new Map<ReadList<List>, Map<number, number>>()
  /** The numbers of all lists, and where each list ends: thousands of small arrays would take twice as much memory. */
  #numbers: List
  #ends = new Uint32Array(0)
  #count = 0

  /** @param makeList creates a list of zeros. */
  constructor(makeList: (length: number) => List, size: CacheSize) {
    this.#makeList = makeList
    this.#size = size
    this.#numbers = makeList(0)
  }

  /** Returns a cached reader for the lists of one index; `forget` drops the cached lists of that index. */
  readerOf(read: ReadList<List>): { readonly get: ReadList<List>; readonly forget: () => void } {
    return {
      get: (id) => {
        const place = this.#placesByReader.get(read)?.get(id)
        return place === undefined ? this.#keep(read, id) : this.#at(place)
      },
      forget: () => this.#placesByReader.delete(read),
    }
  }

  #at(place: number): List {
    return this.#numbers.subarray(this.#startOf(place), this.#ends[place]) as List
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] as number)
  }

  #keep(read: ReadList<List>, id: number): List {
    const list = read(id)
    if (list.length > this.#size.maxNumbers) return list
    const isFull = this.#count === this.#ends.length || this.#startOf(this.#count) + list.length > this.#numbers.length
    if (isFull) this.#clear()
    const place = this.#count++
    const start = this.#startOf(place)
    this.#numbers.set(list, start)
    this.#ends[place] = start + list.length
    let places = this.#placesByReader.get(read)
    if (places === undefined) this.#placesByReader.set(read, (places = new Map()))
    places.set(id, place)
    return list
  }

  /** Starts other arrays, because an answer may still use lists of the last ones. */
  #clear(): void {
    this.#placesByReader.clear()
    this.#numbers = this.#makeList(this.#size.maxNumbers)
    this.#ends = new Uint32Array(this.#size.maxLists)
    this.#count = 0
  }
}
