import { SKETCH_SIZE } from "../duplicates/sketch.ts"

/** Most sketches of all indexes of a session together: about a megabyte. */
const MAX_SKETCHES = 4_096

type ReadSketch = (id: number) => Uint32Array

/**
 * Caches the sketches that were read last. A question compares about fifty, many of which belong to snippets that other questions to the same
 * library find as well. All indexes of a session share one cache; it is emptied when it is full.
 */
export class SketchCache {
  readonly #sketchesByReader = new Map<ReadSketch, Map<number, Uint32Array>>()
  /** The numbers of all sketches: one array takes half the memory of thousands of small ones. */
  #numbers = new Uint32Array(0)
  #count = MAX_SKETCHES

  /** Returns a cached reader for the sketches of one index; `forget` drops the cached sketches of that index. */
  readerOf(read: ReadSketch): { readonly get: ReadSketch; readonly forget: () => void } {
    return {
      get: (id) => this.#sketchesByReader.get(read)?.get(id) ?? this.#keep(read, id, read(id)),
      forget: () => this.#sketchesByReader.delete(read),
    }
  }

  #keep(read: ReadSketch, id: number, sketch: Uint32Array): Uint32Array {
    if (this.#count === MAX_SKETCHES) this.#clear()
    const from = SKETCH_SIZE * this.#count++
    const kept = this.#numbers.subarray(from, from + sketch.length)
    kept.set(sketch)
    let sketches = this.#sketchesByReader.get(read)
    if (sketches === undefined) this.#sketchesByReader.set(read, (sketches = new Map()))
    sketches.set(id, kept)
    return kept
  }

  /** Starts another array, because answers may still use sketches of the last one. */
  #clear(): void {
    this.#sketchesByReader.clear()
    this.#numbers = new Uint32Array(SKETCH_SIZE * MAX_SKETCHES)
    this.#count = 0
  }
}
