import { join } from "node:path"
import { LIMITS } from "@lectern/contract"
import { asError } from "../../base/errors.ts"
import { NO_PROGRESS } from "../../catalogue/jobs/rows.ts"
import type { BenchmarkReport, IngestionReport } from "../../blobs/ingestion-report.ts"
import type { JobProgress } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import type { SourceIndex } from "../read/build-index.ts"
import { compareReports, describeLostFiles } from "../publish/compare-reports.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"
import type { SourceChanges } from "../publish/apply-source-changes.ts"
import type { BuiltIndex } from "../publish/built-index.ts"
import { readSourceVersions } from "../read/source-versions.ts"
import type { BenchmarkIndex } from "../../upkeep/benchmark/benchmark-index.ts"
import { weighMissingIncludes } from "../../upkeep/benchmark/weigh-missing-includes.ts"
import type { RunWatch } from "../run-watch.ts"
import type { Stages } from "../read/stages.ts"
import { type SourceCodeMode, sourceCodeModeOf } from "../read/source-code-mode.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** The library to ingest, and the directory for unfinished files. */
export interface IngestionRequest {
  readonly library: LibraryRecord
  readonly version: VersionRecord
  /** Rebuild the index even if nothing has changed. */
  readonly force: boolean
  /** File report of the served index, for comparison; missing if there is none. */
  readonly servedReport?: IngestionReport | undefined
  /** Responses of hosts that were stored with the served index. */
  readonly servedArchive?: Uint8Array | undefined
  /** Directory for this run only; the caller removes it. */
  readonly workDirectory: string
}

/** A source that has not changed, although the list of its other versions may have. */
export interface UnchangedSource {
  readonly kind: "unchanged"
  readonly revision: string
  readonly archivePath?: string | undefined
  readonly news: SourceChanges
}

export type IngestionResult = BuiltIndex | UnchangedSource

/**
 * Fetches one source and builds its index in the work directory; changes nothing outside that directory.
 *
 * @returns `unchanged` if neither the source nor the index recipe has changed.
 * @throws {IngestionFailed} with the cause and the file report, if the source was opened and a later step failed.
 * @throws the signal's reason, or the error from opening the source.
 */
export async function runIngestion(
  stages: Stages,
  request: IngestionRequest,
  watch: RunWatch,
): Promise<IngestionResult> {
  const { library, version, force } = request
  const codeUse = sourceCodeModeOf(library)
  const recipe = recipeOf(stages, library.source, codeUse)
  const mayBeUnchanged = !force && version.indexHash !== null && version.recipe === recipe
  const knownRevision = mayBeUnchanged ? version.revision : null
  watch.onProgress("fetching", NO_PROGRESS)
  const archive = { served: request.servedArchive, path: join(request.workDirectory, "answers") }
  let crawled: Pick<JobProgress, "pages"> = {}
  const onProgress = ({ found, fetched }: { readonly found: number; readonly fetched: number }) => {
    crawled = { pages: { found, fetched } }
    watch.onProgress("fetching", { ...NO_PROGRESS, ...crawled })
  }
  const asked = { library, tag: version.tag, knownRevision, archive, onProgress }
  let loading: ReturnType<Stages["loadBuildIndex"]> | undefined
  const onFetching = () => {
    loading ??= stages.loadBuildIndex()
    // The failure is reported where the promise is awaited. If the source cannot be opened, the run ends with that
    // error instead.
    loading.catch(() => undefined)
  }
  const snapshot = await openInTurn(() => stages.openSource({ ...asked, onFetching }, watch.signal), watch)
  const { archivePath } = snapshot
  try {
    watch.signal.throwIfAborted()
    const news = newsOf(snapshot, recipe)
    const isUnchanged = snapshot.unchanged ?? snapshot.revision === knownRevision
    if (isUnchanged) return { kind: "unchanged", revision: snapshot.revision, news, archivePath }
    const { workDirectory } = request
    const indexPath = join(workDirectory, "index.db")
    const { createIndexBuilder, finder } = stages
    const toIndex = { snapshot, offered: news.offered, workDirectory, indexPath, codeUse, createIndexBuilder, finder }
    const buildIndex = await (loading ?? stages.loadBuildIndex())
    const { namedVersions, ...built } = await buildIndex(
      { ...toIndex, libraryTitle: library.title },
      { ...watch, onProgress: (stage, progress) => watch.onProgress(stage, { ...progress, ...crawled }) },
    )
    const finished = await finishIndex(stages, { ...request, indexPath, report: built.report }, watch.signal)
    return {
      ...built,
      kind: "built",
      news: { ...news, named: namedVersions },
      recipe,
      archivePath,
      embedder: finished.embedder,
      progress: { ...built.progress, ...crawled },
      report: finished.report,
    }
  } finally {
    await snapshot.close()
  }
}

