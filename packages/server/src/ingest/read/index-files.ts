import { join } from "node:path"
import { setImmediate as nextTick } from "node:timers/promises"
import { asError } from "../../base/errors.ts"
import { asStorageError } from "../../base/storage-errors.ts"
import type { JobProgress } from "../../catalogue/jobs/records.ts"
import { makeSiteTitles, type NavigationLocation, readSitePage, sizeOfSitePage, type SitePage } from "@lectern/parsers"
import type { IndexBuilder, Page } from "@lectern/engine"
import type { OpenedCode, SourceCode, SourceItem, SourceSnapshot } from "../../sources/base/source-file.ts"
import { ContentSpool } from "./content-spool.ts"
import { decodeFile, type FileDetails } from "./decode-file.ts"
import { inBatches, markWaits, SEARCHED_CHARACTERS } from "./file-batches.ts"
import { FileBudget } from "./file-budget.ts"
import { findOpenApiFiles } from "./find-openapi-files.ts"
import { gatherIncludes, type SpooledPage } from "./gather-includes.ts"
import {
  charactersInBatch,
  type DecodedFile,
  type FileOutcome,
  type MakePages,
  PAGE_STAGES,
  pageMaker,
  type PageContext,
  type PageStages,
} from "./make-page.ts"
import { planIngestion } from "./plan-ingestion.ts"
import { inReadingOrder, type SpooledFile, spoolFiles } from "./spool-files.ts"
import { findUnpublished } from "./unpublished-files.ts"
import type { FileReport } from "./file-report.ts"

/** Maximum time without yielding to the event loop, so that heartbeats and cancellation work. */
const MAX_STRETCH_MS = 20

/**
 * Maximum text of the titles, labels and navigation of all pages, in characters; those of further pages are not used. They
 * are kept for the whole source, and take several times as much memory. The largest sites have a few million.
 */
const MAX_SITE_CHARACTERS = 32 * 1024 * 1024

/** Length of the content hash in a report; enough to detect that a file has changed. */
const HASH_CHARACTERS = 16

/** The source, the index under construction, and the report of its files. */
export interface Filling {
  readonly snapshot: SourceSnapshot
  readonly builder: IndexBuilder
  readonly fileReport: FileReport
  /** Directory for a temporary file with the texts of a large source. */
  readonly workDirectory: string
  readonly signal: AbortSignal
  /** Called after every file. */
  onProgress(progress: JobProgress): void
  /** Lets other work on this thread run after a stretch of this length; by default for one turn of the event loop. */
  readonly giveTurn?: ((workedMs: number) => Promise<void>) | undefined
}

/**
 * Adds every file of a source to an index; each file is read and decoded once. A file that cannot be parsed is
 * recorded, and the others continue.
 *
 * @throws the signal's reason if it is aborted; errors of the source or the index, because they do not belong to a
 *   single file. The report then covers the files up to that point.
 */
export async function indexFiles(filling: Filling, stages: PageStages = PAGE_STAGES): Promise<void> {
  const { snapshot, signal, workDirectory } = filling
  const { readOther } = snapshot
  if (readOther === undefined) {
    return takeItems(decodeItems(snapshot.items(signal)), pageMaker(stages, contextOfOnePage(signal)), filling)
  }
  const spool = new ContentSpool(join(workDirectory, "contents"))
  try {
    await indexLinkedFiles({ ...snapshot, readOther }, { ...filling, spool, stages })
  } finally {
    await spool.close()
  }
}

/**
 * Adds files that depend on each other: all of them are scanned for includes, navigation and titles before any is
 * parsed.
 */
async function indexLinkedFiles(
  snapshot: SourceSnapshot & Required<Pick<SourceSnapshot, "readOther">>,
  filling: Filling & { readonly spool: ContentSpool; readonly stages: PageStages },
): Promise<void> {
  const { fileReport, signal, spool, stages, giveTurn = waitOneTick } = filling
  const budget = new FileBudget()
  const files: SpooledFile[] = []
  const sitePages: SitePage[] = []
  const spooled = spoolFiles(snapshot.items(signal), spool, {
    onFile: (file) => void files.push(file),
    onOther: (item) => recordItem(fileReport, item),
  })
  const scanned = scanSitePages(spooled, sitePages, { budget, giveTurn })
  const includes = await gatherIncludes(snapshot.readOther, scanned, { signal, budget })
  const plan = await planIngestion(snapshot, sitePages, signal)
  fileReport.site = plan.site
  const unpublished = findUnpublished(plan, sitePages)
  const titles = makeSiteTitles(sitePages, includes.labels)
  const makePages = pageMaker(stages, { ...includes, unpublished, titles, signal, budget })
  const inOrder = snapshot.isFileTree === true ? inReadingOrder(files, plan.order) : files
  await takeBatches(inBatches(readSpooled(inOrder, plan.locations), charactersInBatch), makePages, filling)
  const onPages = (count: number) => fileReport.expectMore(count)
  const described = findOpenApiFiles(snapshot, plan.descriptions, { signal, onPages })
  await takeItems(decodeItems(described), makePages, filling)
}

