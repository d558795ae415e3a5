import type { ParsedFile } from "../../document/document.ts"
import { ParserThread } from "../../threads/parser-thread.ts"
import { parsePlainText } from "../plain-text/parse-plain-text.ts"
import type { ThreadResponse, ThreadRequest } from "./asciidoc-thread.ts"
import type { ReferenceTitles } from "./page-references.ts"

/**
 * Time for one file: a second of grace, and several times what documentation of its size takes (about 0.5 MB per second).
 * Asciidoctor has no bounds of its own: a table of `100000000*|a` asks it for as many cells.
 */
const GRACE_MS = 3000
const MS_PER_CHARACTER = 0.01
const MAX_MS = 30_000
/** Longer texts are no documentation that somebody wrote. */
const MAX_CHARACTERS = 6 * 1024 * 1024
const MAX_HEAP_MEGABYTES = 512
/** Time to load Asciidoctor, which takes 700 ms; a thread that is started anew for every file must not run out of it. */
const START_MS = 5000

/** Bounds of reading, for tests. */
export interface AsciidocLimits {
  readonly graceMs?: number
}

const thread = new ParserThread<ThreadRequest, ThreadResponse>({
  entry: new URL("./asciidoc-thread", import.meta.url),
  maxHeapMegabytes: MAX_HEAP_MEGABYTES,
  startMs: START_MS,
})

/**
 * Reads AsciiDoc. Works in a thread of its own, one file after the other, and ends it when a file takes too long or too
 * much memory; such a file is kept as plain text and reported.
 *
 * @param text without invisible characters, its includes put in.
 * @param attributes values by name that the site gives; the document may set others.
 * @param references titles of other pages that it refers to.
 */
export async function parseAsciidoc(
  text: string,
  attributes: Readonly<Record<string, string>> = {},
  references: ReferenceTitles = {},
  limits: AsciidocLimits = {},
): Promise<ParsedFile> {
  if (text.length > MAX_CHARACTERS) return plainly(text, "it is too long")
  const timeLimitMs = Math.min(MAX_MS, (limits.graceMs ?? GRACE_MS) + text.length * MS_PER_CHARACTER)
  const answer = await thread.request({ text, attributes, references }, timeLimitMs)
  return "parsed" in answer ? answer.parsed : plainly(text, answer.failure)
}

function plainly(text: string, reason: string): ParsedFile {
  const { document, problems } = parsePlainText(text)
  return {
    document,
    problems: [
      {
        message: `the file could not be read as AsciiDoc (${reason}) and was kept as plain text`,
        isKeptAsText: true,
      },
      ...problems,
    ],
  }
}
