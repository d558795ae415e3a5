import {
  labelCode,
  parseBinary,
  parsePage,
  prepareLabels,
  type Document,
  type ParsedFile,
  type ReadIncluded,
  type SiteTitles,
  THREADED_FORMATS,
} from "@lectern/parsers"
import { createPageDeduplicator, cutPage, type Page, type PageDeduplicator } from "@lectern/engine"
import { isPartOfPages } from "@lectern/parsers"
import { asError } from "../../base/errors.ts"
import type { LeftOutReason } from "../../sources/base/source-file.ts"
import type { DecodedContent, FileDetails } from "./decode-file.ts"
import type { BudgetedFile, FileBudget } from "./file-budget.ts"
import type { GatheredIncludes } from "./gather-includes.ts"

/** Assumed length of the text in a PDF or DOCX. */
const UNKNOWN_CHARACTERS = 1_000_000
/** Maximum number of problems that a report lists per file. */
const PROBLEMS_PER_FILE = 20

/** A parsed file. */
interface MadePage {
  readonly kind: "page"
  readonly page: Page
  readonly document: Document
  readonly problems: readonly string[]
  /** True if the file could not be parsed in its format, so that its text is indexed unparsed. */
  readonly isKeptAsText: boolean
}

/** The outcome for one file. */
export type FileOutcome =
  | MadePage
  | {
      readonly kind: "left-out"
      readonly reason: LeftOutReason
      readonly detail?: string
      /** The parsed page, if there was nothing in it to index: it may still introduce the documentation. */
      readonly emptyDocument?: Document
    }

/** The stages that turn text into a page. Tests and the golden corpus wrap them. */
export interface PageStages {
  readonly parsePage: typeof parsePage
  readonly cutPage: typeof cutPage
}

export const PAGE_STAGES: PageStages = { parsePage, cutPage }

/** Why a file is left out, judged by the whole source. */
export type WhyNoPage = Pick<LeftOut, "reason" | "detail">

/** What parsing one page needs from the rest of the source. */
export interface PageContext extends GatheredIncludes {
  readonly titles: SiteTitles
  /** Files that are not pages of the site, or whose title shows that they are not documentation. */
  readonly unpublished: ReadonlyMap<string, WhyNoPage>
  readonly budget: FileBudget
  readonly signal: AbortSignal
}

/** A file of a source that has been fetched and decoded. */
export interface DecodedFile {
  readonly file: FileDetails
  readonly content: DecodedContent
}

/** Turns decoded files into pages. @returns the outcome of each file, or an error with the reason why it cannot be parsed. */
export type MakePages = (files: readonly DecodedFile[]) => Promise<readonly (FileOutcome | Error)[]>

/** Returns the length of a file that can share a batch; undefined for a file that another thread or process parses. */
export function charactersInBatch({ content }: DecodedFile): number | undefined {
  if (content.kind === "left-out") return 0
  return content.kind === "text" && !THREADED_FORMATS.has(content.format) ? content.text.length : undefined
}

/** A parsed file with the properties that determine its budget. */
interface Parsed extends BudgetedFile {
  readonly file: FileDetails
  readonly document: Document
  readonly problems: ParsedFile["problems"]
}

/** Creates a function that turns files into pages, without snippets that an earlier page already contains. */
export function pageMaker(stages: PageStages, context: PageContext): MakePages {
  const deduplicator = createPageDeduplicator()
  return async (files) => {
    const parsed = await parseFiles(stages, files, context)
    const toCut = parsed.filter((outcome) => "document" in outcome)
    for (const { document } of toCut) prepareLabels(document)
    const cuts = context.budget.runEach(toCut, ({ file, document }) => {
      const labelled = labelCode(document)
      return { document: labelled, cut: stages.cutPage(file, labelled) }
    })
    const cutOf = new Map(toCut.map((file, at) => [file, cuts[at]]))
    return parsed.map((outcome) => {
      if (!("document" in outcome)) return outcome
      const cut = cutOf.get(outcome) ?? new Error("the file could not be split into snippets")
      return cut instanceof Error ? cut : finishPage(outcome, cut, deduplicator)
    })
  }
}

