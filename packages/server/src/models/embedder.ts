/** A text as a direction: texts of like meaning point the same way. Not of any particular length. */
export type Vector = Float32Array

/** Turns texts into vectors. */
export interface Embedder {
  /** Tells vectors of one model from those of another: only equal ids compare. */
  readonly id: string
  /** True when every passage of a library may be searched for the nearest; else the vectors only order what words found. */
  readonly findsSnippets: boolean
  /** Longest wait for a question, in milliseconds. */
  readonly questionTimeoutMs: number
  /**
   * Embeds texts.
   *
   * @param texts any number, each at least one character; they are sent in batches.
   * @returns one vector a text, in order, all of one dimension.
   * @throws {ModelFailure} when one of them could not be had; the signal's reason when that is aborted.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<readonly Vector[]>
}

/** Questions are waited for, passages are embedded in the background. */
export type EmbeddingPurpose = "question" | "passage"
