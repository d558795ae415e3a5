import {
  labelCode,
  parseBinary,
  parsePage,
  prepareLabels,
  type Document,
  type ParsedFile,
  type ReadIncluded,
  type SiteTitles,
} from "@lectern/parsers"
import { createPageDeduplicator, cutPage, type Page } from "@lectern/engine"
import { isPartOfPages } from "@lectern/parsers"
import type { LeftOutReason } from "../../sources/base/source-file.ts"
import type { DecodedContent, FileDetails } from "./decode-file.ts"
import type { FileBudget } from "./file-budget.ts"

/** Stands for the length of the text in a PDF or DOCX. */
const UNKNOWN_CHARACTERS = 1_000_000
/** Most problems of one file that a report lists. */
const PROBLEMS_PER_FILE = 20

/** A parsed file. */
interface MadePage {
  readonly kind: "page"
  readonly page: Page
  readonly document: Document
  readonly problems: readonly string[]
  /** True when the file could not be parsed in its format, so its text is indexed unparsed. */
  readonly isKeptAsText: boolean
}

/** The outcome for one file. */
export type FileOutcome =
  | MadePage
  | { readonly kind: "left-out"; readonly reason: LeftOutReason; readonly detail?: string }

/** The stages that turn text into a page. Tests and the golden corpus wrap them. */
export interface PageStages {
  readonly parsePage: typeof parsePage
  readonly cutPage: typeof cutPage
}

export const PAGE_STAGES: PageStages = { parsePage, cutPage }

/** What parsing one page needs from the rest of the source. */
export interface PageContext {
  readonly read: ReadIncluded
  readonly titles: SiteTitles
  readonly budget: FileBudget
  readonly signal: AbortSignal
}

/** Turns one decoded file into a page. @throws {Error} with the reason when it cannot be parsed. */
export type MakePage = (file: FileDetails, content: DecodedContent) => Promise<FileOutcome>

/** Makes a function that turns files into pages without the snippets that an earlier page already has. */
export function pageMaker(stages: PageStages, context: PageContext): MakePage {
  const deduplicator = createPageDeduplicator()
  return async (file, content) => {
    if (content.kind === "left-out") return content
    if (isPartOfPages(file.path) && context.read(file.path) !== undefined)
      return { kind: "left-out", reason: "duplicate", detail: "it is part of the pages that include it" }
    const parsed = await parse(stages, file, content, context)
    prepareLabels(parsed.document)
    const { document, cut } = context.budget.run(sizeOf(file, content), () => {
      const labelled = labelCode(parsed.document)
      return { document: labelled, cut: stages.cutPage(file, labelled) }
    })
    const { page, dropped } = deduplicator.keep(cut)
    if (page.snippets.length === 0) {
      const nothing = file.format === "source-code" ? "no_public_symbols" : "empty"
      return { kind: "left-out", reason: dropped > 0 ? "duplicate" : nothing }
    }
    const problems = parsed.problems.slice(0, PROBLEMS_PER_FILE)
    const sentences = problems.map(({ message, line }) => (line === undefined ? message : `line ${line}: ${message}`))
    const repeated = dropped === 0 ? [] : [repeatedInWords(dropped)]
    const isKeptAsText = parsed.problems.some((problem) => problem.isKeptAsText === true)
    return { kind: "page", page, document, problems: [...sentences, ...repeated], isKeptAsText }
  }
}

async function parse(
  stages: PageStages,
  { path }: FileDetails,
  content: Exclude<DecodedContent, { kind: "left-out" }>,
  { read, titles, signal, budget }: PageContext,
): Promise<ParsedFile> {
  if (content.kind === "binary") {
    const answer = await parseBinary(content.format, content.bytes, { signal })
    if ("unreadable" in answer) throw new Error(answer.unreadable)
    return answer.parsed
  }
  const page = { format: content.format, text: content.text, path }
  // Parsers without a thread of their own do all their work before the promise is returned.
  const parsed = await budget.run(sizeOf(page, content), () => stages.parsePage(page, { read, titles }))
  return { document: parsed.document, problems: [...content.problems, ...parsed.problems] }
}

function sizeOf({ path }: { readonly path: string }, content: DecodedContent) {
  return { path, characterCount: content.kind === "text" ? content.text.length : UNKNOWN_CHARACTERS }
}

function repeatedInWords(count: number): string {
  return count === 1
    ? "1 snippet also occurs in another file and was skipped"
    : `${count} snippets also occur in other files and were skipped`
}
