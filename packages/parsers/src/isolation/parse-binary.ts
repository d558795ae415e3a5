import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { asError } from "../base/errors.ts"
import type { ParserRequest } from "./binary-process.ts"
import { type ParserResult, TOO_MUCH_MEMORY_EXIT_CODE } from "./binary-result.ts"
import type { BinaryFormat } from "../detect/detect-binary.ts"
import { programFile } from "../threads/program-file.ts"
import { processorMsOf, watchProcessorTime } from "../threads/watch-processor-time.ts"

/**
 * Processor time for one file. A document of 500 pages takes a few seconds and is several megabytes long; a small file that takes long is
 * an attack.
 */
const GRACE_MS = 6_000
const MS_PER_BYTE = 1_000 / 2 ** 20
const MAX_TIME_MS = 30_000
/** Memory of the process, including its code and both copies of the file. */
const MAX_RESIDENT_BYTES = 768 * 2 ** 20
const MAX_HEAP_MEGABYTES = 448
/**
 * Each consecutive failed file halves the time limit of the next one, down to this share, so that even a source full of hostile files comes
 * to an end.
 */
const MIN_TIME_SHARE = 1 / 16
const STOPPED = "parsing was cancelled"
/** The process is stopped after this time without a request. */
const IDLE_MS = 5_000

/** Limits of one file. */
export interface BinaryLimits {
  /** Processor time. Waiting for a busy machine does not count, up to ten times this time by the clock. */
  readonly timeLimitMs?: number | undefined
  /** Returns the processor time that a process has used so far, in milliseconds. */
  readonly processorMs?: ((processId: number | undefined) => number) | undefined
  readonly maxResidentBytes?: number | undefined
  /** Aborting it stops parsing the file. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Parses a PDF or DOCX file into a document, in a separate process that handles one file after the other and is killed if a file takes too
 * much time or memory. Line numbers of a PDF's blocks are page numbers; those of a DOCX are all 1.
 *
 * @returns the reason if the file cannot be parsed: encrypted, scanned, damaged, or over a limit.
 */
export function parseBinary(format: BinaryFormat, bytes: Uint8Array, limits: BinaryLimits = {}): Promise<ParserResult> {
  return shared.parse(format, bytes, limits)
}

type Result = ParserResult | { readonly unreadable: string; readonly isCostly: true }

interface RequestLimits {
  readonly timeLimitMs: number
  readonly processorMs: (processId: number | undefined) => number
  readonly signal: AbortSignal | undefined
}

/** Starts the process for the first file, and again after it was killed. */
class BinaryParser {
  #queue: Promise<void> = Promise.resolve()
  #child: ChildProcess | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #timeShare = 1

  parse(format: BinaryFormat, bytes: Uint8Array, limits: BinaryLimits): Promise<ParserResult> {
    const parsed = this.#queue.then(() => this.#parseNow(format, bytes, limits))
    this.#queue = parsed.then(() => undefined)
    return parsed
  }

  async #parseNow(
    format: BinaryFormat,
    bytes: Uint8Array,
    {
      timeLimitMs = Math.min(MAX_TIME_MS, GRACE_MS + bytes.byteLength * MS_PER_BYTE),
      maxResidentBytes = MAX_RESIDENT_BYTES,
      processorMs = processorMsOf,
      signal,
    }: BinaryLimits,
  ): Promise<ParserResult> {
    const isStopped = () => signal?.aborted === true
    if (isStopped()) return { unreadable: STOPPED }
    const limits = { timeLimitMs: this.#timeShare * timeLimitMs, processorMs, signal }
    const result = await this.#request({ format, bytes, maxResidentBytes }, limits)
    if (isStopped()) return { unreadable: STOPPED }
    this.#timeShare = "isCostly" in result ? Math.max(MIN_TIME_SHARE, this.#timeShare / 2) : 1
    return "isCostly" in result ? { unreadable: result.unreadable } : result
  }

  #request(request: ParserRequest, { timeLimitMs, processorMs, signal }: RequestLimits): Promise<Result> {
    clearTimeout(this.#idleTimer)
    const child = (this.#child ??= this.#start())
    keepAlive(child, true)
    return new Promise((resolve) => {
      const settle = (result: Result) => {
        stopWatching()
        signal?.removeEventListener("abort", onAbort)
        child.off("message", onMessage).off("error", onError).off("exit", onExit)
        if ("isCostly" in result) this.#kill(child)
        else this.#rest(child)
        resolve(result)
      }
      const fail = (reason: string) => settle({ unreadable: `the file cannot be read (${reason})`, isCostly: true })
      const onMessage = (result: unknown) => settle(result as ParserResult)
      const onError = (error: unknown) => fail(asError(error).message)
      const onExit = (code: number | null) => fail(exitReason(code, request))
      const onAbort = () => fail(STOPPED)
      const stopWatching = watchProcessorTime(timeLimitMs, { processorMs: () => processorMs(child.pid) }, () => {
        fail(`it took longer than ${Math.round(timeLimitMs / 1000)} s`)
      })
      signal?.addEventListener("abort", onAbort, { once: true })
      child.once("message", onMessage).once("error", onError).once("exit", onExit)
      child.send(request, (error) => {
        if (error !== null) onError(error)
      })
    })
  }

  #start(): ChildProcess {
    const child = startProcess()
    child.once("exit", () => {
      if (this.#child === child) this.#child = undefined
    })
    return child
  }

  /** Allows this program to exit while the process is idle, and stops the process after a while. */
  #rest(child: ChildProcess): void {
    keepAlive(child, false)
    this.#idleTimer = setTimeout(() => this.#kill(child), IDLE_MS).unref()
  }

  #kill(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
    // An error can still arrive after the listeners were removed.
    child.on("error", () => undefined)
    child.kill("SIGKILL")
  }
}

/** One process for the whole program: more would multiply the memory that hostile files can use. */
const shared = new BinaryParser()

function exitReason(code: number | null, { maxResidentBytes }: ParserRequest): string {
  if (code !== TOO_MUCH_MEMORY_EXIT_CODE) return "the parser crashed"
  return `it needs more than ${Math.round(maxResidentBytes / 2 ** 20)} MB of memory`
}

function keepAlive(child: ChildProcess, isKept: boolean): void {
  if (isKept) child.ref()
  else child.unref()
  if (isKept) child.channel?.ref()
  else child.channel?.unref()
}

function startProcess(): ChildProcess {
  const { url, isSource } = programFile(new URL("./binary-process", import.meta.url), import.meta.url)
  const loader = isSource ? ["--import", import.meta.resolve("tsx")] : []
  return fork(fileURLToPath(url), [], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, ...loader],
    // The process parses untrusted files, so it does not inherit this environment, which contains keys.
    env: { PATH: process.env["PATH"] },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })
}
