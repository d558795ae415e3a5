import { setImmediate as nextTurn } from "node:timers/promises"
import { asError } from "../../base/errors.ts"
import { asStorageError } from "../../blobs/errors.ts"
import type { JobProgress } from "../../catalogue/jobs/records.ts"
import type { Document, NavigationLocation, ParsedFile, ReadIncluded, SitePage, SiteTitles } from "@lectern/parsers"
import type { IndexBuilder, Page } from "@lectern/engine"
import type {
  LeftOutReason,
  OpenedCode,
  SourceCode,
  SourceFile,
  SourceItem,
  SourceSnapshot,
} from "../../sources/base/source-file.ts"
import { findOpenApiFiles } from "./find-openapi-files.ts"
import { gatherIncludes } from "./gather-includes.ts"
import { planIngestion } from "./plan-ingestion.ts"
import type { FileReport } from "./file-report.ts"
import type { ReadingStages } from "../run/reading-stages.ts"

/** Longest time without yielding to the event loop: heartbeats and cancellation must get through. */
const MAX_STRETCH_MS = 20
/** Most problems of one file that a report lists. */
const PROBLEMS_PER_FILE = 20

/** Length of the content hash in a report; enough to detect that a file has changed. */
const HASH_CHARACTERS = 16

/** A parsed file. */
interface ReadPage {
  readonly kind: "page"
  readonly page: Page
  readonly document: Document
  readonly problems: readonly string[]
  /** True when the file could not be parsed in its format, so its text is indexed unparsed. */
  readonly isKeptAsText: boolean
}

/** The outcome for one file. */
type FileFate = ReadPage | { readonly kind: "left-out"; readonly reason: LeftOutReason; readonly detail?: string }

/** The source, the index under construction, and the report of its files. */
export interface Filling {
  readonly snapshot: SourceSnapshot
  readonly builder: IndexBuilder
  readonly fileReport: FileReport
  readonly signal: AbortSignal
  /** Called after every file. */
  onProgress(progress: JobProgress): void
}

/**
 * Adds every file of a source to an index. A file that cannot be parsed is recorded, and the others continue.
 *
 * @throws the signal's reason when it is aborted; any error of the source or the index, because no single file caused
 *   it. The report then covers the files up to that point.
 */
export async function indexFiles(stages: ReadingStages, filling: Filling): Promise<void> {
  const { snapshot, fileReport, signal } = filling
  const pages: SitePage[] = []
  const read = await gatherIncludes(stages, snapshot, signal, ({ format, text, path }) => {
    pages.push(stages.readSitePage(format, text, path))
  })
  const plan = await planIngestion(stages, snapshot, pages, signal)
  const titles = stages.makeSiteTitles(pages)
  const makePage = pageMaker(stages, { read, titles, signal })
  const makeLocatedPage = (file: SourceFile) => makePage(withNavigation(file, plan.locations.get(file.path)))
  await takeItems(snapshot.items(signal, plan.order), makeLocatedPage, filling)
  const onPages = (count: number) => fileReport.expectMore(count)
  await takeItems(findOpenApiFiles(snapshot, plan.descriptions, { signal, onPages }), makePage, filling)
}

/**
 * Adds the source code of a source to an index, like the files of `indexFiles`.
 *
 * @returns the number of snippets generated from it.
 */
export async function indexCode(stages: ReadingStages, code: OpenedCode, filling: Filling): Promise<number> {
  const { fileReport, signal } = filling
  const before = fileReport.snippets
  fileReport.expectMore(code.fileCount)
  await takeItems(
    code.items(signal),
    pageMaker(stages, { read: () => undefined, titles: stages.makeSiteTitles([]), signal }),
    filling,
  )
  return fileReport.snippets - before
}

/** Records that the source code of a source was skipped. */
export function skipCode(code: SourceCode, fileReport: FileReport): void {
  for (const item of code.skipped()) if (item.kind === "left-out") fileReport.leaveOut(item)
}

async function takeItems(
  items: AsyncIterable<SourceItem>,
  makePage: (file: SourceFile) => Promise<FileFate>,
  { builder, fileReport, signal, onProgress }: Filling,
): Promise<void> {
  let stretchBeganMs = performance.now()
  for await (const item of items) {
    signal.throwIfAborted()
    if (item.kind === "left-out") {
      fileReport.leaveOut(item)
    } else if (item.kind === "failed") {
      fileReport.failed.push({ path: item.path, reason: item.reason })
    } else {
      const fate = await orAborted(
        attempt(() => makePage(item.file)),
        signal,
      )
      takeIn(fileReport, builder, item.file, fate)
    }
    onProgress(fileReport.progress())
    if (performance.now() - stretchBeganMs > MAX_STRETCH_MS) {
      await nextTurn()
      stretchBeganMs = performance.now()
    }
  }
  signal.throwIfAborted()
}

