import { Worker } from "node:worker_threads"
import { asError } from "../../../base/errors.ts"
import { programFile } from "../../../threads/program-file.ts"
import type { ThreadRequest } from "./openapi-thread.ts"
import { parseApiText, type ApiText } from "./parse-api-text.ts"

/** Time limit for one file: 10 MB of YAML take about 15 s on a slow machine. */
const GRACE_MS = 10_000
const MS_PER_CHARACTER = 0.012
/** Heap of the thread: 10 MB of YAML need 300 MB. */
const MAX_HEAP_MEGABYTES = 512

/** A referenced file of at most this size is parsed faster than a thread starts. */
const SMALL_CHARACTERS = 64 * 1024

/** Limits of the parser, for tests. */
export interface ApiParseLimits {
  readonly graceMs?: number
}

/**
 * Parses a file. All but small ones are parsed in a worker thread, so that the heartbeats of the process continue. The
 * thread is stopped if it takes too much time or memory.
 *
 * @throws the signal's reason when that is aborted.
 */
export async function parseApiFile(
  question: ThreadRequest,
  signal: AbortSignal,
  limits: ApiParseLimits = {},
): Promise<ApiText> {
  signal.throwIfAborted()
  if (!question.isMain && question.text.length <= SMALL_CHARACTERS) return parseApiText(question.text, false)
  const timeLimitMs = (limits.graceMs ?? GRACE_MS) + question.text.length * MS_PER_CHARACTER
  const thread = startThread(question)
  try {
    return await new Promise<ApiText>((resolve, reject) => {
      const timer = setTimeout(() => {
        resolve({ failure: `the file cannot be read: it took longer than ${Math.round(timeLimitMs / 1000)} s` })
      }, timeLimitMs)
      const onAbort = () => reject(signal.reason as unknown)
      const settle = (answer: ApiText) => {
        clearTimeout(timer)
        signal.removeEventListener("abort", onAbort)
        resolve(answer)
      }
      signal.addEventListener("abort", onAbort, { once: true })
      thread
        .once("message", settle)
        .once("messageerror", (error) => settle({ failure: `the file cannot be read: ${error.message}` }))
        .on("error", (error) => settle({ failure: `the file cannot be read: ${asError(error).message}` }))
        .once("exit", () => settle({ failure: "the file cannot be read: the parser thread stopped" }))
    })
  } finally {
    void thread.terminate()
  }
}

function startThread(workerData: ThreadRequest): Worker {
  const { url, isSource } = programFile(new URL("./openapi-thread", import.meta.url), import.meta.url)
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES }
  const options = { workerData, resourceLimits, stdout: true, stderr: true }
  if (!isSource) return new Worker(url, options)
  // Tests can run TypeScript directly; worker threads of Node 20 do not inherit the loader.
  const withLoader = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
  return new Worker(withLoader, { ...options, eval: true })
}
