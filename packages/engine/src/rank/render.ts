import type { CodeSnippet, ContextResponse, InfoSnippet, WrittenText } from "@lectern/contract"

import type { IndexFile, IndexedSnippet, StoredSnippet } from "../index/read/open-index.ts"
import {
  beginsWithCut,
  endsWithCut,
  endsWithCutCode,
  GAP,
  joinParts,
  withMarksInCode,
  withoutOpeningCut,
} from "../snippets/cut-marks.ts"
import { renderHeader, renderSectionHeading } from "../snippets/render-snippet.ts"
import { protectProse } from "../snippets/protect-frame.ts"
import { headingsBelow, sharedHeadings } from "./block-headings.ts"
import { codeLabelOf } from "./code-label.ts"
import type { AnswerEnding, AnswerSnippet, ContextAnswer } from "./answer.ts"

/** Separates two blocks of a text answer. */
export const SEPARATOR = `${"-".repeat(32)}\n\n`
/** Tokens of the separator. Packing counts no tokens, so a serving process needs no tokenizer. */
export const SEPARATOR_TOKENS = 2

/** Tokens of the line that marks omitted text of a section, and of the empty line after it. */
export const GAP_TOKENS = 4
/** End of a text answer's snippet whose last block continues in the next snippet. */
const CUT_END = `\n\n${GAP}\n\n`

/** Most tokens of the line above a flagged snippet, and the empty line after it. */
export const FLAG_LINE_TOKENS = 12

/** Renders the line above a flagged snippet: the kinds of suspicious text in it. */
function renderFlag({ finding }: IndexedSnippet): string {
  return finding === undefined ? "" : `Flagged: ${finding.kinds.join(", ")}\n\n`
}

/** Returns true when a snippet belongs to another section than the previous one. */
function opensSection(previous: IndexedSnippet, next: IndexedSnippet): boolean {
  return previous.section !== next.section
}

/** Returns true for the snippet after another one of its section, or after further variants of its code. */
function follows(previous: AnswerSnippet, next: IndexedSnippet): boolean {
  return next.id === previous.id + 1 + (previous.omittedVariants ?? 0) && !opensSection(previous, next)
}

/** Renders the line above a snippet: `[…]` if text of its section is left out there. */
function renderGapBefore(previous: AnswerSnippet | undefined, snippet: AnswerSnippet): string {
  if (beginsWithCut(snippet.content)) return ""
  if (previous === undefined || opensSection(previous, snippet)) return snippet.omitsBefore === true ? `${GAP}\n\n` : ""
  if (follows(previous, snippet)) return ""
  // A mark inside code does not show that text after the code is left out as well.
  return endsWithCut(previous.content) && !endsWithCutCode(previous.content) ? "" : `${GAP}\n\n`
}

/** Returns the text of a snippet, without a mark at its beginning that the text before it makes superfluous. */
function contentAfter(previous: AnswerSnippet | undefined, snippet: AnswerSnippet): string {
  const isMarked = previous !== undefined && !opensSection(previous, snippet) && endsWithCut(previous.content)
  return isMarked ? withoutOpeningCut(snippet.content) : snippet.content
}

/** Returns true if the first block of a snippet is shown as the rest of the previous one's last block. */
function isContinued(snippet: AnswerSnippet | undefined, next: AnswerSnippet | undefined): boolean {
  if (snippet === undefined || next === undefined || next.finding !== undefined) return false
  return follows(snippet, next) && endsWithCut(snippet.content) && beginsWithCut(next.content)
}

/**
 * Renders a block. If it has several sections, its title consists of the headings that they share, and each section begins with the others.
 */
