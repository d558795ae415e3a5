import type { ParsedFile } from "../document.ts"
import { ParserThread } from "../parser-thread.ts"
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
  if (text.length > MAX_CHARACTERS) throw new Error("the file is longer than code that somebody wrote")
  const answer = await thread.ask(
    { text, path },
    (limits.graceMs ?? GRACE_MS) + text.length * (limits.msPerCharacter ?? MS_PER_CHARACTER),
  )
  if ("parsed" in answer) return answer.parsed
  throw new Error(`the code could not be read (${answer.failure})`)
}
