/** What the directory knows of a library; kept up to date from the catalogue's change numbers. */
export interface DirectoryEntry {
  /** Row id of the library. */
  readonly key: string
  /** Library id as shown. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** Strongest first. */
  readonly characteristicTerms: readonly string[]
  /** -1 when unknown. */
  readonly stars: number
  readonly trustScore: number
  readonly totalSnippets: number
  readonly isPrivate: boolean
}

export interface DirectoryHit {
  readonly key: string
  readonly id: string
  /** Higher is better; comparable inside one answer only. */
  readonly score: number
}

/**
 * All libraries of the instance by name, description and content, held in memory.
 * Made by `createLibraryDirectory()` in `create-library-directory.ts`.
 */
export interface LibraryDirectory {
  readonly size: number
  /** Inserts or replaces the entry with this key. */
  put(entry: DirectoryEntry): void
  remove(key: string): void
  /**
   * Ranks libraries for a name that a person or an agent typed and what they want to know.
   *
   * @param name 1 to 500 characters: exact, mangled, misspelt, a package name, a nickname, or `owner/repo`.
   * @param query the question, which decides between namesakes; may equal `name`.
   * @returns best first, at most `limit`; empty when nothing is alike.
   */
  lookUp(name: string, query: string, options: { readonly limit: number; readonly fast: boolean }): readonly DirectoryHit[]
}
