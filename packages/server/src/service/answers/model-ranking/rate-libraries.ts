import type { Reranker } from "../../../models/reranker.ts"
import { rerankTexts } from "./rerank.ts"

/** A library in the form that the reranker receives. */
export interface RerankedLibrary {
  readonly id: string
  readonly title: string
  readonly description: string
  /** How well its name and content match without models: about 1 for an exact name. */
  readonly score: number
}

/**
 * Weight of the reranker's score relative to that score: half of an exact name. Names are found correctly for more than
 * nine requests in ten without a model, so the reranker only decides between names that match about equally well. It
 * never ranks another library above an exact id, which counts 2 more. The value follows from this reasoning; it was not
 * measured.
 */
const RERANK_WEIGHT = 0.5

/**
 * Scores libraries that were found by name with a reranker.
 *
 * @param libraries best first; the reranker ignores those beyond its maximum.
 * @returns the combined scores, in the order of the libraries.
 * @throws {ModelFailure}
 */
export async function rateLibraries(
  reranker: Reranker,
  { name, query }: { readonly name: string; readonly query: string },
  libraries: readonly RerankedLibrary[],
): Promise<readonly number[]> {
  const texts = libraries.map(({ id, title, description }) => `${title} (${id})\n${description}`)
  const rerankScores = await rerankTexts(reranker, name === query ? name : `${name}: ${query}`, texts)
  return libraries.map(({ score }, at) => score + RERANK_WEIGHT * (rerankScores[at] ?? 0))
}
