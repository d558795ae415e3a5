import { parentPort, workerData } from "node:worker_threads"
import { asError } from "../../../base/errors.ts"
import { parseApiText, type ApiText } from "./parse-api-text.ts"

/** A text to parse. */
export interface ThreadRequest {
  readonly text: string
  readonly isMain: boolean
}

// Entry of a thread of its own (see `read-api-file.ts`): one question, then it ends and gives its memory back.
parentPort?.postMessage(answer(workerData as ThreadRequest))

function answer({ text, isMain }: ThreadRequest): ApiText {
  try {
    return parseApiText(text, isMain)
  } catch (thrown) {
    return { failure: `the file cannot be read: ${asError(thrown).message}` }
  }
}
