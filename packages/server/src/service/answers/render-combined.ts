import type { CombinedCodeSnippet, CombinedInfoSnippet, CombinedSearchResponse } from "@lectern/contract"

import { codeEntryOf, infoEntryOf, renderContextText, SEPARATOR, type ShownSnippet } from "@lectern/engine"
import { type CombinedAnswer, inOneOrder, libraryLine } from "../../resolve/combined/pack-combined.ts"

/** Renders an answer as text: per library its line and its blocks, the heaviest library first. */
export function renderCombinedText(answer: CombinedAnswer): string {
  return (
    answer.libraries
      .map((library) => `${libraryLine(library.id)}${renderContextText(library)}\n`)
      .join(SEPARATOR)
      .trimEnd() + "\n"
  )
}

/**
 * Renders an answer as JSON: the same snippets in one order over all libraries, code and prose apart.
 *
 * @param snippetOf gives the whole snippet of a snippet by library key and snippet number.
 */
export function renderCombinedJson(
  answer: CombinedAnswer,
  snippetOf: (key: string, id: number) => ShownSnippet,
): Pick<CombinedSearchResponse, "codeSnippets" | "infoSnippets"> {
  const codeSnippets: CombinedCodeSnippet[] = []
  const infoSnippets: CombinedInfoSnippet[] = []
  for (const { library, snippet: shown } of inOneOrder(answer)) {
    const snippet = snippetOf(library.key, shown.id)
    if (snippet.kind === "code") {
      codeSnippets.push({ libraryId: library.id, ...codeEntryOf(snippet) })
    } else {
      infoSnippets.push({ libraryId: library.id, ...infoEntryOf(snippet) })
    }
  }
  return { codeSnippets, infoSnippets }
}
