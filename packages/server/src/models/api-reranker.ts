import { ModelFailure } from "./errors.ts"
import { isRecord, type ModelEndpoint } from "./model-endpoint.ts"
import type { Reranker } from "./reranker.ts"

/** Configuration of a served reranker. */
export interface RerankerOptions {
  readonly endpoint: ModelEndpoint
  readonly maxSnippets: number
  readonly timeoutMs: number
}

/**
 * Formats of a request: `documents` for Cohere, Jina, vLLM and others, or `texts` for Text Embeddings Inference (TEI).
 */
export type RerankForm = "documents" | "texts"

function requestOf(form: RerankForm, model: string | undefined, query: string, snippets: readonly string[]) {
  if (form === "texts") return { query, texts: snippets, truncate: true }
  return { model, query, documents: snippets, top_n: snippets.length }
}

/** Creates a reranker that uses a `rerank` endpoint. */
export function createApiReranker(form: RerankForm, { endpoint, maxSnippets, timeoutMs }: RerankerOptions): Reranker {
  return {
    maxSnippets,
    rerank(question, snippets, signal) {
      const request = requestOf(form, endpoint.model, question, snippets)
      return endpoint.ask("rerank", request, { signal, timeoutMs, retries: 1 }, (answer) => {
        endpoint.countTokens(answer)
        return readScores(answer, snippets.length)
      })
    },
  }
}

/** Returns the list of scores: the response itself, or its `results` or `data`. */
function entriesOf(answer: unknown): readonly unknown[] {
  const entries = isRecord(answer) ? (answer["results"] ?? answer["data"]) : answer
  if (!Array.isArray(entries))
    throw new ModelFailure("garbage", "invalid response from the reranker: it has no results list")
  return entries
}

/**
 * Reads one score per snippet.
 *
 * @throws {ModelFailure} if one is missing, duplicated, or not a finite number.
 */
export function readScores(answer: unknown, count: number): readonly number[] {
  const scores = new Map<number, number>()
  for (const entry of entriesOf(answer)) {
    const index = isRecord(entry) ? entry["index"] : undefined
    const score = isRecord(entry) ? (entry["relevance_score"] ?? entry["score"]) : undefined
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count || scores.has(index)) {
      throw new ModelFailure("garbage", "invalid response from the reranker: it contains an unknown or duplicate index")
    }
    if (typeof score !== "number" || !Number.isFinite(score)) {
      throw new ModelFailure("garbage", "invalid response from the reranker: a score is not a number")
    }
    scores.set(index, score)
  }
  if (scores.size !== count) throw new ModelFailure("garbage", "invalid response from the reranker: scores are missing")
  return Array.from({ length: count }, (_, at) => scores.get(at) ?? 0)
}
