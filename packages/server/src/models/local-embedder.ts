import type { Embedder, Vector } from "./embedder.ts"
import { ModelFailure } from "./errors.ts"

/** The part of the optional package that is used. */
interface TransformersModule {
  readonly env: { allowRemoteModels: boolean; localModelPath?: string }
  pipeline(
    task: "feature-extraction",
    model: string,
  ): Promise<(texts: string[], options: { pooling: "mean"; normalize: true }) => Promise<{ tolist(): unknown }>>
}

/** Loads a package that is not a dependency. */
export type ImportModule = (name: string) => Promise<unknown>

const PACKAGE = "@huggingface/transformers"
/** Batch size; inference keeps the whole batch in memory. */
const BATCH_TEXTS = 16

/** Configuration of a local embedder. */
export interface LocalEmbedderOptions {
  /** Directory with an ONNX model, or the name of a model on the hub. */
  readonly model: string
  readonly questionTimeoutMs: number
  readonly importModule: ImportModule
}

/** Creates an embedder that runs a model in this process. The package and the model are loaded with the first text. */
export function createLocalEmbedder({ model, questionTimeoutMs, importModule }: LocalEmbedderOptions): Embedder {
  let loading: ReturnType<typeof loadPipeline> | undefined
  return {
    id: `local:${model}`,
    findsSnippets: true,
    questionTimeoutMs,
    async embed(texts, purpose, signal) {
      loading ??= loadPipeline(model, importModule)
      const run = purpose === "question" ? withTimeout : waitFor
      const pipeline = await run(loading, signal, questionTimeoutMs)
      const vectors: Vector[] = []
      for (let at = 0; at < texts.length; at += BATCH_TEXTS) {
        const batch = texts.slice(at, at + BATCH_TEXTS)
        const output = await run(pipeline(batch, { pooling: "mean", normalize: true }), signal, questionTimeoutMs)
        vectors.push(...readRows(output.tolist(), batch.length))
      }
      return vectors
    },
  }
}

async function loadPipeline(model: string, importModule: ImportModule) {
  let loaded: TransformersModule
  try {
    loaded = (await importModule(PACKAGE)) as TransformersModule
  } catch (cause) {
    throw new ModelFailure("refused", `the package ${PACKAGE} is not installed. Install it next to lectern`, { cause })
  }
  const isDirectory = /^(?:\.{0,2}\/|[A-Za-z]:[\\/])/.test(model)
  // If the model is in a directory, nothing is downloaded.
  if (isDirectory) loaded.env.allowRemoteModels = false
  try {
    return await loaded.pipeline("feature-extraction", model)
  } catch (cause) {
    throw new ModelFailure("refused", `the local model ${model} cannot be loaded`, { cause })
  }
}

function readRows(rows: unknown, count: number): Vector[] {
  if (!Array.isArray(rows) || rows.length !== count) {
    throw new ModelFailure("garbage", "the local model returned the wrong number of vectors")
  }
  return (rows as readonly unknown[]).map((row) => {
    const vector = Array.isArray(row) ? Float32Array.from(row as number[]) : new Float32Array(0)
    if (vector.length === 0 || !vector.every((number) => Number.isFinite(number))) {
      throw new ModelFailure("garbage", "a vector of the local model is not a list of finite numbers")
    }
    return vector
  })
}

function waitFor<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  return work
}

/** Inference cannot be cancelled, but the caller can stop waiting for it. */
function withTimeout<Result>(work: Promise<Result>, signal: AbortSignal, timeoutMs: number): Promise<Result> {
  signal.throwIfAborted()
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ModelFailure("timeout", "the local model is too slow")), timeoutMs)
    const onAbort = () => reject(signal.reason as unknown)
    signal.addEventListener("abort", onAbort, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
    })
  })
}
