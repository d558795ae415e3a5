import type { Reranker } from "../../../models/reranker.ts"
import { judge } from "./rerank.ts"

/** A library as a reranker sees it. */
export interface RerankedLibrary {
  readonly id: string
  readonly title: string
  readonly description: string
  /** How well its name and content fit without models: about 1 for an exact name. */
  readonly score: number
}

/**
 * What a judgement counts beside that score: half of an exact name. Names are found right for more than nine requests in ten
 * without a model, so a reranker decides between names that fit about equally, and never puts another before a whole identifier,
 * which counts 2 more. Chosen by that reasoning, not measured.
 */
const JUDGEMENT_WEIGHT = 0.5

/**
 * Has a reranker rate libraries that were found by name.
 *
 * @param libraries best first; those beyond what the reranker takes are not judged.
 * @returns scores with the judgement in them, in the order of the libraries.
 * @throws {ModelFailure}
 */
export async function rateLibraries(
  reranker: Reranker,
  { name, query }: { readonly name: string; readonly query: string },
  libraries: readonly RerankedLibrary[],
): Promise<readonly number[]> {
  const texts = libraries.map(({ id, title, description }) => `${title} (${id})\n${description}`)
  const judgements = await judge(reranker, name === query ? name : `${name}: ${query}`, texts)
  return libraries.map(({ score }, at) => score + JUDGEMENT_WEIGHT * (judgements[at] ?? 0))
}
