import type { ParsedFile } from "../../document/document.ts"
import type { PythonModule } from "../python-api/python-module.ts"
import { ParserThread } from "../../isolation/parser-thread.ts"
import type { CodeAnswer, CodeQuestion } from "./source-code-thread.ts"

/** Time to start the thread and load a grammar on a busy machine. */
const START_MS = 10_000
/** Time for one file: many times what code of its size takes (about 4 MB per second). */
const GRACE_MS = 5_000
const MS_PER_CHARACTER = 0.01
/** Longer files are generated, or tables of data. */
const MAX_CHARACTERS = 2 * 1024 * 1024
const MAX_HEAP_MEGABYTES = 384
/** Grammars take some 30 MB together: they go when nobody reads code any more. */
const IDLE_MS = 5_000

/** Bounds of reading, for tests. */
export interface SourceCodeLimits {
  readonly graceMs?: number
  readonly msPerCharacter?: number
}

const thread = new ParserThread<CodeQuestion, CodeAnswer>({
  entry: new URL("./source-code-thread", import.meta.url),
  maxHeapMegabytes: MAX_HEAP_MEGABYTES,
  idleMs: IDLE_MS,
  startMs: START_MS,
})

/**
 * Reads the public symbols of source code. Works in a thread of its own, one file after the other, and ends it when a file
 * takes too long or too much memory.
 *
 * @param path of the file inside its source; its ending tells the language.
 * @throws {Error} that says why the file cannot be read.
 */
export async function parseSourceCode(text: string, path: string, limits: SourceCodeLimits = {}): Promise<ParsedFile> {
  const answer = await ask({ text, path }, limits)
  if ("parsed" in answer) return answer.parsed
  throw new Error(`the code could not be read (${"failure" in answer ? answer.failure : "of another kind"})`)
}

/**
 * Reads what a module of Python offers to documentation that names its objects, in the same thread.
 *
 * @throws {Error} that says why the file cannot be read.
 */
export async function outlinePython(text: string, path: string, limits: SourceCodeLimits = {}): Promise<PythonModule> {
  const answer = await ask({ text, path, isOutline: true }, limits)
  if ("outline" in answer) return answer.outline
  throw new Error(`the code could not be read (${"failure" in answer ? answer.failure : "of another kind"})`)
}

function ask(question: CodeQuestion, limits: SourceCodeLimits): Promise<CodeAnswer> {
  const { length } = question.text
  if (length > MAX_CHARACTERS) throw new Error("the file is longer than code that somebody wrote")
  return thread.ask(question, (limits.graceMs ?? GRACE_MS) + length * (limits.msPerCharacter ?? MS_PER_CHARACTER))
}
