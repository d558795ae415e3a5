import type { TermPostings } from "./open-index.ts"

/** Size limit of the cached lists: enough for a few questions to a library of 50,000 snippets, or for hundreds to one of 5,000. */
const MAX_BYTES = 1_000_000
/** Memory of a term without its lists, in bytes. */
const TERM_BYTES = 200

type ReadTerm = (term: string) => TermPostings | undefined

/**
 * Caches the most recently read lists of terms, for one index at a time: a question counts its terms before it reads their lists, and the
 * next question to the same index shares words with it. All indexes of a session share one cache; reading from another index empties it.
 */
export class TermCache {
  #owner: ReadTerm | undefined
  readonly #found = new Map<string, TermPostings | undefined>()
  #bytes = 0

  /** Returns a cached reader for the terms of one index; `forget` drops the cached lists of that index. */
  readerOf(read: ReadTerm): { readonly get: ReadTerm; readonly forget: () => void } {
    return {
      get: (term) => this.#get(read, term),
      forget: () => {
        if (this.#owner === read) this.#clear(undefined)
      },
    }
  }

  #get(read: ReadTerm, term: string): TermPostings | undefined {
    if (this.#owner !== read) this.#clear(read)
    const known = this.#found.get(term)
    if (known !== undefined || this.#found.has(term)) return known
    const postings = read(term)
    this.#keep(term, postings)
    return postings
  }

  #keep(term: string, postings: TermPostings | undefined): void {
    const { snippets, headings, titles } = postings ?? {}
    const bytes = TERM_BYTES + (snippets?.length ?? 0) + (headings?.length ?? 0) + (titles?.length ?? 0)
    if (this.#bytes + bytes > MAX_BYTES) this.#clear(this.#owner)
    if (bytes > MAX_BYTES) return
    this.#found.set(term, postings)
    this.#bytes += bytes
  }

  #clear(owner: ReadTerm | undefined): void {
    this.#found.clear()
    this.#bytes = 0
    this.#owner = owner
  }
}
