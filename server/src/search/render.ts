import type { CodeSnippet, ContextResponse, InfoSnippet } from "@lectern/contract"

import { isOperationPage, OPERATION_LANGUAGE } from "../formats/openapi/operation-path.ts"
import type { IndexFile, Passage, StoredSnippet } from "../index/open-index.ts"
import { renderHeader, renderSectionHeading } from "../snippets/render-snippet.ts"
import type { ContextAnswer, ShownPassage } from "./pack-answer.ts"

/** What stands between two blocks of a text answer. */
export const SEPARATOR = `${"-".repeat(32)}\n\n`
/** Tokens of the separator. Nothing is counted while answers are packed, so that a serving process needs no tokenizer. */
export const SEPARATOR_TOKENS = 2

/** True when a passage opens another section of the page than the one before it. */
export function opensSection(previous: Passage, next: Passage): boolean {
  return previous.section !== next.section
}

function renderBlock(passages: readonly ShownPassage[]): string {
  const [first] = passages
  if (first === undefined) {
    return ""
  }
  let text = renderHeader(first.headingPath, first.url)
  let previous = first
  for (const passage of passages) {
    text += `${opensSection(previous, passage) ? renderSectionHeading(passage.headingPath) : ""}${passage.content}\n\n`
    text += passage.alsoAt.length === 0 ? "" : `Also at: ${passage.alsoAt.join(", ")}\n\n`
    previous = passage
  }
  return text
}

/**
 * Renders an answer as text: blocks separated by a blank line, a line of 32 hyphens and a blank line.
 *
 * @param rules shown as a first block when not empty.
 */
export function renderContextText(answer: Pick<ContextAnswer, "blocks">, rules: readonly string[] = []): string {
  const blocks = answer.blocks.map(({ passages }) => renderBlock(passages))
  if (rules.length > 0) {
    blocks.unshift(`### Library rules\n\n${rules.map((rule) => `- ${rule}`).join("\n")}\n\n`)
  }
  return blocks.length === 0 ? "" : blocks.join(SEPARATOR).trimEnd() + "\n"
}

/**
 * Renders an answer as JSON: the same passages in the same order, code and prose apart.
 *
 * @param index the index that the answer was packed from.
 */
export function renderContextJson(
  index: IndexFile,
  answer: ContextAnswer,
  rules: readonly string[] = [],
): ContextResponse {
  const snippets = answer.blocks.flatMap((block) => block.passages.map((passage) => index.snippet(passage.id)))
  return {
    codeSnippets: snippets.filter((snippet) => snippet.kind === "code").map(codeEntryOf),
    infoSnippets: snippets.filter((snippet) => snippet.kind === "prose").map(infoEntryOf),
    ...(rules.length > 0 ? { rules: { libraryOwn: [...rules] } } : {}),
  }
}

/** The JSON form of a code snippet. */
export function codeEntryOf(snippet: StoredSnippet): CodeSnippet {
  return {
    codeTitle: snippet.title,
    codeDescription: snippet.description,
    codeLanguage: isOperationPage(snippet.pagePath) ? OPERATION_LANGUAGE : (snippet.codes[0]?.language ?? ""),
    codeTokens: snippet.contentTokens,
    codeId: snippet.url,
    pageTitle: snippet.pageTitle,
    codeList: snippet.codes.map(({ language, code }) => ({ language, code })),
  }
}

/** The JSON form of a prose snippet. */
export function infoEntryOf(snippet: StoredSnippet): InfoSnippet {
  return {
    pageId: snippet.url,
    breadcrumb: snippet.headingPath.join(" > "),
    content: snippet.content,
    contentTokens: snippet.contentTokens,
  }
}