/** Passes pages through, and adds their titles and labels to `sitePages` in the same order. */
async function* scanSitePages(
  pages: AsyncIterable<SpooledPage & { readonly text: string }>,
  sitePages: SitePage[],
  { budget, giveTurn }: { readonly budget: FileBudget; giveTurn(workedMs: number): Promise<void> },
): AsyncGenerator<SpooledPage> {
  let left = MAX_SITE_CHARACTERS
  for await (const batch of inBatches(pages, ({ text }) => text.length, SEARCHED_CHARACTERS)) {
    const files = batch.map((page) => ({ ...page, characterCount: page.text.length }))
    const beganMs = performance.now()
    const found = budget.runEach(files, ({ format, text, path }) => readSitePage(format, text, path))
    for (const [at, { path }] of batch.entries()) {
      const page = found[at]
      const read = page === undefined || page instanceof Error ? { path, toctrees: [] } : page
      const size = sizeOfSitePage(read)
      const isKept = size <= left
      if (isKept) left -= size
      // Cloned, because the titles and labels are slices of the text and would keep all of it in memory.
      sitePages.push(isKept ? structuredClone(read) : { path, toctrees: [] })
    }
    const workedMs = performance.now() - beganMs
    if (workedMs > MAX_STRETCH_MS) await giveTurn(workedMs)
    yield* batch
  }
}

/**
 * Adds the source code of a source to an index, like the files of `indexFiles`.
 *
 * @returns the number of snippets generated from it.
 */
export async function indexCode(code: OpenedCode, filling: Filling, stages: PageStages = PAGE_STAGES): Promise<number> {
  const { fileReport, signal } = filling
  const before = fileReport.snippets
  fileReport.expectMore(code.fileCount)
  await takeItems(decodeItems(code.items(signal)), pageMaker(stages, contextOfOnePage(signal)), filling)
  return fileReport.snippets - before
}

/** Records that the source code of a source was left out. */
export function skipCode(code: SourceCode, fileReport: FileReport): void {
  for (const item of code.skipped()) recordItem(fileReport, item)
}

/** Creates the context for a source whose files are parsed independently. */
function contextOfOnePage(signal: AbortSignal): PageContext {
  const titles = makeSiteTitles([])
  const budget = new FileBudget()
  return {
    read: () => undefined,
    hasIncludes: () => true,
    labels: new Map(),
    unpublished: new Map(),
    titles,
    signal,
    budget,
  }
}

type ItemWithoutFile = Exclude<SourceItem, { kind: "file" }>

/** An item of a source with its decoded content. */
type DecodedItem = ItemWithoutFile | ({ readonly kind: "file" } & DecodedFile)

async function* decodeItems(items: AsyncIterable<SourceItem>): AsyncGenerator<DecodedItem> {
  for await (const item of items) {
    yield item.kind === "file" ? { kind: "file", file: item.file, content: decodeFile(item.file) } : item
  }
}

async function* readSpooled(
  files: readonly SpooledFile[],
  locations: ReadonlyMap<string, NavigationLocation>,
): AsyncGenerator<DecodedFile> {
  for (const { details, readContent } of files) {
    yield { file: withNavigation(details, locations.get(details.path)), content: await readContent() }
  }
}

/** Adds items as they arrive. Those that the source has at once share a batch. */
async function takeItems(items: AsyncIterable<DecodedItem>, makePages: MakePages, filling: Filling): Promise<void> {
  const files = (async function* () {
    for await (const item of items) {
      if (item.kind === "file") yield item
      else recordItem(filling.fileReport, item)
      filling.onProgress(filling.fileReport.progress())
    }
  })()
  await takeBatches(inBatches(markWaits(files), charactersInBatch), makePages, filling)
}

async function takeBatches(
  batches: AsyncIterable<readonly DecodedFile[]>,
  makePages: MakePages,
  { builder, fileReport, signal, onProgress, giveTurn = waitOneTick }: Filling,
): Promise<void> {
  let stretchBeganMs = performance.now()
  for await (const batch of batches) {
    signal.throwIfAborted()
    const outcomes = await orAborted(makePages(batch), signal)
    for (const [at, outcome] of outcomes.entries()) {
      const file = batch[at]?.file
      if (file !== undefined) takeIn(fileReport, builder, file, outcome)
      onProgress(fileReport.progress())
    }
    const workedMs = performance.now() - stretchBeganMs
    if (workedMs > MAX_STRETCH_MS) {
      await giveTurn(workedMs)
      stretchBeganMs = performance.now()
    }
  }
  signal.throwIfAborted()
}

async function waitOneTick(): Promise<void> {
  await nextTick()
}

function recordItem(fileReport: FileReport, item: SourceItem): void {
  if (item.kind === "left-out") fileReport.leaveOut(item)
  else if (item.kind === "failed") fileReport.failed.push({ path: item.path, reason: item.reason })
}

/** Adds the title and headings from the site's navigation, unless the source provides them. */
function withNavigation(file: FileDetails, location: NavigationLocation | undefined): FileDetails {
  if (location === undefined) return file
  const { title, headings } = location
  return {
    title,
    headings: headings.length === 0 ? undefined : headings,
    ...file,
  }
}

/** Waits for a result or for the signal. @throws the signal's reason if it is aborted first. */
function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(asError(signal.reason))
    if (signal.aborted) return onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    void result.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })
}

function takeIn(fileReport: FileReport, builder: IndexBuilder, file: FileDetails, outcome: FileOutcome | Error): void {
  const { path } = file
  if (outcome instanceof Error) {
    fileReport.failed.push({ path, reason: outcome.message })
  } else if (outcome.kind === "left-out") {
    const { reason, detail, emptyDocument } = outcome
    fileReport.leaveOut({ path, reason, detail })
    // The home page of a site often has only a title, perhaps with a description.
    if (emptyDocument !== undefined) fileReport.considerAsFront(path, emptyDocument)
  } else {
    addPage(builder, outcome.page)
    // A source file such as `index.ts` is never the front page of the documentation.
    if (file.format !== "source-code") fileReport.considerAsFront(path, outcome.document)
    if (outcome.isKeptAsText) fileReport.keepAsText(path)
    const { snippets } = outcome.page
    fileReport.indexed.push({
      path,
      snippets: snippets.length,
      problems: outcome.problems,
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
