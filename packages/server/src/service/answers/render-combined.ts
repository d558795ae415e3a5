import type { CombinedCodeSnippet, CombinedInfoSnippet, CombinedSearchResponse } from "@lectern/contract"

import {
  type AnswerEnding,
  type AnswerLength,
  codeEntryOf,
  infoEntryOf,
  MAX_NAMED_SECTIONS,
  renderContextText,
  renderEnding,
  SEPARATOR,
  type ShownSnippet,
} from "@lectern/engine"
import { type CombinedAnswer, inOneOrder, libraryLine } from "../../resolve/combined/pack-combined.ts"

/**
 * Renders an answer as text: the title line and the blocks of each library, the library with the highest score first.
 */
export function renderCombinedText(answer: CombinedAnswer, length: AnswerLength = "auto"): string {
  return (
    answer.libraries
      .map((library) => `${libraryLine(library.id)}${renderContextText(library)}\n`)
      .join(SEPARATOR)
      .trimEnd() +
    "\n" +
    (length === "full" ? "" : renderEnding(joinEndings(answer.libraries.map(({ ending }) => ending))))
  )
}

function joinEndings(endings: readonly AnswerEnding[]): AnswerEnding {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    reason: endings.some(({ reason }) => reason === "worse") ? "worse" : "bounds",
    snippets: sum(endings.map(({ snippets }) => snippets)),
    pages: sum(endings.map(({ pages }) => pages)),
    // The sections of the first library come first.
    sections: endings.flatMap(({ sections = [] }) => sections).slice(0, MAX_NAMED_SECTIONS),
  }
}

/**
 * Renders an answer as JSON: the same snippets, ordered across all libraries, with code and prose separated.
 *
 * @param snippetOf returns a complete snippet by library key and snippet number.
 */
export function renderCombinedJson(
  answer: CombinedAnswer,
  snippetOf: (key: string, id: number) => ShownSnippet,
): Pick<CombinedSearchResponse, "codeSnippets" | "infoSnippets"> {
  const codeSnippets: CombinedCodeSnippet[] = []
  const infoSnippets: CombinedInfoSnippet[] = []
  for (const [at, { library, snippet: shown }] of inOneOrder(answer).entries()) {
    const rank = at + 1
    const snippet = snippetOf(library.key, shown.id)
    if (snippet.kind === "code") {
      codeSnippets.push({ libraryId: library.id, ...codeEntryOf(snippet), rank })
    } else {
      infoSnippets.push({ libraryId: library.id, ...infoEntryOf(snippet), rank })
    }
  }
  return { codeSnippets, infoSnippets }
}
