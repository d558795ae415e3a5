import { z } from "zod"

const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional()
const text = z.string().min(1).max(1_000).optional()
const timeout = (defaultMs: number) => z.coerce.number().int().min(50).max(60_000).default(defaultMs)

/** Settings of the optional models. */
export const MODEL_SETTINGS = {
  LECTERN_EMBEDDER_URL: address.meta({
    description:
      "Base URL of an OpenAI-compatible embeddings server, for example `http://127.0.0.1:11434/v1`. It receives every snippet at indexing, and every question.",
  }),
  LECTERN_EMBEDDER_MODEL: text.meta({ description: "Name of the model at `LECTERN_EMBEDDER_URL`." }),
  LECTERN_EMBEDDER_KEY: text.meta({ description: "Key for `LECTERN_EMBEDDER_URL`, sent as a bearer token." }),
  LECTERN_EMBEDDER_DIMENSIONS: z.coerce.number().int().min(8).max(4096).optional().meta({
    description: "Number of dimensions to request. If not set, the model decides.",
  }),
  LECTERN_EMBEDDER_TABLE: text.meta({
    description: "Path of a table of word vectors, which replaces a server. Nothing leaves your machine.",
  }),
  LECTERN_EMBEDDER_LOCAL: text.meta({
    description:
      "Directory of an ONNX model, or its name on the model hub, to run inside Lectern with the package `@huggingface/transformers`. A named model is downloaded once. Questions and snippets stay on your machine.",
  }),
  LECTERN_EMBEDDER_TIMEOUT_MS: timeout(1_500).meta({
    description: "Milliseconds to wait for the vector of a question. After that, the answer is the one without models.",
  }),
  LECTERN_RERANKER_URL: address.meta({
    description:
      "Base URL of a reranking server, without `/rerank` or `/chat/completions`. It receives every question with its best snippets, and every library search with the libraries found.",
  }),
  LECTERN_RERANKER_KIND: z.enum(["documents", "texts", "chat"]).default("documents").meta({
    description:
      "Protocol of the reranking server: `documents` (Cohere, Jina, vLLM, LiteLLM), `texts` (Text Embeddings Inference), or `chat` (a language model with structured output).",
  }),
  LECTERN_RERANKER_MODEL: text.meta({ description: "Name of the model at `LECTERN_RERANKER_URL`." }),
  LECTERN_RERANKER_KEY: text.meta({ description: "Key for `LECTERN_RERANKER_URL`, sent as a bearer token." }),
  LECTERN_RERANKER_PASSAGES: z.coerce.number().int().min(2).max(200).default(50).meta({
    description: "Number of snippets that the reranker scores per question.",
  }),
  LECTERN_RERANKER_TIMEOUT_MS: timeout(2_000).meta({
    description: "Milliseconds to wait for the reranker. After that, the answer is the one without models.",
  }),
  LECTERN_WRITER_URL: address.meta({
    description:
      "Base URL of a server with a language model that writes titles, descriptions and questions, without `/chat/completions`. It receives the snippets of every library, including private ones.",
  }),
  LECTERN_WRITER_MODEL: text.meta({ description: "Name of the model at `LECTERN_WRITER_URL`." }),
  LECTERN_WRITER_KEY: text.meta({ description: "Key for `LECTERN_WRITER_URL`, sent as a bearer token." }),
  LECTERN_WRITER_TOKENS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000_000).default(1_000_000).meta({
    description: "Tokens that the writer can use per day (UTC). The rest waits for the next day.",
  }),
  LECTERN_WRITER_TOKENS_PER_LIBRARY: z.coerce.number().int().min(0).max(1_000_000_000).default(500_000).meta({
    description: "Tokens that the writer can use for one library in total.",
  }),
} as const

type Given = Readonly<Record<string, string | undefined>>

/**
 * Finds model settings that contradict each other.
 *
 * @param given the environment variables, before they are parsed.
 * @returns one message per problem; empty if there are none.
 */
export function findModelProblems(given: Given): string[] {
  const problems: string[] = []
  const kinds = ["LECTERN_EMBEDDER_URL", "LECTERN_EMBEDDER_TABLE", "LECTERN_EMBEDDER_LOCAL"].filter(
    (name) => given[name],
  )
  if (kinds.length > 1) problems.push(`${kinds[1]}: cannot be combined with ${kinds[0]}; set only one of them`)
  const needs = (name: string, needed: string) => {
    if (given[name] && !given[needed]) problems.push(`${needed}: required when ${name} is set`)
  }
  needs("LECTERN_EMBEDDER_URL", "LECTERN_EMBEDDER_MODEL")
  for (const name of ["MODEL", "KEY", "DIMENSIONS"]) needs(`LECTERN_EMBEDDER_${name}`, "LECTERN_EMBEDDER_URL")
  for (const name of ["MODEL", "KEY"]) needs(`LECTERN_RERANKER_${name}`, "LECTERN_RERANKER_URL")
  needs("LECTERN_WRITER_URL", "LECTERN_WRITER_MODEL")
  for (const name of ["MODEL", "KEY"]) needs(`LECTERN_WRITER_${name}`, "LECTERN_WRITER_URL")
  if (given["LECTERN_RERANKER_KIND"] === "chat") needs("LECTERN_RERANKER_URL", "LECTERN_RERANKER_MODEL")
  return problems
}
