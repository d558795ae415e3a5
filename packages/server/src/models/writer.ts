/** A snippet to describe. */
export interface SnippetToDescribe {
  /** Title of its library. */
  readonly library: string
  readonly headingPath: readonly string[]
  readonly content: string
}

/** Title and description of a snippet, one line each. */
export interface WrittenText {
  readonly title: string
  readonly description: string
  /** A question that the snippet answers; empty if the model returned no usable one. */
  readonly question: string
}

/** A library to describe. */
export interface LibraryToDescribe {
  readonly id: string
  readonly title: string
  /** Some of its snippets, from its first pages. */
  readonly snippets: readonly SnippetToDescribe[]
}

/** Writes titles and descriptions. They supplement the documentation's own and never replace them. */
export interface Writer {
  /** Identifies the model, so that texts of different models are kept apart. */
  readonly id: string
  /** Maximum number of snippets per call. */
  readonly maxSnippets: number
  /**
   * Describes snippets.
   *
   * @param snippets at most `maxSnippets`.
   * @returns one entry per snippet, in order; undefined where the model returned none or an invalid one.
   * @throws {ModelFailure} if there is no usable response; the signal's reason if it is aborted.
   */
  describeSnippets(
    snippets: readonly SnippetToDescribe[],
    signal: AbortSignal,
  ): Promise<readonly (WrittenText | undefined)[]>
  /** Describes a library in one or two sentences. @throws {ModelFailure} */
  describeLibrary(library: LibraryToDescribe, signal: AbortSignal): Promise<string>
  /** Tokens of all requests so far, including failed ones; estimated if the server does not report them. */
  tokensSpent(): number
}
