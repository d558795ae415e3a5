import { z } from "zod"

const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional()
const text = z.string().min(1).max(1_000).optional()
const timeout = (defaultMs: number) => z.coerce.number().int().min(50).max(60_000).default(defaultMs)

/** Settings of the optional models. */
export const MODEL_SETTINGS = {
  LECTERN_EMBEDDER_URL: address.meta({
    description:
      "Base address of an OpenAI-compatible server of embeddings, for instance `http://127.0.0.1:11434/v1`. It receives every snippet at indexing and every question.",
  }),
  LECTERN_EMBEDDER_MODEL: text.meta({ description: "Name of the model at `LECTERN_EMBEDDER_URL`." }),
  LECTERN_EMBEDDER_KEY: text.meta({ description: "Key for `LECTERN_EMBEDDER_URL`, sent as a bearer token." }),
  LECTERN_EMBEDDER_DIMENSIONS: z.coerce.number().int().min(8).max(4096).optional().meta({
    description: "Length of the vectors asked for; the model's own when absent.",
  }),
  LECTERN_EMBEDDER_TABLE: text.meta({
    description: "File of a table of word vectors, used instead of a server. Nothing leaves the machine.",
  }),
  LECTERN_EMBEDDER_LOCAL: text.meta({
    description:
      "Directory of an ONNX model, or its name at the hub of models, run in this process through the package `@huggingface/transformers`. A name is downloaded once; questions and snippets stay on the machine.",
  }),
  LECTERN_EMBEDDER_TIMEOUT_MS: timeout(1_500).meta({
    description: "Longest wait for the vector of a question; then the answer is the one without models.",
  }),
  LECTERN_RERANKER_URL: address.meta({
    description:
      "Base address of a server that reranks, the part before `/rerank` or `/chat/completions`. It receives every question with the best passages found for it, and every name looked up with the libraries found for it.",
  }),
  LECTERN_RERANKER_KIND: z.enum(["documents", "texts", "chat"]).default("documents").meta({
    description:
      "What that server speaks: `documents` (Cohere, Jina, vLLM, LiteLLM), `texts` (Text Embeddings Inference), or `chat` (a language model with structured output).",
  }),
  LECTERN_RERANKER_MODEL: text.meta({ description: "Name of the model at `LECTERN_RERANKER_URL`." }),
  LECTERN_RERANKER_KEY: text.meta({ description: "Key for `LECTERN_RERANKER_URL`, sent as a bearer token." }),
  LECTERN_RERANKER_PASSAGES: z.coerce.number().int().min(2).max(200).default(50).meta({
    description: "Passages that the reranker judges for one question.",
  }),
  LECTERN_RERANKER_TIMEOUT_MS: timeout(2_000).meta({
    description: "Longest wait for the reranker; then the answer is the one without models.",
  }),
  LECTERN_WRITER_URL: address.meta({
    description:
      "Base address of a server with a language model, the part before `/chat/completions`, that writes titles and descriptions. It receives the passages of every library, private ones too.",
  }),
  LECTERN_WRITER_MODEL: text.meta({ description: "Name of the model at `LECTERN_WRITER_URL`." }),
  LECTERN_WRITER_KEY: text.meta({ description: "Key for `LECTERN_WRITER_URL`, sent as a bearer token." }),
  LECTERN_WRITER_TOKENS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000_000).default(1_000_000).meta({
    description: "Tokens that writing may cost in one day (UTC) of the instance; the rest waits for the next day.",
  }),
  LECTERN_WRITER_TOKENS_PER_LIBRARY: z.coerce.number().int().min(0).max(1_000_000_000).default(500_000).meta({
    description: "Tokens that writing may cost for one library in all; then its other passages stay without.",
  }),
} as const

type Given = Readonly<Record<string, string | undefined>>

/**
 * Finds model settings that do not fit each other.
 *
 * @param given what the environment holds, before it is read.
 * @returns one problem a line, in the form of all others; empty when all is well.
 */
export function findModelProblems(given: Given): string[] {
  const problems: string[] = []
  const kinds = ["LECTERN_EMBEDDER_URL", "LECTERN_EMBEDDER_TABLE", "LECTERN_EMBEDDER_LOCAL"].filter(
    (name) => given[name],
  )
  if (kinds.length > 1) problems.push(`${kinds[1]}: there is one embedder, ${kinds[0]} names it already`)
  const needs = (name: string, needed: string) => {
    if (given[name] && !given[needed]) problems.push(`${needed}: is needed with ${name}`)
  }
  needs("LECTERN_EMBEDDER_URL", "LECTERN_EMBEDDER_MODEL")
  for (const name of ["MODEL", "KEY", "DIMENSIONS"]) needs(`LECTERN_EMBEDDER_${name}`, "LECTERN_EMBEDDER_URL")
  for (const name of ["MODEL", "KEY"]) needs(`LECTERN_RERANKER_${name}`, "LECTERN_RERANKER_URL")
  needs("LECTERN_WRITER_URL", "LECTERN_WRITER_MODEL")
  for (const name of ["MODEL", "KEY"]) needs(`LECTERN_WRITER_${name}`, "LECTERN_WRITER_URL")
  if (given["LECTERN_RERANKER_KIND"] === "chat") needs("LECTERN_RERANKER_URL", "LECTERN_RERANKER_MODEL")
  return problems
}
