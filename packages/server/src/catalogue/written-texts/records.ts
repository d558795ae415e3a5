/** Texts that a language model wrote about snippets, by library and hash of the snippet's text. */
export interface WrittenTextStore {
  /** Lists the hashes of a library's snippets that this writer has already processed. */
  known(libraryKey: string, writer: string): Promise<ReadonlySet<string>>
  /** Reads texts by snippet hash; snippets without one are missing. */
  read(
    libraryKey: string,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly title: string; readonly description: string }>>
  /** Reads the questions that snippets answer, by snippet hash; snippets without one are missing. */
  readQuestions(libraryKey: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Stores texts and replaces those of another writer. An empty title means that there is no text; an empty question
   * means that there is no question.
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
  /** Deletes the texts of deleted libraries. @returns how many. */
  prune(): Promise<number>
}
