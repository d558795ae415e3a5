import type { TermPostings } from "../index/open-index.ts"

/** Lists that are kept, of all indexes together: those of a few questions to a library of 50,000 snippets, of hundreds to one of 5,000. */
const MAX_BYTES = 1_000_000
/** What a term takes besides its lists. */
const TERM_BYTES = 200

type ReadTerm = (term: string) => TermPostings | undefined

/**
 * Keeps what was read of the terms asked for last: a question counts its terms before it adds up their lists, and the next
 * question to the same index shares words with it. Another index takes the place of the one before.
 */
class RecentTerms {
  private owner: ReadTerm | undefined
  private readonly found = new Map<string, TermPostings | undefined>()
  private bytes = 0

  get(read: ReadTerm, term: string): TermPostings | undefined {
    if (this.owner !== read) this.forget(read)
    const known = this.found.get(term)
    if (known !== undefined || this.found.has(term)) return known
    const postings = read(term)
    this.keep(term, postings)
    return postings
  }

  private keep(term: string, postings: TermPostings | undefined): void {
    const { snippets, headings, titles } = postings ?? {}
    const bytes = TERM_BYTES + (snippets?.length ?? 0) + (headings?.length ?? 0) + (titles?.length ?? 0)
    if (this.bytes + bytes > MAX_BYTES) this.forget(this.owner)
    if (bytes > MAX_BYTES) return
    this.found.set(term, postings)
    this.bytes += bytes
  }

  /** Forgets all, for another owner or none. */
  forget(owner: ReadTerm | undefined): void {
    this.found.clear()
    this.bytes = 0
    this.owner = owner
  }

  isOf(read: ReadTerm): boolean {
    return this.owner === read
  }
}

const recent = new RecentTerms()

/** Reads the terms of one index, the last ones without asking it again; `forget` gives back what is kept of it. */
export function rememberTerms(read: ReadTerm): { readonly get: ReadTerm; readonly forget: () => void } {
  return {
    get: (term) => recent.get(read, term),
    forget: () => {
      if (recent.isOf(read)) recent.forget(undefined)
    },
  }
}
