/** Judges how well passages answer a question. */
export interface Reranker {
  /** Passages that it takes at once. */
  readonly maxSnippets: number
  /**
   * Scores passages.
   *
   * @param passages at most `maxSnippets`.
   * @returns one finite number a passage, in order; higher is better, and only their order and distances mean something.
   * @throws {ModelFailure} when it does not answer within its time; the signal's reason when that is aborted.
   */
  rerank(question: string, passages: readonly string[], signal: AbortSignal): Promise<readonly number[]>
}
