import type { NearSnippet } from "../index/vectors/nearest-snippets.ts"
import type { IndexFile } from "../index/read/open-index.ts"
import type { Candidate } from "./score-snippets.ts"
import { BLOCK_VECTORS, cosineAt, type QuantisedVector } from "../index/vectors/vector-blocks.ts"

/** The embedding of a question. */
export interface QuestionEmbedding {
  /** Id of the embedder. */
  readonly model: string
  readonly vector: QuantisedVector
  /** Nearest snippets of the index; they are candidates even if they share no word with the question. */
  readonly nearest: readonly NearSnippet[]
}

/** Adds the nearest snippets that no word has found, after the other candidates. */
export function withNearest(
  { layout }: IndexFile,
  found: readonly Candidate[],
  embedding: QuestionEmbedding | undefined,
): readonly Candidate[] {
  if (embedding === undefined || embedding.nearest.length === 0) return found
  const known = new Set(found.map(({ snippet }) => snippet))
  const added = embedding.nearest
    .filter(({ snippet }) => !known.has(snippet))
    .map(({ snippet }): Candidate => {
      const section = layout.sectionOfSnippet[snippet] ?? 0
      const page = layout.pageOfSection[section] ?? 0
      const noScores = { score: 0, snippetScore: 0, sectionScore: 0, subtreeScore: 0, pageScore: 0 }
      return { snippet, section, page, ...noScores }
    })
  return [...found, ...added]
}

/**
 * Measures how similar the candidates' embeddings are to the question's.
 *
 * @returns by snippet: 1 for the nearest, 0 for the mean of the candidates and all below it; 0 for every snippet if the index has
 *   no vectors of the same model and dimension.
 */
export function similarityTo(
  { vectors }: IndexFile,
  found: readonly Candidate[],
  embedding: QuestionEmbedding | undefined,
): (snippet: number) => number {
  const isComparable =
    embedding !== undefined && vectors?.model === embedding.model && vectors.dimension === embedding.vector.bytes.length
  if (!isComparable || found.length === 0) return () => 0
  const cosines = new Map(
    found.map(({ snippet }) => {
      const block = vectors.block(Math.floor(snippet / BLOCK_VECTORS))
      return [snippet, cosineAt(block, snippet - block.firstSnippet, embedding.vector)]
    }),
  )
  const all = [...cosines.values()]
  const mean = all.reduce((sum, cosine) => sum + cosine, 0) / all.length
  const range = Math.max(...all) - mean
  return (snippet) => (range > 0 ? Math.max(0, ((cosines.get(snippet) ?? mean) - mean) / range) : 0)
}
