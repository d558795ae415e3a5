import { parentPort } from "node:worker_threads"
import { asError } from "../../errors.ts"
import type { ParsedFile } from "../../document/document.ts"
import type { ReferenceTitles } from "./page-references.ts"
import { readAsciidoc } from "./convert-asciidoc.ts"

/** What the thread is asked. */
export interface ThreadQuestion {
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly references: ReferenceTitles
}

/** What it answers. */
export type ThreadAnswer = { readonly parsed: ParsedFile } | { readonly failure: string }

// Entry of a thread of its own (see `parse-asciidoc.ts`): one question at a time.
parentPort?.on("message", (question: ThreadQuestion) => {
  void answer(question).then((given) => parentPort?.postMessage(given))
})

async function answer({ text, attributes, references }: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    return { parsed: await readAsciidoc(text, attributes, references) }
  } catch (thrown) {
    return { failure: asError(thrown).message }
  }
}
