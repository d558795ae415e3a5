import { type ChildProcess, fork } from "node:child_process"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { asError } from "../errors.ts"
import type { ProcessQuestion } from "./binary-process.ts"
import { type ProcessAnswer, TOO_MUCH_MEMORY_EXIT_CODE } from "./binary-result.ts"
import type { BinaryFormat } from "../detect/detect-binary.ts"
import { processorMsOf, watchProcessorTime } from "./watch-processor-time.ts"

/** Processor time for one file: 500 pages take some seconds. */
const TIME_LIMIT_MS = 120_000
/** Memory of the process, its code and both copies of the file included. */
const MAX_RESIDENT_BYTES = 768 * 2 ** 20
const MAX_HEAP_MEGABYTES = 448
/** When files fail one after the other each has half the time of the one before, down to this share: a source full of bombs ends too. */
const LEAST_PATIENCE = 1 / 16
const STOPPED = "the reading was stopped"
/** A process that nobody has asked for so long is ended. */
const IDLE_MS = 5_000

/** Bounds of reading, for tests. */
export interface BinaryLimits {
  /** Processor time; what waits because the machine is busy has not taken it, up to ten times as long on the clock. */
  readonly timeLimitMs?: number
  /** Processor time that a process has used so far, in milliseconds. */
  readonly processorMs?: (processId: number | undefined) => number
  readonly maxResidentBytes?: number
  /** Ends the reading of this file. */
  readonly signal?: AbortSignal
}

/**
 * Reads a PDF or DOCX file into a document. Works in a process of its own, one file after the other, and ends it when
 * a file takes too long or too much memory. Lines of a PDF's blocks are pages; those of a DOCX are all 1.
 *
 * @returns why the file cannot be read, when it cannot: it is encrypted, scanned, damaged or takes too much.
 */
export function parseBinary(
  format: BinaryFormat,
  bytes: Uint8Array,
  {
    timeLimitMs = TIME_LIMIT_MS,
    maxResidentBytes = MAX_RESIDENT_BYTES,
    processorMs = processorMsOf,
    signal,
  }: BinaryLimits = {},
): Promise<ProcessAnswer> {
  const isStopped = () => signal?.aborted === true
  const parsed = queue.then(async () => {
    if (isStopped()) return { unreadable: STOPPED }
    const answer = await ask(
      { format, bytes, maxResidentBytes },
      { timeLimitMs: patience * timeLimitMs, processorMs, signal },
    )
    if (isStopped()) return { unreadable: STOPPED }
    if ("isCostly" in answer) patience = Math.max(LEAST_PATIENCE, patience / 2)
    else patience = 1
    return "isCostly" in answer ? { unreadable: answer.unreadable } : answer
  })
  queue = parsed.then(() => undefined)
  return parsed
}

let queue: Promise<void> = Promise.resolve()
let child: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined
let patience = 1

type Answer = ProcessAnswer | { readonly unreadable: string; readonly isCostly: true }

interface Patience {
  readonly timeLimitMs: number
  readonly processorMs: (processId: number | undefined) => number
  readonly signal: AbortSignal | undefined
}

function ask(question: ProcessQuestion, { timeLimitMs, processorMs, signal }: Patience): Promise<Answer> {
  clearTimeout(idleTimer)
  const asked = (child ??= startProcess())
  keepAlive(asked, true)
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      stopWatching()
      signal?.removeEventListener("abort", onAbort)
      asked.off("message", onMessage).off("error", onError).off("exit", onExit)
      if ("isCostly" in answer) discard(asked)
      else rest(asked)
      resolve(answer)
    }
    const fail = (reason: string) => settle({ unreadable: `the file cannot be read (${reason})`, isCostly: true })
    const onMessage = (answer: unknown) => settle(answer as ProcessAnswer)
    const onError = (error: unknown) => fail(asError(error).message)
    const onExit = (code: number | null) =>
      fail(
        code === TOO_MUCH_MEMORY_EXIT_CODE
          ? `it needs more than ${Math.round(question.maxResidentBytes / 2 ** 20)} MB of memory`
          : "its reader broke down",
      )
    const onAbort = () => fail(STOPPED)
    const stopWatching = watchProcessorTime(timeLimitMs, { processorMs: () => processorMs(asked.pid) }, () => {
      fail(`it took longer than ${Math.round(timeLimitMs / 1000)} s`)
    })
    signal?.addEventListener("abort", onAbort, { once: true })
    asked.once("message", onMessage).once("error", onError).once("exit", onExit)
    asked.send(question, (error) => {
      if (error !== null) onError(error)
    })
  })
}

/** Lets this process end although the other one waits, and ends that one after a while. */
function rest(resting: ChildProcess): void {
  keepAlive(resting, false)
  idleTimer = setTimeout(() => discard(resting), IDLE_MS).unref()
}

function keepAlive(process: ChildProcess, isKept: boolean): void {
  if (isKept) process.ref()
  else process.unref()
  if (isKept) process.channel?.ref()
  else process.channel?.unref()
}

function discard(broken: ChildProcess): void {
  if (child === broken) child = undefined
  // An error that is still under way has no one left to tell.
  broken.on("error", () => undefined)
  broken.kill("SIGKILL")
}

function startProcess(): ChildProcess {
  const ending = extname(fileURLToPath(import.meta.url))
  const entry = fileURLToPath(new URL(`./binary-process${ending}`, import.meta.url))
  // TypeScript that is run as it stands, by tests, needs a loader.
  const loader = ending === ".js" ? [] : ["--import", import.meta.resolve("tsx")]
  const started = fork(entry, [], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, ...loader],
    // Nothing that is told to this process, keys least of all, is told to one that reads foreign files.
    env: { PATH: process.env["PATH"] },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })
  started.once("exit", () => {
    if (child === started) child = undefined
  })
  return started
}
