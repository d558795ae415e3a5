import { BEGINS_WITH_PLATFORM } from "../../index/format/code-languages.ts"
import type { IndexFile } from "../../index/read/open-index.ts"

/** The snippets that contain the text for one language, format or platform: several if it was cut. */
export type Variant = readonly number[]

/** About a megabyte. */
const MAX_SNIPPETS = 8_192

/**
 * Caches the variants of code by snippet, for all indexes of a session. To find them, all code near a snippet is read and compared, and the
 * result is the same for every question. The cache is emptied when it is full.
 */
export class VariantCache {
  readonly #maxSnippets: number
  #byIndex = new WeakMap<IndexFile, Map<number, readonly Variant[]>>()
  readonly #hasPlatforms = new WeakMap<IndexFile, boolean>()
  #count = 0

  constructor(maxSnippets = MAX_SNIPPETS) {
    this.#maxSnippets = maxSnippets
  }

  /** Returns the cached variants of a snippet's code. @param find finds them when they are not cached. */
  get(index: IndexFile, id: number, find: () => readonly Variant[]): readonly Variant[] {
    const known = this.#byIndex.get(index)?.get(id)
    return known ?? this.#keep(index, id, find())
  }

  /** Returns true if a snippet of an index begins with the name of a platform; in most indexes, none does. */
  hasPlatforms(index: IndexFile): boolean {
    const known = this.#hasPlatforms.get(index)
    if (known !== undefined) return known
    const found = index.layout.snippetCode.some((bits) => (bits & BEGINS_WITH_PLATFORM) !== 0)
    this.#hasPlatforms.set(index, found)
    return found
  }

  #keep(index: IndexFile, id: number, variants: readonly Variant[]): readonly Variant[] {
    if (this.#count === this.#maxSnippets) {
      this.#byIndex = new WeakMap()
      this.#count = 0
    }
    let ofIndex = this.#byIndex.get(index)
    if (ofIndex === undefined) this.#byIndex.set(index, (ofIndex = new Map()))
    ofIndex.set(id, variants)
    this.#count++
    return variants
  }
}
