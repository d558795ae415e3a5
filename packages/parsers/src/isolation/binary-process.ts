import { asError } from "../base/errors.ts"
import { type ParserResult, TOO_MUCH_MEMORY_EXIT_CODE } from "./binary-result.ts"
import type { BinaryFormat } from "../detect/detect-binary.ts"
import { parseDocx } from "../formats/docx/parse-docx.ts"
import { parsePdf } from "../formats/pdf/parse-pdf.ts"
import { writePages } from "../formats/pdf/write-pages.ts"

/** A file to parse. */
export interface ParserRequest {
  readonly format: BinaryFormat
  readonly bytes: Uint8Array
  /** The process exits when it uses this much memory. */
  readonly maxResidentBytes: number
}

const MEMORY_CHECK_MS = 50

// Entry point of the separate process that `parse-binary.ts` starts. It handles one request at a time.
process.on("message", (request: ParserRequest) => void handle(request).then((result) => process.send?.(result)))
process.on("disconnect", () => process.exit())

async function handle({ format, bytes, maxResidentBytes }: ParserRequest): Promise<ParserResult> {
  // Native parsers allocate memory outside of the heap, so the heap limit does not apply to them.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxResidentBytes) process.exit(TOO_MUCH_MEMORY_EXIT_CODE)
  }, MEMORY_CHECK_MS)
  try {
    const read = format === "pdf" ? await parsePdf(bytes) : await parseDocx(bytes)
    if ("unreadable" in read) return read
    return { parsed: "pages" in read ? writePages(read.pages, read.problems) : read }
  } catch (thrown) {
    return { unreadable: `the file cannot be read (${asError(thrown).message})` }
  } finally {
    clearInterval(watch)
  }
}