function renderBlock(snippets: readonly AnswerSnippet[]): string {
  const [first] = snippets
  if (first === undefined) {
    return ""
  }
  const hasSections = snippets.some((snippet) => opensSection(first, snippet))
  const title = hasSections ? sharedHeadings(snippets) : first.headingPath
  let text = renderHeader(title, first.url)
  if (hasSections && first.headingPath.length > title.length) text += renderSectionHeading(headingsBelow(title, first))
  for (const [at, snippet] of snippets.entries()) {
    const previous = snippets[at - 1]
    const content = withMarksInCode(contentAfter(previous, snippet), !isContinued(snippet, snippets[at + 1]))
    if (isContinued(previous, snippet) && text.endsWith(CUT_END)) {
      text = `${joinParts(text.slice(0, -CUT_END.length), content)}\n\n`
    } else {
      if (previous !== undefined && opensSection(previous, snippet))
        text += renderSectionHeading(headingsBelow(title, snippet))
      text += `${renderGapBefore(previous, snippet)}${renderFlag(snippet)}${content}\n\n`
    }
    text += renderOtherPlatforms(snippet)
    if (snippet.omitsAfter === true && !endsWithCut(snippet.content)) text += `${renderOmittedSections(snippet)}\n\n`
  }
  // Between two snippets, this line would separate text that belongs together.
  return text + renderCopies(copiesOfMost(snippets))
}

/** Returns the most tokens of the line that names other platforms: a token has at least one byte. */
export function maxTokensOfPlatforms(otherPlatforms: readonly string[]): number {
  return Buffer.byteLength(renderOtherPlatforms({ otherPlatforms }))
}

/** Renders the line after a part that names the other platforms for which the page has such a part. */
function renderOtherPlatforms({ otherPlatforms = [] }: Pick<AnswerSnippet, "otherPlatforms">): string {
  return otherPlatforms.length === 0 ? "" : `[Also for: ${otherPlatforms.join(", ")}]\n\n`
}

/** Returns the addresses of the pages that contain at least half of the text of a block. */
function copiesOfMost(snippets: readonly AnswerSnippet[]): readonly string[] {
  if (snippets.every(({ alsoAt }) => alsoAt.length === 0)) return []
  const addresses = snippets.flatMap(({ alsoAt }) => alsoAt)
  if (snippets.length < 2) return addresses
  const tokensOf = (some: readonly AnswerSnippet[]) => some.reduce((sum, { contentTokens }) => sum + contentTokens, 0)
  const half = tokensOf(snippets) / 2
  return addresses.filter((address) => {
    const page = address.replace(LINES, "")
    return tokensOf(snippets.filter(({ alsoAt }) => alsoAt.some((other) => other.replace(LINES, "") === page))) >= half
  })
}

/** Renders the mark at the end of a section: `[…]`, with the names of the subsections that its last sentence introduces. */
function renderOmittedSections({ omittedSections = [] }: AnswerSnippet): string {
  return omittedSections.length === 0 ? GAP : `[… Subsections: ${omittedSections.join("; ")}]`
}

/** The line range of a file at the end of a URL. */
const LINES = /#(?:L\d+(?:-L?\d+)?|lines-[\d:]+)$/

/** Tokens of the line that names other pages, besides their addresses. */
const COPIES_LINE_TOKENS = 4

/** Returns the most tokens that the line about copies of a snippet may have: the header of a snippet is longer than its address. */
export function maxTokensOfCopies(copies: readonly IndexedSnippet[]): number {
  return copies.length === 0 ? 0 : COPIES_LINE_TOKENS + copies.reduce((sum, { headerTokens }) => sum + headerTokens, 0)
}

/** Renders the line that names other pages with the text above it, each page once, and without line ranges if it has several. */
function renderCopies(addresses: readonly string[]): string {
  if (addresses.length === 0) return ""
  const addressByPage = new Map<string, string>()
  for (const address of addresses) {
    const page = address.replace(LINES, "")
    const known = addressByPage.get(page)
    addressByPage.set(page, known === undefined || known === address ? address : page)
  }
  return `Also at: ${[...addressByPage.values()].join(", ")}\n\n`
}

/**
 * Renders the lines at the end of an answer of the length `auto`: what it omits and how to get it, and what the library lacks.
 *
 * @returns nothing when no omitted snippet matches well and no word is unknown. Never more tokens than packing leaves for it.
 */
export function renderEnding(ending: AnswerEnding): string {
  return renderOmitted(ending) + renderUnknown(ending.unknownWords ?? [])
}

function renderOmitted({ reason, snippets, pages, sections = [] }: AnswerEnding): string {
  if (snippets === 0) return ""
  const amount = `${snippets} more ${snippets === 1 ? "snippet" : "snippets"} on ${pages} ${pages === 1 ? "page" : "pages"}`
  const names = sections.length === 0 ? "" : `: ${sections.join("; ")}`
  return reason === "worse"
    ? `\n[${amount} match less well${names}. Narrow the question, or set length=full.]\n`
    : `\n[${amount} did not fit${names}. Narrow the question, or allow more tokens.]\n`
}

