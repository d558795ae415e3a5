import { parentPort, workerData } from "node:worker_threads"
import { asError } from "../../../base/errors.ts"
import { parseApiText, type ApiText } from "./parse-api-text.ts"

/** A text to parse. */
export interface ThreadRequest {
  readonly text: string
  readonly isMain: boolean
}

// Entry point of the worker thread that `parse-api-file.ts` starts. It handles one request and exits, which frees its
// memory.
parentPort?.postMessage(answer(workerData as ThreadRequest))

function answer({ text, isMain }: ThreadRequest): ApiText {
  try {
    return parseApiText(text, isMain)
  } catch (thrown) {
    return { failure: `the file cannot be read: ${asError(thrown).message}` }
  }
}
