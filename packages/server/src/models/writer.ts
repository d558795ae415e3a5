/** A passage that is to be described. */
export interface SnippetToDescribe {
  /** Title of its library. */
  readonly library: string
  readonly headingPath: readonly string[]
  readonly content: string
}

/** What a writer says of a passage; one line each. */
export interface WrittenText {
  readonly title: string
  readonly description: string
  /** What somebody would ask whom the passage answers; empty when the model put no usable question. */
  readonly question: string
}

/** A library that is to be described. */
export interface LibraryToDescribe {
  readonly id: string
  readonly title: string
  /** Some of its passages, the first of its pages. */
  readonly passages: readonly SnippetToDescribe[]
}

/** Writes titles and descriptions. They stand beside what the documentation says of itself and never replace it. */
export interface Writer {
  /** Tells what one model writes from what another does. */
  readonly id: string
  /** Passages that it takes at once. */
  readonly maxSnippets: number
  /**
   * Describes passages.
   *
   * @param passages at most `maxSnippets`.
   * @returns one entry a passage, in order; undefined for those that it left out or wrote garbage about.
   * @throws {ModelFailure} when it gave no usable answer; the signal's reason when that is aborted.
   */
  describePassages(
    passages: readonly SnippetToDescribe[],
    signal: AbortSignal,
  ): Promise<readonly (WrittenText | undefined)[]>
  /** Describes a library in a sentence or two. @throws {ModelFailure} */
  describeLibrary(library: LibraryToDescribe, signal: AbortSignal): Promise<string>
  /** Tokens that all requests so far have cost, failed ones too; estimated where the server does not say. */
  tokensSpent(): number
}
