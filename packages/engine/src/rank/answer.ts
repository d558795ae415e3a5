import type { IndexedSnippet, IndexFile } from "../index/read/open-index.ts"

/** A snippet of an answer, with the addresses of its near-duplicates that the answer omits. */
export interface AnswerSnippet extends IndexedSnippet {
  readonly alsoAt: readonly string[]
  /** True if the answer omits text of the section before this snippet; only for the first snippet of a section in reading order. */
  readonly omitsBefore?: boolean
  /** True if the answer omits text of the section after this snippet; only for the last snippet of a section in reading order. */
  readonly omitsAfter?: boolean
  /** Number of snippets directly after this one that the answer omits because they repeat its code in other languages or formats. */
  readonly omittedVariants?: number
  /** Labels of the parts for other platforms that the answer omits because they say the same; only for the last snippet of a part. */
  readonly otherPlatforms?: readonly string[]
  /** Headings of the omitted subsections that the end of this snippet introduces. */
  readonly omittedSections?: readonly string[]
}

/** Snippets of one page that share one header. */
export interface AnswerBlock {
  readonly snippets: readonly AnswerSnippet[]
}

/** Why an answer ends, and what it omits. */
export interface AnswerEnding {
  /** `worse`: the next snippet is clearly worse; `bounds`: no further one fits; `complete`: nothing else matches. */
  readonly reason: "worse" | "bounds" | "complete"
  /** Omitted snippets that score at least a third as much as the best, and the pages that they are on. */
  readonly snippets: number
  readonly pages: number
  /** Headings of the best sections that the answer leaves out, best first; only with the length `auto`. */
  readonly sections?: readonly string[]
  /** With `worse`: what the best omitted snippet is worth, and what is required at this length (`StopRule`). */
  readonly nextWorth?: number
  readonly requiredWorth?: number
  /** Words of the question or of its terms that the library does not contain; only with the length `auto`. */
  readonly unknownWords?: readonly string[]
}

/** An answer that fits its budget: sections in the order of their best snippets, each in reading order. */
export interface ContextAnswer {
  readonly blocks: readonly AnswerBlock[]
  /** Upper bound of the tokens of the rendered text. */
  readonly tokens: number
  readonly ending: AnswerEnding
}

/** Returns the paths of the pages in an answer, each once, in the order of the answer. */
export function answerPages(index: Pick<IndexFile, "pagePath">, blocks: readonly AnswerBlock[]): readonly string[] {
  const numbers = new Set<number>()
  for (const { snippets } of blocks) for (const { page } of snippets) numbers.add(page)
  return [...numbers].map((page) => index.pagePath(page))
}

const NOWHERE: readonly string[] = []

/** Creates the snippet of an answer from that of an index. @param copies that the answer names. */
export function toAnswerSnippet(snippet: IndexedSnippet, copies: readonly IndexedSnippet[]): AnswerSnippet {
  const { id, page, section, headingPath, content, url, contentTokens, headingTokens, headerTokens, finding } = snippet
  const alsoAt = copies.length === 0 ? NOWHERE : copies.map((copy) => copy.url)
  // Written out: a spread with one more field takes a microsecond, ten times as long.
  return { id, page, section, headingPath, content, url, contentTokens, headingTokens, headerTokens, finding, alsoAt }
}
