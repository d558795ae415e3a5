import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { asError } from "../errors.ts"
import { type ProcessorTimeOptions, watchProcessorTime } from "./watch-processor-time.ts"

/** When files fail one after the other each has half the time of the one before, down to this share: a source full of bombs ends too. */
const LEAST_PATIENCE = 1 / 16

/** How a thread is started and ended. */
export interface ParserThreadOptions extends ProcessorTimeOptions {
  /** Address of the thread's entry without its ending: `.ts` or `.js` is added, as this file has it. */
  readonly entry: URL
  /** Heap of the thread; one that needs more ends, and not the process with it. */
  readonly maxHeapMegabytes: number
  /** Time that a question has besides its own when the thread has to be started for it. */
  readonly startMs?: number
  /** A thread that nobody has asked for so long ends and gives its memory back; it stays when left out. */
  readonly idleMs?: number
}

/** What is said of a question that ended the thread. */
export interface ThreadFailure {
  readonly failure: string
}

/**
 * A thread that answers one question after the other. It is started with the first one, and ended and started anew when
 * a question takes too long or too much memory.
 */
export class ParserThread<Question, Answer> {
  readonly #options: ParserThreadOptions
  #queue: Promise<void> = Promise.resolve()
  #thread: Worker | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #patience = 1

  constructor(options: ParserThreadOptions) {
    this.#options = options
  }

  /**
   * @param timeLimitMs processor time for this question, less after others that took too long. What waits because the
   *   machine is busy has not taken it, up to ten times as long on the clock.
   */
  ask(question: Question, timeLimitMs: number): Promise<Answer | ThreadFailure> {
    const answered = this.#queue.then(() => this.#askNow(question, this.#patience * timeLimitMs))
    this.#queue = answered.then(() => undefined)
    return answered
  }

  #askNow(question: Question, timeLimitMs: number): Promise<Answer | ThreadFailure> {
    clearTimeout(this.#idleTimer)
    const limitMs = timeLimitMs + (this.#thread === undefined ? (this.#options.startMs ?? 0) : 0)
    const worker = (this.#thread ??= startThread(this.#options))
    worker.ref()
    return new Promise((resolve) => {
      const settle = (answer: Answer | ThreadFailure, isCostly: boolean) => {
        stopWatching()
        worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        if (isCostly) this.#discard(worker)
        else this.#rest(worker)
        this.#patience = isCostly ? Math.max(LEAST_PATIENCE, this.#patience / 2) : 1
        resolve(answer)
      }
      const onMessage = (answer: Answer) => settle(answer, false)
      const onError = (error: unknown) => settle({ failure: asError(error).message }, true)
      const onExit = () => settle({ failure: "its thread ended" }, true)
      const stopWatching = watchProcessorTime(limitMs, this.#options, () => {
        settle({ failure: `it took longer than ${Math.round(limitMs)} ms` }, true)
      })
      worker.once("message", onMessage).once("error", onError).once("exit", onExit)
      worker.postMessage(question)
    })
  }

  #rest(worker: Worker): void {
    worker.unref()
    const { idleMs } = this.#options
    if (idleMs !== undefined) this.#idleTimer = setTimeout(() => this.#discard(worker), idleMs).unref()
  }

  #discard(worker: Worker): void {
    this.#thread = undefined
    // An error that is still under way has no one left to tell.
    worker.on("error", () => undefined)
    void worker.terminate()
  }
}

function startThread({ entry, maxHeapMegabytes }: ParserThreadOptions): Worker {
  const ending = extname(fileURLToPath(import.meta.url))
  const file = new URL(`${entry.href}${ending}`)
  const options = { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes }, stdout: true, stderr: true }
  if (ending === ".js") return new Worker(file, options)
  // TypeScript that is run as it stands, by tests: threads of Node 20 do not take the loader over.
  const withLoader = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(file.href)})))`
  return new Worker(withLoader, { ...options, eval: true })
}
