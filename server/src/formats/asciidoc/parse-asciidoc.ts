import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { asError } from "../../base/errors.ts"
import type { ParsedFile } from "../document.ts"
import { parsePlainText } from "../plain-text/parse-plain-text.ts"
import type { ThreadAnswer, ThreadQuestion } from "./asciidoc-thread.ts"

/**
 * Time for one file: a second of start and grace, and several times what documentation of its size takes (about 0.5 MB per second).
 * Asciidoctor has no bounds of its own: a table of `100000000*|a` asks it for as many cells.
 */
const GRACE_MS = 3000
const MS_PER_CHARACTER = 0.01
const MAX_MS = 30_000
/** Longer texts are no documentation that somebody wrote. */
const MAX_CHARACTERS = 6 * 1024 * 1024
/** Heap of the thread; one that needs more ends, and not the process with it. */
const MAX_HEAP_MEGABYTES = 512
/** When files fail one after the other each has half the time of the one before, down to this share: a source full of bombs ends too. */
const LEAST_PATIENCE = 1 / 16

/** Bounds of reading, for tests. */
export interface AsciidocLimits {
  readonly graceMs?: number
}

/**
 * Reads AsciiDoc. Works in a thread of its own, one file after the other, and ends it when a file takes too long or too
 * much memory; such a file is kept as plain text and reported.
 *
 * @param text without invisible characters, its includes put in.
 * @param attributes values by name that the site gives; the document may set others.
 */
export function parseAsciidoc(
  text: string,
  attributes: Readonly<Record<string, string>> = {},
  limits: AsciidocLimits = {},
): Promise<ParsedFile> {
  const parsed = queue.then(() => parseNow({ text, attributes }, limits))
  queue = parsed.then(() => undefined)
  return parsed
}

let queue: Promise<void> = Promise.resolve()
let thread: Worker | undefined
let patience = 1

async function parseNow(question: ThreadQuestion, limits: AsciidocLimits): Promise<ParsedFile> {
  if (question.text.length > MAX_CHARACTERS) return plainly(question, "it is too long")
  const timeLimitMs =
    patience * Math.min(MAX_MS, (limits.graceMs ?? GRACE_MS) + question.text.length * MS_PER_CHARACTER)
  const answer = await ask(question, timeLimitMs)
  if ("parsed" in answer) {
    patience = 1
    return answer.parsed
  }
  if (answer.isCostly === true) patience = Math.max(LEAST_PATIENCE, patience / 2)
  return plainly(question, answer.failure)
}

type Answer = ThreadAnswer & { readonly isCostly?: true }

function ask(question: ThreadQuestion, timeLimitMs: number): Promise<Answer> {
  const worker = (thread ??= startThread())
  worker.ref()
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer)
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      if (answer.isCostly === true) discard(worker)
      else worker.unref()
      resolve(answer)
    }
    const onMessage = (answer: ThreadAnswer) => settle(answer)
    const onError = (error: unknown) => settle({ failure: asError(error).message, isCostly: true })
    const onExit = () => settle({ failure: "its thread ended", isCostly: true })
    const timer = setTimeout(() => {
      settle({ failure: `it took longer than ${Math.round(timeLimitMs)} ms`, isCostly: true })
    }, timeLimitMs)
    worker.once("message", onMessage).once("error", onError).once("exit", onExit)
    worker.postMessage(question)
  })
}

function discard(worker: Worker): void {
  thread = undefined
  // An error that is still under way has no one left to tell.
  worker.on("error", () => undefined)
  void worker.terminate()
}

function startThread(): Worker {
  const ending = extname(fileURLToPath(import.meta.url))
  const entry = new URL(`./asciidoc-thread${ending}`, import.meta.url)
  const options = { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES }, stdout: true, stderr: true }
  if (ending === ".js") return new Worker(entry, options)
  // TypeScript that is run as it stands, by tests: threads of Node 20 do not take the loader over.
  const withLoader = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(entry.href)})))`
  return new Worker(withLoader, { ...options, eval: true })
}

function plainly({ text }: ThreadQuestion, reason: string): ParsedFile {
  const { document, problems } = parsePlainText(text)
  return {
    document,
    problems: [
      { message: `the file could not be read as AsciiDoc (${reason}) and was kept as plain text` },
      ...problems,
    ],
  }
}
