import type { LibraryStore } from "../../catalogue/libraries/records.ts"
import type { KnownLibraries } from "./known-libraries.ts"
import { readChanges } from "./read-changes.ts"

/** Libraries per query; reading this many from SQLite blocks for about 4 ms. */
const BATCH_SIZE = 200
/** Other work runs after this time, so that requests are answered while the directory is filled. */
const SLICE_MS = 5

interface FillOptions {
  readonly last: number
  onHalf(): void
}

/**
 * Fills the directory at the start, which takes about 0.1 ms of CPU time per library. The caller applies changes that
 * are made in the meantime, and reports them here.
 */
export class DirectoryFill {
  readonly #libraries: LibraryStore
  readonly #known: KnownLibraries
  readonly #last: number
  /** Libraries that the caller has updated, so that its versions are newer than those read here. */
  readonly #changedKeys = new Set<string>()
  readonly #onHalf: () => void
  #reached = 0
  #read = 0

  /**
   * @param last highest change number to read; the caller applies later changes.
   * @param onHalf called when about half of the libraries are in the directory.
   */
  constructor(libraries: LibraryStore, known: KnownLibraries, { last, onHalf }: FillOptions) {
    this.#libraries = libraries
    this.#known = known
    this.#last = last
    this.#onHalf = onHalf
  }

  /** Reports that the caller has updated a library. */
  noteChange(libraryKey: string): void {
    this.#changedKeys.add(libraryKey)
  }

  /** Fills the directory, continuing where an earlier call failed. @throws what the catalogue throws. */
  async run(): Promise<void> {
    const read = (after: number, limit: number) => this.#libraries.changedSince(after, limit)
    let sliceStart = performance.now()
    for await (const libraries of readChanges(read, this.#reached, BATCH_SIZE)) {
      if (this.#read >= this.#known.attributesByKey.size / 2) this.#onHalf()
      for (const library of libraries) {
        if (library.changeNumber > this.#last) return
        // Checked for each library, because the caller may have updated it while other work ran.
        if (!this.#changedKeys.has(library.key)) this.#known.putEntry(library)
        this.#reached = library.changeNumber
        this.#read++
        if (performance.now() - sliceStart > SLICE_MS) {
          await new Promise((resolve) => setImmediate(resolve))
          sliceStart = performance.now()
        }
      }
    }
  }
}
