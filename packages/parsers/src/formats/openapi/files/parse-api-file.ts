import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { asError } from "../../../base/errors.ts"
import type { ThreadRequest } from "./openapi-thread.ts"
import { parseApiText, type ApiText } from "./parse-api-text.ts"

/** Time for one file: 10 MB of YAML take a quarter of a minute on a slow machine. */
const GRACE_MS = 10_000
const MS_PER_CHARACTER = 0.012
/** Heap of the thread: 10 MB of YAML need 300 MB. */
const MAX_HEAP_MEGABYTES = 512

/** A file that is referred to and no longer than this takes less time than a thread of its own to start. */
const SMALL_CHARACTERS = 64 * 1024

/** Bounds of reading, for tests. */
export interface ApiParseLimits {
  readonly graceMs?: number
}

/**
 * Reads a file, all but small ones in a thread of its own, so that the process goes on with its heartbeats, and ends that
 * thread when it takes too long or too much memory.
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
        .once("exit", () => settle({ failure: "the file cannot be read: its thread ended" }))
    })
  } finally {
    void thread.terminate()
  }
}

function startThread(workerData: ThreadRequest): Worker {
  const ending = extname(fileURLToPath(import.meta.url))
  const entry = new URL(`./openapi-thread${ending}`, import.meta.url)
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES }
  const options = { workerData, resourceLimits, stdout: true, stderr: true }
  if (ending === ".js") return new Worker(entry, options)
  // TypeScript that is run as it stands, by tests: threads of Node 20 do not take the loader over.
  const withLoader = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(entry.href)})))`
  return new Worker(withLoader, { ...options, eval: true })
}
