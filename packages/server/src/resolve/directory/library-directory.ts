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
  /** Teamspace that owns it; null: public. */
  readonly teamspaceKey: string | null
}

export interface DirectoryHit {
  readonly key: string
  readonly id: string
  /** Higher is better; comparable inside one answer only. */
  readonly score: number
}

export interface LookUpOptions {
  /** Hits wanted, at least 1. */
  readonly limit: number
  /** Leaves the question out: names and what is known of the libraries decide alone. */
  readonly fast: boolean
  /** Teamspace whose private libraries are looked through beside the public ones; those of all others do not exist. */
  readonly teamspaceKey?: string | null
  /** Asked for every library that comes into question: those answered with false are left out. Must be quick; there may be a thousand. */
  readonly isVisible?: (key: string) => boolean
}

/**
 * All libraries of the instance by name, description and content, held in memory: the public ones together, those of
 * each teamspace by themselves. What is rare and how large an account is, is counted among the public ones alone, so
 * that no answer depends on what a caller may not know of.
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
   * @param name up to 500 characters: exact, mangled, misspelt, a package name, a nickname, or `owner/repo`;
   *   empty when only the question is known.
   * @param query the question, which decides between namesakes; may equal `name`.
   * @returns best first, ties by id, at most `limit`; empty when nothing is alike.
   */
  lookUp(name: string, query: string, options: LookUpOptions): readonly DirectoryHit[]
}
