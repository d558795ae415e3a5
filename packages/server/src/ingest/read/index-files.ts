import { setImmediate as nextTurn } from "node:timers/promises"
import { asError } from "../../base/errors.ts"
import { asStorageError } from "../../blobs/errors.ts"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
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
import { LeftOutWarning } from "./left-out-warning.ts"
import type { ReadingStages } from "../run/reading-stages.ts"

/** Longest stretch without letting timers and messages in: heartbeats and cancellation must get through. */
const MAX_STRETCH_MS = 20
/** Names of pages that a site of documentation opens with. */
const FRONT_PAGE = /(^|\/)_?(index|readme|introduction|overview)\.\w+$/i
/** Problems of one file that a report names. */
const PROBLEMS_PER_FILE = 20

/** Files that a note names. */
const PATHS_NAMED = 3
/** Enough of a content hash to tell that one file has changed. */
const HASH_CHARACTERS = 16

/** A file that was read. */
interface ReadPage {
  readonly kind: "page"
  readonly page: Page
  readonly document: Document
  readonly problems: readonly string[]
  /** True: it could not be read in its format, and its text was kept as it stands. */
  readonly isKeptAsText: boolean
}

/** What became of one file. */
type FileFate = ReadPage | { readonly kind: "left-out"; readonly reason: LeftOutReason; readonly detail?: string }

/** Files that are not read, and why. */
type LeftOut = Omit<Extract<SourceItem, { kind: "left-out" }>, "kind">

/** Counts and lists what becomes of the files of a source, one after the other. */
export class FileLedger {
  readonly indexed: IngestionReport["indexed"][number][] = []
  readonly leftOut: IngestionReport["leftOut"][number][] = []
  readonly failed: IngestionReport["failed"][number][] = []
  tokens = 0
  snippets = 0
  readonly #share = new LeftOutWarning()
  readonly #keptAsText: string[] = []
  #front: { readonly folder: string; readonly depth: number; readonly document: Document } | undefined
  #filesExpected: number

  /** @param filesExpected number of files that will come at most, left-out ones not counted. */
  constructor(filesExpected: number) {
    this.#filesExpected = filesExpected
  }

  /** Notes a file that is not read, or `fileCount` of them. */
  leaveOut({ path, reason, detail, fileCount }: LeftOut): void {
    const rest = { ...(detail === undefined ? {} : { detail }), ...(fileCount === undefined ? {} : { fileCount }) }
    this.leftOut.push({ path, reason, ...rest })
    this.#share.add(reason, fileCount)
  }

