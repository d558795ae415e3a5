/** What a language model has written about passages, by library and hash of their text. */
export interface WrittenTextStore {
  /** Hashes of the passages of a library that this writer was asked about. */
  known(libraryKey: string, writer: string): Promise<ReadonlySet<string>>
  /** Texts of passages by their hash; those about which nothing was written are missing. */
  read(
    libraryKey: string,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly title: string; readonly description: string }>>
  /** Questions that passages answer, by the hash of the passage; those to which none was written are missing. */
  readQuestions(libraryKey: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Keeps texts in the place of those of another writer; an empty title says that nothing was written, an empty question that
   * none was.
   */
  put(
    libraryKey: string,
    writer: string,
    texts: readonly {
      readonly hash: string
      readonly title: string
      readonly description: string
      readonly question: string
    }[],
  ): Promise<void>
  /** Forgets the texts of deleted libraries. @returns how many. */
  prune(): Promise<number>
}
