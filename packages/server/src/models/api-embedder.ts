import type { Embedder, EmbeddingPurpose, Vector } from "./embedder.ts"
import { ModelFailure } from "./errors.ts"
import { isRecord, type ModelEndpoint } from "./model-endpoint.ts"

/** Number of texts per request that common servers accept without configuration. */
const BATCH_TEXTS = 32
/** Longer texts are truncated: no snippet is longer, and models use no more. */
const MAX_TEXT_CHARACTERS = 8_000
/** Snippets are embedded in the background, so requests to a busy server are retried for up to two minutes. */
const SNIPPET_BOUNDS = { timeoutMs: 120_000, retries: 4 } as const
/** Maximum dimension of a vector that an index file accepts. */
const MAX_DIMENSION = 4_096

/** Configuration of a served embedder. */
export interface ApiEmbedderOptions {
  readonly endpoint: ModelEndpoint
  /** Requested dimension of the vectors; the model's default if missing. */
  readonly dimension?: number | undefined
  readonly questionTimeoutMs: number
}

/** Creates an embedder that uses an OpenAI-compatible `embeddings` endpoint. */
export function createApiEmbedder({ endpoint, dimension, questionTimeoutMs }: ApiEmbedderOptions): Embedder {
  const { model } = endpoint
  const requestOf = (texts: readonly string[]) => ({
    model,
    input: texts.map((text) => text.slice(0, MAX_TEXT_CHARACTERS)),
    encoding_format: "float",
    dimensions: dimension,
  })

  async function askFor(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal) {
    const bounds = purpose === "question" ? { timeoutMs: questionTimeoutMs, retries: 1 } : SNIPPET_BOUNDS
    return endpoint.ask("embeddings", requestOf(texts), { ...bounds, signal }, (answer) => {
      endpoint.countTokens(answer)
      return readVectors(answer, texts.length)
    })
  }

  async function embedBatch(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal) {
    const vectors = await askFor(texts, purpose, signal)
    const missing = texts.map((_, at) => at).filter((at) => vectors[at] === undefined)
    if (missing.length === 0) return vectors
    // Some servers drop texts from a batch that is too large for them, so missing texts are requested again, once.
    const again = await askFor(
      missing.map((at) => texts[at] ?? ""),
      purpose,
      signal,
    )
    return texts.map((_, at) => vectors[at] ?? again[missing.indexOf(at)])
  }

  return {
    id: `api:${model ?? ""}:${dimension ?? "own"}`,
    findsSnippets: true,
    questionTimeoutMs,
    async embed(texts, purpose, signal) {
      const vectors: (Vector | undefined)[] = []
      for (let at = 0; at < texts.length; at += BATCH_TEXTS) {
        vectors.push(...(await embedBatch(texts.slice(at, at + BATCH_TEXTS), purpose, signal)))
      }
      return ofOneDimension(vectors, dimension)
    },
  }
}

/** Reads vectors by their index; a vector that is missing from the response is missing from the list. */
function readVectors(answer: unknown, count: number): (Vector | undefined)[] {
  const entries = isRecord(answer) ? answer["data"] : undefined
  if (!Array.isArray(entries))
    throw new ModelFailure("garbage", "invalid response from the embedder: it has no data list")
  const vectors: (Vector | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const [position, entry] of (entries as readonly unknown[]).entries()) {
    if (!isRecord(entry))
      throw new ModelFailure("garbage", "invalid response from the embedder: an entry is not an object")
    const index = entry["index"] ?? position
    if (typeof index !== "number" || !(index in vectors) || vectors[index] !== undefined) {
      throw new ModelFailure("garbage", "invalid response from the embedder: it contains an unknown or duplicate index")
    }
    vectors[index] = readVector(entry["embedding"])
  }
  return vectors
}

function readVector(numbers: unknown): Vector {
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > MAX_DIMENSION) {
    throw new ModelFailure(
      "garbage",
      `invalid response from the embedder: a vector is not a list of 1 to ${MAX_DIMENSION} numbers`,
    )
  }
  const vector = Float32Array.from(numbers as number[])
  if (numbers.some((number) => typeof number !== "number") || !isDirection(vector)) {
    throw new ModelFailure(
      "garbage",
      "invalid response from the embedder: a vector contains values that are not finite numbers, or only zeros",
    )
  }
  return vector
}

function isDirection(vector: Vector): boolean {
  return vector.every((number) => Number.isFinite(number)) && vector.some((number) => number !== 0)
}

function ofOneDimension(vectors: readonly (Vector | undefined)[], asked: number | undefined): readonly Vector[] {
  const expected = asked ?? vectors.find((vector) => vector !== undefined)?.length
  return vectors.map((vector) => {
    if (vector === undefined)
      throw new ModelFailure("garbage", "invalid response from the embedder: vectors are missing")
    if (vector.length !== expected) {
      throw new ModelFailure(
        "garbage",
        `invalid response from the embedder: a vector has ${vector.length} numbers instead of ${expected}`,
      )
    }
    return vector
  })
}