function finishPage(
  { file, problems }: Parsed,
  { document, cut }: { readonly document: Document; readonly cut: Page },
  deduplicator: PageDeduplicator,
): FileOutcome {
  const { page, dropped } = deduplicator.keep(cut)
  if (page.snippets.length === 0) {
    if (dropped > 0) return { kind: "left-out", reason: "duplicate" }
    if (file.format === "source-code") return { kind: "left-out", reason: "no_public_symbols" }
    return { kind: "left-out", reason: "empty", emptyDocument: document }
  }
  const listed = problems.slice(0, PROBLEMS_PER_FILE)
  const sentences = listed.map(({ message, line }) => (line === undefined ? message : `line ${line}: ${message}`))
  const repeated = dropped === 0 ? [] : [repeatedInWords(dropped)]
  const isKeptAsText = problems.some((problem) => problem.isKeptAsText === true)
  return { kind: "page", page, document, problems: [...sentences, ...repeated], isKeptAsText }
}

type LeftOut = Exclude<FileOutcome, MadePage>

/** Returns true if a page includes a file, by its path or by the end of it. */
function isIncluded(path: string, read: ReadIncluded): boolean {
  const names = path.split("/")
  const ends = names.map((_, at) => `**/${names.slice(at).join("/")}`)
  return [path, ...ends].some((asked) => read(asked) !== undefined)
}

/** Returns why the site makes no page of a file: other pages include it, or its place says so. */
function whyNoPage({ file, content }: DecodedFile, { read, unpublished }: PageContext): LeftOut | undefined {
  const { path } = file
  if (isPartOfPages(path, content.kind === "text" ? content.text : "") && isIncluded(path, read))
    return { kind: "left-out", reason: "duplicate", detail: "it is part of the pages that include it" }
  const why = unpublished.get(path)
  return why === undefined ? undefined : { kind: "left-out", ...why }
}

async function parseFiles(
  stages: PageStages,
  files: readonly DecodedFile[],
  context: PageContext,
): Promise<readonly (Parsed | LeftOut | Error)[]> {
  const { read, hasIncludes, titles, signal, budget } = context
  const texts = files.flatMap((each) => {
    const { file, content } = each
    if (content.kind !== "text" || whyNoPage(each, context) !== undefined) return []
    return [{ file, path: file.path, format: content.format, text: content.text, characterCount: content.text.length }]
  })
  // Parsers that run in this thread do all their work before they return the promise.
  const runs = budget.runEach(texts, ({ format, text, path }) =>
    stages.parsePage({ format, text, path }, { read, hasIncludes: hasIncludes(path), titles }),
  )
  const runOf = new Map(texts.map(({ file }, at) => [file, runs[at]]))

  async function outcomeOf(each: DecodedFile): Promise<Parsed | LeftOut> {
    const { file, content } = each
    if (content.kind === "left-out") return content
    const noPage = whyNoPage(each, context)
    if (noPage !== undefined) return noPage
    const { path } = file
    if (content.kind === "binary") {
      const answer = await parseBinary(content.format, content.bytes, { signal })
      if ("unreadable" in answer) throw new Error(answer.unreadable)
      return { file, path, characterCount: UNKNOWN_CHARACTERS, ...answer.parsed }
    }
    const run = runOf.get(file)
    if (run === undefined || run instanceof Error) throw run ?? new Error("the file was not parsed")
    const { document, problems } = await run
    return { file, path, characterCount: content.text.length, document, problems: [...content.problems, ...problems] }
  }
  return Promise.all(files.map((file) => outcomeOf(file).catch(asError)))
}

function repeatedInWords(count: number): string {
  return count === 1
    ? "1 snippet also occurs in another file and was skipped"
    : `${count} snippets also occur in other files and were skipped`
}
