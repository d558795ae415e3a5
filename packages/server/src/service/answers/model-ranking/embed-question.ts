import { setImmediate as letOthersWork } from "node:timers/promises"
import {
  type QuestionEmbedding,
  keepNearest,
  nearestInBlock,
  type NearSnippet,
  type QuantisedVector,
  quantiseQuestion,
  type RankableIndex,
} from "@lectern/engine"
import type { Embedder } from "../../../models/embedder.ts"

/** Lends one open index. */
export type WithIndex = <Result>(work: (shelved: RankableIndex) => Result) => Promise<Result>

/** Number of snippets that are added for their meaning alone. */
const NEAREST = 50

/** @returns the vector of a question. @throws {ModelFailure} */
export async function embedQuestion(embedder: Embedder, question: string): Promise<QuantisedVector> {
  // Requests for questions are not cancelled; the embedder's own timeout limits them.
  const [vector] = await embedder.embed([question], "question", new AbortController().signal)
  return quantiseQuestion(vector ?? new Float32Array(0))
}

/** @returns true if the index has vectors of this embedder. */
export function hasVectorsOf(embedder: Embedder, { index }: RankableIndex): boolean {
  return index.vectors?.model === embedder.id && index.vectors.blockCount > 0
}

/**
 * Finds the snippets nearest to the question in one index, one block at a time, so that other requests are served
 * between blocks.
 *
 * @returns undefined if the index has no vectors of this model and dimension.
 */
export async function findMeaning(
  embedder: Embedder,
  vector: QuantisedVector,
  lend: WithIndex,
): Promise<QuestionEmbedding | undefined> {
  const blocks = await lend(({ index: { vectors } }) =>
    vectors?.model === embedder.id && vectors.dimension === vector.bytes.length ? vectors.blockCount : 0,
  )
  if (blocks === 0) return undefined
  const nearest: NearSnippet[] = []
  for (let number = 0; embedder.findsSnippets && number < blocks; number++) {
    nearest.push(
      ...(await lend(({ index: { vectors } }) =>
        vectors === undefined ? [] : nearestInBlock(vectors, number, vector, NEAREST),
      )),
    )
    await letOthersWork()
  }
  keepNearest(nearest, NEAREST)
  return { model: embedder.id, vector, nearest }
}
