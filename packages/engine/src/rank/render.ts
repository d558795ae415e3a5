import type { CodeSnippet, ContextResponse, InfoSnippet, WrittenText } from "@lectern/contract"

import { isOperationPage, OPERATION_LANGUAGE } from "@lectern/parsers/openapi"
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

/** A snippet with what a language model wrote about it, where one did. */
export interface ShownSnippet extends StoredSnippet {
  readonly written?: WrittenText
}

/** What goes into JSON beside the passages. */
export interface JsonExtras {
  readonly rules?: readonly string[]
  /** By snippet number. */
  readonly written?: ReadonlyMap<number, WrittenText>
}

/**
 * Renders an answer as JSON: the same passages in the same order, code and prose apart.
 *
 * @param index the index that the answer was packed from.
 */
export function renderContextJson(
  index: IndexFile,
  answer: ContextAnswer,
  { rules = [], written }: JsonExtras = {},
): ContextResponse {
  const snippets = answer.blocks.flatMap((block) =>
    block.passages.map(({ id }) => withWritten(index.snippet(id), written?.get(id))),
  )
  return {
    codeSnippets: snippets.filter((snippet) => snippet.kind === "code").map(codeEntryOf),
    infoSnippets: snippets.filter((snippet) => snippet.kind === "prose").map(infoEntryOf),
    ...(rules.length > 0 ? { rules: { libraryOwn: [...rules] } } : {}),
  }
}

/** Puts what was written beside a snippet. */
export function withWritten(snippet: StoredSnippet, written: WrittenText | undefined): ShownSnippet {
  return written === undefined ? snippet : { ...snippet, written }
}

/** The JSON form of a code snippet. */
export function codeEntryOf(snippet: ShownSnippet): CodeSnippet {
  return {
    codeTitle: snippet.title,
    codeDescription: snippet.description,
    codeLanguage: isOperationPage(snippet.pagePath) ? OPERATION_LANGUAGE : (snippet.codes[0]?.language ?? ""),
    codeTokens: snippet.contentTokens,
    codeId: snippet.url,
    pageTitle: snippet.pageTitle,
    codeList: snippet.codes.map(({ language, code }) => ({ language, code })),
    ...(snippet.written === undefined ? {} : { written: snippet.written }),
  }
}

/** The JSON form of a prose snippet. */
export function infoEntryOf(snippet: ShownSnippet): InfoSnippet {
  return {
    pageId: snippet.url,
    breadcrumb: snippet.headingPath.join(" > "),
    content: snippet.content,
    contentTokens: snippet.contentTokens,
    ...(snippet.written === undefined ? {} : { written: snippet.written }),
  }
}
