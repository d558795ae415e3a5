import { Worker } from "node:worker_threads"
import { asError } from "../base/errors.ts"
import { programFile } from "./program-file.ts"
import { type ProcessorTimeOptions, watchProcessorTime } from "./watch-processor-time.ts"

/**
 * Each consecutive failed file halves the time limit of the next one, down to this share, so that even a source full of hostile files comes
 * to an end.
 */
const MIN_TIME_SHARE = 1 / 16

/** Options for starting and stopping a thread. */
export interface ParserThreadOptions extends ProcessorTimeOptions {
  /** URL of the thread's entry point without its extension, `.ts` or `.js`, which is that of this file. */
  readonly entry: URL
  /** Heap of the thread. A thread that needs more is stopped; the process continues. */
  readonly maxHeapMegabytes: number
  /** Additional time for a request that must start the thread. */
  readonly startMs?: number | undefined
  /** To free its memory, the thread is stopped after this time without a request; by default, never. */
  readonly idleMs?: number | undefined
}

/** The reason why a request stopped the thread. */
export interface ThreadFailure {
  readonly failure: string
}

/**
 * A thread that handles one request after the other. It starts with the first request, and restarts after a request took too much time or
 * memory.
 */
export class ParserThread<Request, Response> {
  readonly #options: ParserThreadOptions
  #queue: Promise<void> = Promise.resolve()
  #thread: Worker | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #timeShare = 1

  constructor(options: ParserThreadOptions) {
    this.#options = options
  }

  /**
   * @param timeLimitMs processor time for this request, reduced after consecutive failures. Waiting for a busy machine does not count, up
   *   to ten times this time by the clock.
   */
  request(request: Request, timeLimitMs: number): Promise<Response | ThreadFailure> {
    const handled = this.#queue.then(() => this.#requestNow(request, this.#timeShare * timeLimitMs))
    this.#queue = handled.then(() => undefined)
    return handled
  }

  #requestNow(request: Request, timeLimitMs: number): Promise<Response | ThreadFailure> {
    clearTimeout(this.#idleTimer)
    const limitMs = timeLimitMs + (this.#thread === undefined ? (this.#options.startMs ?? 0) : 0)
    const worker = (this.#thread ??= startThread(this.#options))
    worker.ref()
    return new Promise((resolve) => {
      const settle = (response: Response | ThreadFailure, isCostly: boolean) => {
        stopWatching()
        worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        if (isCostly) this.#discard(worker)
        else this.#rest(worker)
        this.#timeShare = isCostly ? Math.max(MIN_TIME_SHARE, this.#timeShare / 2) : 1
        resolve(response)
      }
      const onMessage = (response: Response) => settle(response, false)
      const onError = (error: unknown) => settle({ failure: asError(error).message }, true)
      const onExit = () => settle({ failure: "the parser thread stopped" }, true)
      const stopWatching = watchProcessorTime(limitMs, this.#options, () => {
        settle({ failure: `it took longer than ${Math.round(limitMs)} ms` }, true)
      })
      worker.once("message", onMessage).once("error", onError).once("exit", onExit)
      worker.postMessage(request)
    })
  }

  #rest(worker: Worker): void {
    worker.unref()
    const { idleMs } = this.#options
    if (idleMs !== undefined) this.#idleTimer = setTimeout(() => this.#discard(worker), idleMs).unref()
  }

  #discard(worker: Worker): void {
    this.#thread = undefined
    // An error can still arrive after the listeners were removed.
    worker.on("error", () => undefined)
    void worker.terminate()
  }
}

function startThread({ entry, maxHeapMegabytes }: ParserThreadOptions): Worker {
  const { url, isSource } = programFile(entry, import.meta.url)
  const options = { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes }, stdout: true, stderr: true }
  if (!isSource) return new Worker(url, options)
  // Tests can run the TypeScript source; threads of Node 20 do not inherit the loader.
  const withLoader = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
  return new Worker(withLoader, { ...options, eval: true })
}
