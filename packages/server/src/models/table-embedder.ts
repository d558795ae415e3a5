import type { Embedder, Vector } from "./embedder.ts"
import type { VectorTable } from "./table-file.ts"

/** Returns the terms of a text, stemmed like the rows of the table. */
export type FindTerms = (text: string) => readonly string[]

/**
 * Creates an embedder from a table: the vector of a text is the weighted sum of its terms' vectors, normalised to
 * length 1. A text without known terms has a zero vector, which is similar to nothing.
 */
export function createTableEmbedder(table: VectorTable, findTerms: FindTerms): Embedder {
  const embedText = (text: string): Vector => {
    const sum = new Float32Array(table.dimension)
    for (const term of findTerms(text)) {
      const row = table.rowByTerm.get(term)
      if (row !== undefined) addRow(sum, table, row)
    }
    return normalise(sum)
  }
  return {
    id: table.id,
    findsSnippets: false,
    questionTimeoutMs: 1_000,
    embed(texts, _purpose, signal) {
      signal.throwIfAborted()
      return Promise.resolve(texts.map(embedText))
    },
  }
}

function addRow(sum: Vector, { dimension, weights, vectors }: VectorTable, row: number): void {
  const weight = weights[row] ?? 0
  const first = row * dimension
  for (let at = 0; at < dimension; at++) sum[at] = (sum[at] ?? 0) + weight * (vectors[first + at] ?? 0)
}

function normalise(sum: Vector): Vector {
  const length = Math.hypot(...sum)
  return length > 0 ? sum.map((number) => number / length) : sum
}
