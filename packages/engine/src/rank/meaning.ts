import type { NearSnippet } from "../index/nearest-snippets.ts"
import type { IndexFile } from "../index/open-index.ts"
import type { Candidate } from "../kernel/score-levels.ts"
import { BLOCK_VECTORS, cosineAt, type QuantisedVector } from "../index/vector-blocks.ts"

/** A question as an embedder sees it. */
export interface AskedMeaning {
  /** Id of the embedder. */
  readonly model: string
  readonly vector: QuantisedVector
  /** Nearest snippets of the index that is asked; they are candidates whatever their words. */
  readonly nearest: readonly NearSnippet[]
}

/** @returns candidates with those that only their meaning speaks for, after the others. */
export function withNearest(
  { layout }: IndexFile,
  found: readonly Candidate[],
  meaning: AskedMeaning | undefined,
): readonly Candidate[] {
  if (meaning === undefined || meaning.nearest.length === 0) return found
  const known = new Set(found.map(({ snippet }) => snippet))
  const added = meaning.nearest
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
 * Rates how near candidates are to the question.
 *
 * @returns by snippet: 1 for the nearest, 0 for the mean of the candidates and all below it, and 0 for all without vectors of
 *   the same model and dimension.
 */
export function meaningOf(
  { vectors }: IndexFile,
  found: readonly Candidate[],
  meaning: AskedMeaning | undefined,
): (snippet: number) => number {
  const isComparable =
    meaning !== undefined && vectors?.model === meaning.model && vectors.dimension === meaning.vector.bytes.length
  if (!isComparable || found.length === 0) return () => 0
  const cosines = new Map(
    found.map(({ snippet }) => {
      const block = vectors.block(Math.floor(snippet / BLOCK_VECTORS))
      return [snippet, cosineAt(block, snippet - block.firstSnippet, meaning.vector)]
    }),
  )
  const all = [...cosines.values()]
  const mean = all.reduce((sum, cosine) => sum + cosine, 0) / all.length
  const range = Math.max(...all) - mean
  return (snippet) => (range > 0 ? Math.max(0, ((cosines.get(snippet) ?? mean) - mean) / range) : 0)
}
