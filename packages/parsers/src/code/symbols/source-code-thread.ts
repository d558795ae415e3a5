import { parentPort } from "node:worker_threads"
import { asError } from "../../base/errors.ts"
import type { ParsedFile } from "../../document/document.ts"
import type { PythonModule } from "../python-api/python-module.ts"
import { outlinePythonCode, extractSymbols } from "./extract-symbols.ts"

/** A file to parse. */
export interface CodeRequest {
  readonly text: string
  readonly path: string
  /** True: return the outline of a Python module, not a document. */
  readonly isOutline?: boolean | undefined
}

/** Result of the thread, or the reason why the file cannot be parsed. */
export type CodeResponse =
  | { readonly parsed: ParsedFile }
  | { readonly outline: PythonModule }
  | { readonly failure: string }

// Entry of a separate thread (see `parse-source-code.ts`), which handles one request at a time.
parentPort?.on("message", (request: CodeRequest) => {
  void handle(request).then((response) => parentPort?.postMessage(response))
})

async function handle({ text, path, isOutline }: CodeRequest): Promise<CodeResponse> {
  try {
    if (isOutline === true) return { outline: await outlinePythonCode(text, path) }
    return { parsed: await extractSymbols(text, path) }
  } catch (thrown) {
    return { failure: asError(thrown).message }
  }
}
