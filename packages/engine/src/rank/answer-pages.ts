import type { IndexFile } from "../index/read/open-index.ts"
import type { AnswerBlock } from "./pack-answer.ts"

/** Returns the paths of the pages in an answer, each once, in the order of the answer. */
export function answerPages(index: Pick<IndexFile, "pagePath">, blocks: readonly AnswerBlock[]): readonly string[] {
  const numbers = new Set<number>()
  for (const { snippets } of blocks) for (const { page } of snippets) numbers.add(page)
  return [...numbers].map((page) => index.pagePath(page))
}
