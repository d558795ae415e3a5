import { parentPort } from "node:worker_threads"
import { asError } from "../../base/errors.ts"
import type { ParsedFile } from "../../document/document.ts"
import type { ReferenceTitles } from "./page-references.ts"
import { convertAsciidoc } from "./convert-asciidoc.ts"

/** A page to parse. */
export interface ThreadRequest {
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly references: ReferenceTitles
}

/** The parsed page, or why it cannot be parsed. */
export type ThreadResponse = { readonly parsed: ParsedFile } | { readonly failure: string }

// Entry point of the worker thread that `parse-asciidoc.ts` starts. It handles one request at a time.
parentPort?.on("message", (question: ThreadRequest) => {
  void answer(question).then((given) => parentPort?.postMessage(given))
})

async function answer({ text, attributes, references }: ThreadRequest): Promise<ThreadResponse> {
  try {
    return { parsed: await convertAsciidoc(text, attributes, references) }
  } catch (thrown) {
    return { failure: asError(thrown).message }
  }
}