function renderUnknown(words: readonly string[]): string {
  return words.length === 0 ? "" : `\n[Not in this library: ${words.join(", ")}.]\n`
}

/** Returns the most tokens that the line about unknown words may have: a token has at least one byte. */
export function maxTokensOfUnknown(words: readonly string[]): number {
  return Buffer.byteLength(renderUnknown(words))
}

/**
 * Renders an answer as text: blocks separated by a blank line, a line of 32 hyphens and a blank line.
 *
 * @param rules of the library, shown in the first block if there are any.
 */
export function renderContextText(answer: Pick<ContextAnswer, "blocks">, rules: readonly string[] = []): string {
  const blocks = answer.blocks.map(({ snippets }) => renderBlock(snippets))
  if (rules.length > 0) {
    blocks.unshift(
      `### Library rules\n\n${rules.map((rule) => `- ${protectProse(rule).replaceAll(/\r\n?|[\n\u2028\u2029]/g, "\n  ")}`).join("\n")}\n\n`,
    )
  }
  return blocks.length === 0 ? "" : blocks.join(SEPARATOR).trimEnd() + "\n"
}

/** A snippet, with the text that a language model wrote about it if there is one. */
export interface ShownSnippet extends StoredSnippet {
  readonly written?: WrittenText | undefined
}

/** Reads the snippets of an answer in full, in the order of the answer. */
export function readAnswerSnippets(
  index: IndexFile,
  { blocks }: Pick<ContextAnswer, "blocks">,
): readonly StoredSnippet[] {
  return blocks.flatMap(({ snippets }) => snippets.map(({ id }) => index.snippet(id)))
}

/**
 * Renders an answer as JSON, with code and prose in separate lists.
 *
 * @param snippets of the answer, in its order (`readAnswerSnippets`).
 * @param rules of the library; the field is missing if there are none.
 */
export function renderContextJson(snippets: readonly ShownSnippet[], rules: readonly string[] = []): ContextResponse {
  const ranked = snippets.map((snippet, at) => ({ snippet, rank: at + 1 }))
  return {
    codeSnippets: ranked
      .filter(({ snippet }) => snippet.kind === "code")
      .map(({ snippet, rank }) => ({ ...codeEntryOf(snippet), rank })),
    infoSnippets: ranked
      .filter(({ snippet }) => snippet.kind === "prose")
      .map(({ snippet, rank }) => ({ ...infoEntryOf(snippet), rank })),
    ...(rules.length > 0 ? { rules: { libraryOwn: [...rules] } } : {}),
  }
}

/** Converts the finding of a snippet to the form of the contract. */
function findingOf({ finding }: StoredSnippet): Pick<InfoSnippet, "finding"> {
  if (finding === undefined) return {}
  return { finding: { kinds: [...finding.kinds], rules: [...finding.rules], score: finding.score } }
}

/** Adds the text that a language model wrote about a snippet. */
export function withGeneratedText(snippet: StoredSnippet, written: WrittenText | undefined): ShownSnippet {
  return written === undefined ? snippet : { ...snippet, written }
}

/** Returns the JSON form of a code snippet. */
export function codeEntryOf(snippet: ShownSnippet): CodeSnippet {
  return {
    codeTitle: snippet.title,
    codeDescription: snippet.description,
    codeLanguage: codeLabelOf(snippet),
    codeTokens: snippet.contentTokens,
    codeId: snippet.url,
    pageTitle: snippet.pageTitle,
    codeList: snippet.codes.map(({ language, code }) => ({ language, code })),
    ...findingOf(snippet),
    written: snippet.written,
  }
}

/** Returns the JSON form of a prose snippet. */
export function infoEntryOf(snippet: ShownSnippet): InfoSnippet {
  return {
    pageId: snippet.url,
    breadcrumb: snippet.headingPath.join(" > "),
    content: snippet.content,
    contentTokens: snippet.contentTokens,
    ...findingOf(snippet),
    written: snippet.written,
  }
}
