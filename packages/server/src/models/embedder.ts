/** A vector for a text: texts with similar meaning have similar directions. Its length is not normalised. */
export type Vector = Float32Array

/** Converts texts to vectors. */
export interface Embedder {
  /** Identifies the model: only vectors with equal ids are comparable. */
  readonly id: string
  /**
   * True if the nearest of all snippets in a library may be added to the candidates; otherwise, vectors only reorder
   * snippets that were found by words.
   */
  readonly findsSnippets: boolean
  /** Maximum time for embedding a question, in milliseconds. */
  readonly questionTimeoutMs: number
  /**
   * Embeds texts.
   *
   * @param texts any number, each at least one character; they are sent in batches.
   * @returns one vector per text, in order, all of the same dimension.
   * @throws {ModelFailure} if any of them fails; the signal's reason if it is aborted.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<readonly Vector[]>
}

/** Callers wait for questions; snippets are embedded in the background. */
export type EmbeddingPurpose = "question" | "passage"
