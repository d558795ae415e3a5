/** Scores how well snippets answer a question. */
export interface Reranker {
  /** Maximum number of snippets per call. */
  readonly maxSnippets: number
  /**
   * Scores snippets.
   *
   * @param snippets at most `maxSnippets`.
   * @returns one finite number per snippet, in order; higher is better. Only their order and differences are
   *   meaningful.
   * @throws {ModelFailure} if the model does not respond in time; the signal's reason if it is aborted.
   */
  rerank(question: string, snippets: readonly string[], signal: AbortSignal): Promise<readonly number[]>
}