  /** Says why much of the documentation was left out, and what lost its shape, where that is so; to be asked at the end. */
  get firstNotes(): readonly string[] {
    const share = this.#share.note(this.indexed.length + this.failed.length)
    return [...(share === undefined ? [] : [share]), ...keptAsTextNote(this.#keptAsText)]
  }

  /** Notes a file that could not be read in its format. */
  keepAsText(path: string): void {
    this.#keptAsText.push(path)
  }

  /** Notes that so many more files will come. */
  expectMore(fileCount: number): void {
    this.#filesExpected += fileCount
  }

  /** @returns the lists for a report; they grow with the ledger. */
  lists(): Pick<IngestionReport, "indexed" | "leftOut" | "failed"> {
    return { indexed: this.indexed, leftOut: this.leftOut, failed: this.failed }
  }

  /**
   * The document that readers see first: the only one, else the index page closest to the root, the first of equals.
   * One whose folder holds less than half of the pages opens a part of the documentation, not the whole.
   */
  get frontDocument(): Document | undefined {
    const front = this.#front
    if (front === undefined) return undefined
    const below = this.indexed.filter(({ path }) => path.startsWith(front.folder)).length
    return below >= this.indexed.length / 2 ? front.document : undefined
  }

  /** Notes a page's document, in case it is the front page. */
  seeDocument(path: string, document: Document): void {
    const folder = path.slice(0, path.lastIndexOf("/") + 1)
    const depth = folder.split("/").length
    if ((FRONT_PAGE.test(path) || this.#filesExpected === 1) && depth < (this.#front?.depth ?? Infinity))
      this.#front = { folder, depth, document }
  }

  progress(): JobProgress {
    return {
      filesTotal: Math.max(this.#filesExpected, this.indexed.length + this.leftOut.length + this.failed.length),
      filesDone: this.indexed.length,
      filesLeftOut: this.leftOut.length,
      filesFailed: this.failed.length,
      snippets: this.snippets,
      tokens: this.tokens,
    }
  }
}

function keptAsTextNote(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return []
  const others = paths.length > PATHS_NAMED ? ` and ${paths.length - PATHS_NAMED} more` : ""
  const named = `${paths.slice(0, PATHS_NAMED).join(", ")}${others}`
  return [`could not be read in their format and were kept as plain text: ${named}`]
}

/** What an index is filled with, and who watches. */
export interface Filling {
  readonly snapshot: SourceSnapshot
  readonly builder: IndexBuilder
  readonly ledger: FileLedger
  readonly signal: AbortSignal
  /** Called after every file. */
  onProgress(progress: JobProgress): void
}

/**
 * Puts every file of a source into an index. A file that cannot be read is recorded and never stops the others.
 *
 * @throws the signal's reason when it is aborted; whatever the source or the index throws, since that is no one file's
 *   fault. The ledger then holds what had become of the files until then.
 */
export async function indexFiles(stages: ReadingStages, filling: Filling): Promise<void> {
  const { snapshot, ledger, signal } = filling
  const pages: SitePage[] = []
  const read = await gatherIncludes(stages, snapshot, signal, ({ format, text, path }) => {
    pages.push(stages.readSitePage(format, text, path))
  })
  const plan = await planIngestion(stages, snapshot, pages, signal)
  const titles = stages.makeSiteTitles(pages)
  const makePage = pageMaker(stages, { read, titles, signal })
  const makeLocatedPage = (file: SourceFile) => makePage(withNavigation(file, plan.locations.get(file.path)))
  await takeItems(snapshot.items(signal, plan.order), makeLocatedPage, filling)
  const onPages = (count: number) => ledger.expectMore(count)
  await takeItems(findOpenApiFiles(snapshot, plan.descriptions, { signal, onPages }), makePage, filling)
}

/**
 * Puts the source code of a source into an index, like the files of `indexFiles`.
 *
 * @returns number of passages that were made from it.
 */
export async function indexCode(stages: ReadingStages, code: OpenedCode, filling: Filling): Promise<number> {
  const { ledger, signal } = filling
  const before = ledger.snippets
  ledger.expectMore(code.fileCount)
  await takeItems(
    code.items(signal),
    pageMaker(stages, { read: () => undefined, titles: stages.makeSiteTitles([]), signal }),
    filling,
  )
  return ledger.snippets - before
}

/** Notes that the source code of a source was not read. */
export function skipCode(code: SourceCode, ledger: FileLedger): void {
  for (const item of code.skipped()) if (item.kind === "left-out") ledger.leaveOut(item)
}

async function takeItems(
  items: AsyncIterable<SourceItem>,
  makePage: (file: SourceFile) => Promise<FileFate>,
  { builder, ledger, signal, onProgress }: Filling,
): Promise<void> {
  let stretchBeganMs = performance.now()
  for await (const item of items) {
    signal.throwIfAborted()
    if (item.kind === "left-out") {
      ledger.leaveOut(item)
    } else if (item.kind === "failed") {
      ledger.failed.push({ path: item.path, reason: item.reason })
    } else {
      const fate = await orAborted(
        attempt(() => makePage(item.file)),
        signal,
      )
      takeIn(ledger, builder, item.file, fate)
    }
    onProgress(ledger.progress())
    if (performance.now() - stretchBeganMs > MAX_STRETCH_MS) {
      await nextTurn()
      stretchBeganMs = performance.now()
    }
  }
  signal.throwIfAborted()
}

/** A page with what the navigation of its site says of it; what its source says goes first. */
function withNavigation(file: SourceFile, place: NavigationLocation | undefined): SourceFile {
  if (place === undefined) return file
  const { title, headings } = place
  return {
    ...(title === undefined ? {} : { title }),
    ...(headings.length === 0 ? {} : { headings }),
    ...file,
  }
}

/** Waits for a result, but no longer than until the signal is aborted. @throws its reason. */
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

function takeIn(ledger: FileLedger, builder: IndexBuilder, file: SourceFile, fate: FileFate | Error): void {
  const { path } = file
  if (fate instanceof Error) {
    ledger.failed.push({ path, reason: fate.message })
  } else if (fate.kind === "left-out") {
    ledger.leaveOut({ ...fate, path })
  } else {
    addPage(builder, fate.page)
    // `index.ts` opens no documentation.
    if (file.format !== "source-code") ledger.seeDocument(path, fate.document)
    if (fate.isKeptAsText) ledger.keepAsText(path)
    const { snippets } = fate.page
    ledger.indexed.push({
      path,
      snippets: snippets.length,
      problems: fate.problems,
      hash: file.contentHash.slice(0, HASH_CHARACTERS),
    })
    ledger.snippets += snippets.length
    ledger.tokens += snippets.reduce((sum, snippet) => sum + snippet.tokens, 0)
  }
}

function addPage(builder: IndexBuilder, page: Page): void {
  try {
    builder.add(page)
  } catch (error) {
    throw asStorageError(error)
  }
}

/** What reading one page takes of the others. */
interface Reading {
  readonly read: ReadIncluded
  readonly titles: SiteTitles
  readonly signal: AbortSignal
}

/** The way of one file from bytes to a page whose snippets no earlier page has. */
function pageMaker(stages: ReadingStages, reading: Reading): (file: SourceFile) => Promise<FileFate> {
  const sieve = stages.createPageDeduplicator()
  return async (file) => {
    if (file.bytes.byteLength === 0) return { kind: "left-out", reason: "empty" }
    if (stages.isLfsPointer(file.bytes)) return { kind: "left-out", reason: "lfs_pointer" }
    if (stages.isPartOfPages(file.path) && reading.read(file.path) !== undefined)
      return { kind: "left-out", reason: "duplicate", detail: "it stands in the pages that include it" }
    const parsed = await parse(stages, file, reading)
    if ("kind" in parsed) return parsed
    const document = stages.labelCode(parsed.document)
    const cut = stages.cutPage(file, document)
    const { page, dropped } = sieve.keep(cut)
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

/** @throws {Error} that says why, when the file is of a format that is no text and cannot be read. */
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
