import type { ParsedFile } from "../../document/document.ts"
import type { PythonModule } from "../python-api/python-module.ts"
import { ParserThread } from "../../threads/parser-thread.ts"
import type { CodeResponse, CodeRequest } from "./source-code-thread.ts"

/** Time to start the thread and load a grammar on a busy machine. */
const START_MS = 10_000
/** Time for one file, many times what code of its size takes (about 4 MB per second). */
const GRACE_MS = 5_000
const MS_PER_CHARACTER = 0.01
const MAX_MS = 10_000
/** Longer files are generated code or tables of data. */
const MAX_CHARACTERS = 2 * 1024 * 1024
const MAX_HEAP_MEGABYTES = 384
/** All grammars together take about 30 MB, which are freed when no code has been parsed for this time. */
const IDLE_MS = 5_000

/** Limits of one file, for tests. */
export interface SourceCodeLimits {
  readonly graceMs?: number | undefined
  readonly msPerCharacter?: number | undefined
}

const thread = new ParserThread<CodeRequest, CodeResponse>({
  entry: new URL("./source-code-thread", import.meta.url),
  maxHeapMegabytes: MAX_HEAP_MEGABYTES,
  idleMs: IDLE_MS,
  startMs: START_MS,
})

/**
 * Parses the public symbols of source code into a document, in a separate thread that handles one file after the other and is
 * stopped when a file takes too long or too much memory.
 *
 * @param path of the file inside its source; its ending determines the language.
 * @throws {Error} with the reason when the file cannot be parsed.
 */
export async function parseSourceCode(text: string, path: string, limits: SourceCodeLimits = {}): Promise<ParsedFile> {
  const response = await request({ text, path }, limits)
  if ("parsed" in response) return response.parsed
  throw failureOf(response)
}

/**
 * Outlines a Python module for documentation that names its objects, in the same thread.
 *
 * @throws {Error} with the reason when the file cannot be parsed.
 */
export async function outlinePython(text: string, path: string, limits: SourceCodeLimits = {}): Promise<PythonModule> {
  const response = await request({ text, path, isOutline: true }, limits)
  if ("outline" in response) return response.outline
  throw failureOf(response)
}

function failureOf(response: CodeResponse): Error {
  return new Error(`the code could not be parsed (${"failure" in response ? response.failure : "unexpected response"})`)
}

function request(file: CodeRequest, limits: SourceCodeLimits): Promise<CodeResponse> {
  const { length } = file.text
  if (length > MAX_CHARACTERS) throw new Error("the file is too long to be hand-written code")
  const limitMs = (limits.graceMs ?? GRACE_MS) + length * (limits.msPerCharacter ?? MS_PER_CHARACTER)
  return thread.request(file, Math.min(MAX_MS, limitMs))
}