/** Adds the title and headings from the navigation of the site, unless the source gives its own. */
function withNavigation(file: SourceFile, location: NavigationLocation | undefined): SourceFile {
  if (location === undefined) return file
  const { title, headings } = location
  return {
    ...(title === undefined ? {} : { title }),
    ...(headings.length === 0 ? {} : { headings }),
    ...file,
  }
}

/** Waits for a result or for the signal. @throws the signal's reason when it is aborted first. */
function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(asError(signal.reason))
    if (signal.aborted) return onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    void result.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })
}

async function attempt(makePage: () => Promise<FileFate>): Promise<FileFate | Error> {
  try {
    return await makePage()
  } catch (thrown) {
    return asError(thrown)
  }
}

function takeIn(fileReport: FileReport, builder: IndexBuilder, file: SourceFile, fate: FileFate | Error): void {
  const { path } = file
  if (fate instanceof Error) {
    fileReport.failed.push({ path, reason: fate.message })
  } else if (fate.kind === "left-out") {
    fileReport.leaveOut({ ...fate, path })
  } else {
    addPage(builder, fate.page)
    // A source file such as `index.ts` is never the front page of the documentation.
    if (file.format !== "source-code") fileReport.considerAsFront(path, fate.document)
    if (fate.isKeptAsText) fileReport.keepAsText(path)
    const { snippets } = fate.page
    fileReport.indexed.push({
      path,
      snippets: snippets.length,
      problems: fate.problems,
      hash: file.contentHash.slice(0, HASH_CHARACTERS),
    })
    fileReport.snippets += snippets.length
    fileReport.tokens += snippets.reduce((sum, snippet) => sum + snippet.tokens, 0)
  }
}

function addPage(builder: IndexBuilder, page: Page): void {
  try {
    builder.add(page)
  } catch (error) {
    throw asStorageError(error)
  }
}

/** What parsing one page needs from the rest of the source. */
interface Reading {
  readonly read: ReadIncluded
  readonly titles: SiteTitles
  readonly signal: AbortSignal
}

/** Makes a function that turns a file into a page without snippets that an earlier page already has. */
function pageMaker(stages: ReadingStages, reading: Reading): (file: SourceFile) => Promise<FileFate> {
  const deduplicator = stages.createPageDeduplicator()
  return async (file) => {
    if (file.bytes.byteLength === 0) return { kind: "left-out", reason: "empty" }
    if (stages.isLfsPointer(file.bytes)) return { kind: "left-out", reason: "lfs_pointer" }
    if (stages.isPartOfPages(file.path) && reading.read(file.path) !== undefined)
      return { kind: "left-out", reason: "duplicate", detail: "it stands in the pages that include it" }
    const parsed = await parse(stages, file, reading)
    if ("kind" in parsed) return parsed
    const document = stages.labelCode(parsed.document)
    const cut = stages.cutPage(file, document)
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

/** @throws {Error} with the reason when a binary file, such as a PDF, cannot be parsed. */
async function parse(
  stages: ReadingStages,
  { path, bytes, format: named }: SourceFile,
  { read, titles, signal }: Reading,
): Promise<ParsedFile | Extract<FileFate, { kind: "left-out" }>> {
  const binary = stages.detectBinary(path, bytes)
  if (binary !== undefined) {
    const answer = await stages.parseBinary(binary, bytes, { signal })
    if ("unreadable" in answer) throw new Error(answer.unreadable)
    return answer.parsed
  }
  const format = named ?? stages.detectFormat(path, bytes)
  if (format === undefined) return { kind: "left-out", reason: "not_documentation" }
  const decoded = stages.decodeText(bytes)
  if ("binary" in decoded) return { kind: "left-out", reason: "binary" }
  const parsed = await stages.parsePage(format, decoded.text, path, read, titles)
  return { document: parsed.document, problems: [...decoded.problems, ...parsed.problems] }
}

function repeatedInWords(count: number): string {
  return count === 1
    ? "1 passage stands in another file too and was left out"
    : `${count} passages stand in other files too and were left out`
}
