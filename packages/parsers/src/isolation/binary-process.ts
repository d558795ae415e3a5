import { asError } from "../errors.ts"
import { type ProcessAnswer, TOO_MUCH_MEMORY_EXIT_CODE } from "./binary-answer.ts"
import type { BinaryFormat } from "../detect/detect-binary.ts"
import { parseDocx } from "../formats/docx/parse-docx.ts"
import { parsePdf } from "../formats/pdf/parse-pdf.ts"
import { writePages } from "../formats/pdf/write-pages.ts"

/** What the process that reads binary files is asked. */
export interface ProcessQuestion {
  readonly format: BinaryFormat
  readonly bytes: Uint8Array
  /** Memory at which the process ends itself. */
  readonly maxResidentBytes: number
}

const MEMORY_CHECK_MS = 50

// Entry of a process of its own (see `parse-binary.ts`): one question at a time.
process.on("message", (question: ProcessQuestion) => void answer(question).then((given) => process.send?.(given)))
process.on("disconnect", () => process.exit())

async function answer({ format, bytes, maxResidentBytes }: ProcessQuestion): Promise<ProcessAnswer> {
  // Native readers work beside this loop, and no limit of the heap counts what they take.
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
