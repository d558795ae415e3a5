import { SKETCH_SIZE } from "../duplicates/sketch.ts"

/** Most sketches of all indexes of a session together: about a megabyte. */
const MAX_SKETCHES = 8_192

type ReadSketch = (id: number) => Uint32Array

/**
 * Caches the sketches that were read last. A question compares about fifty, many of which belong to snippets that other questions to the same
 * library find as well. All indexes of a session share one cache; it is emptied when it is full.
 */
export class SketchCache {
  /** For each index, the places of its sketches by snippet. */
  readonly #placesByReader = new Map<ReadSketch, Map<number, number>>()
  /** The numbers of all sketches, and how many each has: thousands of small arrays would take twice as much memory. */
  #numbers = new Uint32Array(0)
  #lengths = new Uint8Array(0)
  #count = MAX_SKETCHES

  /** Returns a cached reader for the sketches of one index; `forget` drops the cached sketches of that index. */
  readerOf(read: ReadSketch): { readonly get: ReadSketch; readonly forget: () => void } {
    return {
      get: (id) => {
        const place = this.#placesByReader.get(read)?.get(id)
        return place === undefined ? this.#keep(read, id) : this.#at(place)
      },
      forget: () => this.#placesByReader.delete(read),
    }
  }

  #at(place: number): Uint32Array {
    const from = SKETCH_SIZE * place
    return this.#numbers.subarray(from, from + (this.#lengths[place] as number))
  }

  #keep(read: ReadSketch, id: number): Uint32Array {
    const sketch = read(id)
    if (this.#count === MAX_SKETCHES) this.#clear()
    const place = this.#count++
    this.#numbers.set(sketch, SKETCH_SIZE * place)
    this.#lengths[place] = sketch.length
    let places = this.#placesByReader.get(read)
    if (places === undefined) this.#placesByReader.set(read, (places = new Map()))
    places.set(id, place)
    return sketch
  }

  /** Starts other arrays, because an answer may still use sketches of the last ones. */
  #clear(): void {
    this.#placesByReader.clear()
    this.#numbers = new Uint32Array(SKETCH_SIZE * MAX_SKETCHES)
    this.#lengths = new Uint8Array(MAX_SKETCHES)
    this.#count = 0
  }
}
