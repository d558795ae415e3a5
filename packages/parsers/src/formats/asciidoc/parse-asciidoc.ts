import type { ParsedFile } from "../../document/document.ts"
import { ParserThread } from "../../threads/parser-thread.ts"
import { parsePlainText } from "../plain-text/parse-plain-text.ts"
import type { ThreadResponse, ThreadRequest } from "./asciidoc-thread.ts"
import type { ReferenceTitles } from "./page-references.ts"

/**
 * Time limit for one file: three seconds plus several times what documentation of its size takes (about 0.5 MB per
 * second). Asciidoctor itself has no limits: a table of `100000000*|a` makes it create that many cells. With the start of
 * the thread, and with reading and cutting a file of 5 MB as plain text afterwards, a file takes about ten seconds at most.
 */
const GRACE_MS = 3000
const MS_PER_CHARACTER = 0.01
const MAX_MS = 6000
/** Longer texts are generated, not written documentation. */
const MAX_CHARACTERS = 6 * 1024 * 1024
const MAX_HEAP_MEGABYTES = 512
/**
 * Time to load Asciidoctor, which takes 700 ms; a thread that is restarted for every file must not exceed its limit
 * because of it.
 */
const START_MS = 1500

/** Limits of the parser, for tests. */
export interface AsciidocLimits {
  readonly graceMs?: number
}

const thread = new ParserThread<ThreadRequest, ThreadResponse>({
  entry: new URL("./asciidoc-thread", import.meta.url),
  maxHeapMegabytes: MAX_HEAP_MEGABYTES,
  startMs: START_MS,
})

/**
 * Parses AsciiDoc in a worker thread, one file after the other. If a file takes too much time or memory, the thread is
 * stopped, and the file is kept as plain text and reported.
 *
 * @param text without invisible characters, with includes expanded.
 * @param attributes values that the site defines, by name; the document may define others.
 * @param references titles of other pages that the page refers to.
 */
export async function parseAsciidoc(
  text: string,
  attributes: Readonly<Record<string, string>> = {},
  references: ReferenceTitles = {},
  limits: AsciidocLimits = {},
): Promise<ParsedFile> {
  if (text.length > MAX_CHARACTERS) return asPlainText(text, "it is too long")
  const timeLimitMs = Math.min(MAX_MS, (limits.graceMs ?? GRACE_MS) + text.length * MS_PER_CHARACTER)
  const answer = await thread.request({ text, attributes, references }, timeLimitMs)
  return "parsed" in answer ? answer.parsed : asPlainText(text, answer.failure)
}

function asPlainText(text: string, reason: string): ParsedFile {
  const { document, problems } = parsePlainText(text)
  return {
    document,
    problems: [
      {
        message: `the file could not be parsed as AsciiDoc (${reason}) and was kept as plain text`,
        isKeptAsText: true,
      },
      ...problems,
    ],
  }
}
