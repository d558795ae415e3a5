/** The directory's entry for a library; kept current with the catalogue's change numbers. */
export interface DirectoryEntry {
  /** Row id of the library. */
  readonly key: string
  /** Library id as displayed. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** Strongest first. */
  readonly characteristicTerms: readonly string[]
  /** Packages that it documents. */
  readonly aliases?: readonly string[]
  /** -1 when unknown. */
  readonly stars: number
  readonly trustScore: number
  readonly totalSnippets: number
  /** Teamspace that owns it; null for a public library. */
  readonly teamspaceKey: string | null
}

export interface DirectoryHit {
  readonly key: string
  readonly id: string
  /** Higher is better; only comparable within one response. */
  readonly score: number
}

export interface LookUpOptions {
  /** Maximum number of hits, at least 1. */
  readonly limit: number
  /** If true, the question is ignored, and only names and metadata count. */
  readonly fast: boolean
  /**
   * Teamspace whose private libraries are searched in addition to public ones; those of other teamspaces are never
   * found.
   */
  readonly teamspaceKey?: string | null
  /**
   * Called for every candidate; libraries for which it returns false are skipped. Must be fast: there can be a thousand
   * calls.
   */
  readonly isVisible?: (key: string) => boolean
  /** Fewer hits than `limit` are enough once this many of them are counted. */
  readonly enough?: { readonly count: number; readonly isCounted: (key: string) => boolean }
}

/**
 * All libraries of the instance by name, description and content, in memory. Public libraries are kept together, and
 * those of each teamspace separately. Word rarity and owner sizes are computed from public libraries only, so that no
 * result depends on libraries that the caller cannot see. Created by `createLibraryDirectory()` in
 * `create-library-directory.ts`.
 */
export interface LibraryDirectory {
  readonly size: number
  /** Inserts or replaces the entry with this key. */
  put(entry: DirectoryEntry): void
  remove(key: string): void
  /** Frees memory that is needed only to add many libraries quickly; call it once they have been added. */
  settle(): void
  /**
   * Ranks libraries for a typed name and the question that it belongs to.
   *
   * @param name up to 500 characters: exact, misspelt, a package name, a nickname, or `owner/repo`; empty if only the
   *   question is known.
   * @param query the question, which decides between libraries with similar names; may equal `name`. It finds libraries
   *   only if there is no name.
   * @returns best first, ties by id, at most `limit`, and the first hits up to the last one of `enough`; empty if
   *   nothing is similar.
   */
  lookUp(name: string, query: string, options: LookUpOptions): readonly DirectoryHit[]
  /**
   * Suggests libraries for a name that finds nothing.
   *
   * @returns ids of libraries with the most similar names, best first, at most `limit`; empty if none is similar.
   */
  suggest(name: string, options: Omit<LookUpOptions, "fast" | "enough">): readonly string[]
}