/** Adds vectors to a built index, runs the benchmark, and compares the file report with that of the served index. */
async function finishIndex(
  stages: Stages,
  { library, version, servedReport, indexPath, report }: IngestionRequest & Pick<SourceIndex, "indexPath" | "report">,
  signal: AbortSignal,
): Promise<Pick<BuiltIndex, "embedder" | "report">> {
  const { embedding } = stages
  const missing = await embedding?.embedIndex(indexPath, { library, version, signal })
  const { note: unscored, benchmark } = await benchmarkOf(stages, indexPath, { libraryKey: library.key, signal })
  const scored = benchmark === undefined ? {} : { benchmark: weighMissingIncludes(benchmark, report) }
  const changes = compareReports(servedReport, report)
  const lost = describeLostFiles(servedReport, report)
  const notes = [...report.notes, ...[lost, missing, unscored].filter((note) => note !== undefined)]
  return {
    embedder: missing === undefined ? (embedding?.id ?? null) : null,
    report: { ...report, notes, ...scored, changes },
  }
}

/** Returns the benchmark of a new index. A failed benchmark does not prevent the index from being published. */
async function benchmarkOf(
  { benchmarkIndex }: Stages,
  indexPath: string,
  asked: Parameters<BenchmarkIndex>[1],
): Promise<{ readonly benchmark?: BenchmarkReport; readonly note?: string }> {
  if (benchmarkIndex === undefined) return {}
  try {
    return { benchmark: await benchmarkIndex(indexPath, asked) }
  } catch (error) {
    if (asked.signal.aborted) throw error
    const note = `cannot run the benchmark of the library: ${asError(error).message}`
    return { benchmark: { score: LIMITS.unknownScore, questions: [] }, note }
  }
}

/** Opens a source. Other jobs can run while its files are fetched. */
async function openInTurn(open: () => Promise<SourceSnapshot>, { whileFetching }: RunWatch): Promise<SourceSnapshot> {
  let opened: SourceSnapshot | undefined
  const snapshot = await whileFetching(async () => (opened = await open())).catch(async (error: unknown) => {
    await opened?.close()
    throw error
  })
  const { readOther, code } = snapshot
  return {
    ...snapshot,
    ...(readOther === undefined ? {} : { readOther: (...asked) => whileFetching(() => readOther(...asked)) }),
    ...(code === undefined
      ? {}
      : { code: { skipped: () => code.skipped(), open: (signal) => whileFetching(() => code.open(signal)) } }),
  }
}

function newsOf(snapshot: SourceSnapshot, recipe: string): SourceChanges {
  const offered = readSourceVersions(snapshot)
  const { movedTo } = snapshot
  return { recipe, offered, movedTo }
}

/** Returns the index recipe: a hash of everything that shapes an index besides its content. */
function recipeOf(stages: Pick<Stages, "recipe">, source: SourceRecord, codeUse: SourceCodeMode): string {
  const { type, branch, folders, excludeFolders, excludeFiles, skipVersionFiltering, url } = source
  const shaping = JSON.stringify([
    stages.recipe,
    // The bundled documentation is a folder, and its recipe must not depend on where the program is installed.
    type === "folder" ? "" : url,
    branch,
    folders,
    excludeFolders,
    excludeFiles,
    skipVersionFiltering,
    codeUse,
  ])
  return sha256Hex(shaping)
}
