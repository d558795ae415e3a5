import { parentPort } from "node:worker_threads"
import { asError } from "../../errors.ts"
import type { ParsedFile } from "../../document/document.ts"
import type { PythonModule } from "../python-api/python-module.ts"
import { outlineSourceCode, readSourceCode } from "./extract-symbols.ts"

/** What the thread is asked. */
export interface CodeQuestion {
  readonly text: string
  readonly path: string
  /** True: the outline of a module of Python is wanted, not a document. */
  readonly isOutline?: boolean
}

/** What it answers. */
export type CodeAnswer =
  | { readonly parsed: ParsedFile }
  | { readonly outline: PythonModule }
  | { readonly failure: string }

// Entry of a thread of its own (see `parse-source-code.ts`): one question at a time.
parentPort?.on("message", (question: CodeQuestion) => {
  void answer(question).then((given) => parentPort?.postMessage(given))
})

async function answer({ text, path, isOutline }: CodeQuestion): Promise<CodeAnswer> {
  try {
    if (isOutline === true) return { outline: await outlineSourceCode(text) }
    return { parsed: await readSourceCode(text, path) }
  } catch (thrown) {
    return { failure: asError(thrown).message }
  }
}
