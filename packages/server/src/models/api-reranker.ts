import { ModelFailure } from "./errors.ts"
import { isRecord, type ModelEndpoint } from "./model-endpoint.ts"
import type { Reranker } from "./reranker.ts"

/** What a served reranker is made from. */
export interface RerankerOptions {
  readonly endpoint: ModelEndpoint
  readonly maxSnippets: number
  readonly timeoutMs: number
}

/** Forms of a request: `documents` of Cohere, Jina, vLLM and others, or `texts` of Text Embeddings Inference (TEI). */
export type RerankForm = "documents" | "texts"

function requestOf(form: RerankForm, model: string | undefined, query: string, passages: readonly string[]) {
  if (form === "texts") return { query, texts: passages, truncate: true }
  return { model, query, documents: passages, top_n: passages.length }
}

/** Makes a reranker from a `rerank` endpoint. */
export function createApiReranker(form: RerankForm, { endpoint, maxSnippets, timeoutMs }: RerankerOptions): Reranker {
  return {
    maxSnippets,
    rerank(question, passages, signal) {
      const request = requestOf(form, endpoint.model, question, passages)
      return endpoint.ask("rerank", request, { signal, timeoutMs, retries: 1 }, (answer) => {
        endpoint.countTokens(answer)
        return readScores(answer, passages.length)
      })
    },
  }
}

/** The list of scores: the answer itself, or its `results` or `data`. */
function entriesOf(answer: unknown): readonly unknown[] {
  const entries = isRecord(answer) ? (answer["results"] ?? answer["data"]) : answer
  if (!Array.isArray(entries)) throw new ModelFailure("garbage", "the answer of the reranker has no list of results")
  return entries
}

/**
 * Reads one score a passage.
 *
 * @throws {ModelFailure} when one is missing, given twice, or no finite number.
 */
export function readScores(answer: unknown, count: number): readonly number[] {
  const scores = new Map<number, number>()
  for (const entry of entriesOf(answer)) {
    const index = isRecord(entry) ? entry["index"] : undefined
    const score = isRecord(entry) ? (entry["relevance_score"] ?? entry["score"]) : undefined
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count || scores.has(index)) {
      throw new ModelFailure("garbage", "the reranker answers for a passage that it was not given, or twice for one")
    }
    if (typeof score !== "number" || !Number.isFinite(score)) {
      throw new ModelFailure("garbage", "a score of the reranker is no number")
    }
    scores.set(index, score)
  }
  if (scores.size !== count) throw new ModelFailure("garbage", "the reranker leaves out passages")
  return Array.from({ length: count }, (_, at) => scores.get(at) ?? 0)
}
