import { createHash } from "node:crypto"
import { join } from "node:path"
import { LIMITS, type LibraryConfig } from "@lectern/contract"
import { asError } from "../../base/errors.ts"
import { asStorageError } from "../../blobs/errors.ts"
import { NO_PROGRESS } from "../../catalogue/jobs/rows.ts"
import type { BenchmarkReport, IngestionReport } from "../../blobs/ingestion-report.ts"
import type { JobProgress, JobStage } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { SourceMetadata } from "../../catalogue/metadata/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import type { IndexBuilder, IndexSummary } from "@lectern/engine"
import { describeSource, type SourceDescription } from "../read/describe-source.ts"
import { NoDocumentation } from "../errors.ts"
import { compareReports, describeLostFiles } from "../publish/compare-reports.ts"
import { FileReport } from "../read/file-report.ts"
import { indexFiles } from "../read/index-files.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"
import type { SourceChanges } from "../publish/apply-source-changes.ts"
import { parseLibraryConfig } from "../read/library-config.ts"
import { collectSourceMetadata } from "../read/collect-source-metadata.ts"
import { readNamedVersions, readSourceVersions } from "../read/source-versions.ts"
import type { ReadingStages } from "./reading-stages.ts"
import type { BenchmarkIndex } from "../../upkeep/benchmark/benchmark-index.ts"
import type { Stages } from "./stages.ts"
import { type SourceCodeMode, sourceCodeModeOf, indexSourceCode } from "../read/source-code-mode.ts"

/** What is to be read, and where unfinished files go. */
export interface IngestionRequest {
  readonly library: LibraryRecord
  readonly version: VersionRecord
  /** Process again although nothing has changed. */
  readonly force: boolean
  /** Report of what is served now, to compare with; missing when there is none. */
  readonly servedReport?: IngestionReport
  /** Answers of hosts that were kept with what is served now. */
  readonly servedArchive?: Uint8Array
  /** Directory of this run alone; whoever made it removes it. */
  readonly workDirectory: string
}

/** Who hears of the run, and who stops it. */
export interface RunWatch {
  readonly signal: AbortSignal
  onProgress(stage: JobStage, progress: JobProgress): void
  /** Makes the latest progress visible. */
  flush(): Promise<void>
}

/** A finished index that nobody knows of yet. */
export interface BuiltIndex {
  readonly kind: "built"
  readonly revision: string
  readonly branch: string
  readonly news: SourceChanges
  readonly recipe: string
  /** Whose vectors the index holds; null when it has none. */
  readonly embedder: string | null
  readonly indexPath: string
  /** File with the answers of the hosts, to be kept for the next run. */
  readonly archivePath?: string
  readonly summary: IndexSummary
  readonly report: IngestionReport
  readonly manifest: LibraryConfig
  readonly description: SourceDescription
  /** Missing for kinds of source that say nothing of themselves. */
  readonly sourceFacts?: SourceMetadata
  readonly progress: JobProgress
}

/** A source that stands where it stood, although it may offer other versions by now. */
export interface UnchangedSource {
  readonly kind: "unchanged"
  readonly revision: string
  readonly archivePath?: string
  readonly news: SourceChanges
}

export type IngestionResult = BuiltIndex | UnchangedSource

/** Reports a failure together with what had become of the files until then. */
export class IngestionFailed extends Error {
  readonly report: IngestionReport

  constructor(report: IngestionReport, cause: unknown) {
    super("the ingestion failed", { cause })
    this.name = "IngestionFailed"
    this.report = report
  }
}

/**
 * Reads one source and builds its index in the work directory; nothing outside of that is changed.
 *
 * @returns `unchanged` when the source stands where it stood and nothing that shapes the index has changed.
 * @throws {IngestionFailed} with the cause and the report, when the source could be opened but not brought to an end.
 * @throws the signal's reason, or what opening the source throws.
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
  let reading: ReturnType<Stages["loadReading"]> | undefined
  const onFetching = () => {
    reading ??= stages.loadReading()
    // A failure counts where it is awaited; a source that cannot be opened is what its run should end with.
    reading.catch(() => undefined)
  }
  const snapshot = await stages.openSource({ ...asked, onFetching }, watch.signal)
  const archivePath = snapshot.archivePath === undefined ? {} : { archivePath: snapshot.archivePath }
  try {
    watch.signal.throwIfAborted()
    const isUnchanged = snapshot.unchanged === true || snapshot.revision === knownRevision
    if (isUnchanged) {
      return { kind: "unchanged", revision: snapshot.revision, news: newsOf(snapshot, recipe), ...archivePath }
    }
    const indexPath = join(request.workDirectory, "index.db")
    const build = { snapshot, recipe, indexPath, libraryTitle: library.title, codeUse }
    const built = await buildIndex(await (reading ?? stages.loadReading()), build, {
      ...watch,
      onProgress: (stage, progress) => watch.onProgress(stage, { ...progress, ...crawled }),
    })
    const { embedding } = stages
    const missing = await embedding?.embedIndex(indexPath, { library, version, signal: watch.signal })
    const { note: unscored, ...scored } = await benchmarkOf(stages, indexPath, {
      libraryKey: library.key,
      signal: watch.signal,
    })
    const { servedReport } = request
    const changes = compareReports(servedReport, built.report)
    const lost = describeLostFiles(servedReport, built.report)
    const notes = [...built.report.notes, ...[lost, missing, unscored].filter((note) => note !== undefined)]
    return {
      ...built,
      embedder: missing === undefined ? (embedding?.id ?? null) : null,
      ...archivePath,
      progress: { ...built.progress, ...crawled },
      report: { ...built.report, notes, ...scored, ...(changes === undefined ? {} : { changes }) },
    }
  } finally {
    await snapshot.close()
  }
}

/** What asking a new index brings; a score that cannot be had keeps nobody from the documentation. */
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
    const note = `the library could not be scored by questions made from it: ${asError(error).message}`
    return { benchmark: { score: LIMITS.unknownScore, questions: [] }, note }
  }
}

interface Build {
  readonly snapshot: SourceSnapshot
  readonly recipe: string
  readonly indexPath: string
  readonly libraryTitle: string
  readonly codeUse: SourceCodeMode
}

async function buildIndex(stages: ReadingStages, build: Build, watch: RunWatch): Promise<Omit<BuiltIndex, "embedder">> {
  const { snapshot, recipe, indexPath, libraryTitle, codeUse } = build
  const { manifest, notes } = parseLibraryConfig(snapshot.manifestText)
  const fileReport = new FileReport(snapshot.fileCount)
  const { revision, branch } = snapshot
  const news = newsOf(snapshot, recipe)
  const named = readNamedVersions(manifest, news.offered)
  const allNotes = [...(snapshot.notes ?? []), ...notes, ...named.notes]
  const report: IngestionReport = { revision, notes: allNotes, ...fileReport.lists() }
  const builder = begin(stages, indexPath)
  try {
    const onProgress = (now: JobProgress) => watch.onProgress("parsing", now)
    const filling = { snapshot, builder, fileReport, signal: watch.signal, onProgress }
    await indexFiles(stages, filling)
    // What was left out of a documentation matters more than anything else a report says; code that is added later is none.
    const { firstNotes } = fileReport
    allNotes.push(...(await indexSourceCode(stages, filling, codeUse)))
    if (builder.snippetCount === 0) throw new NoDocumentation(whyNothing(report))
    const progress = fileReport.progress()
    watch.onProgress("indexing", progress)
    const described = describeSource(stages, {
      readmeText: snapshot.readmeText,
      readmePath: snapshot.readmePath,
      frontDocument: fileReport.frontDocument,
      libraryTitle,
    })
    const { sourceFacts, ...besides } = collectSourceMetadata(snapshot, manifest)
    const summary = finish(builder)
    return {
      kind: "built",
      revision,
      branch,
      news: { ...news, named: named.versions },
      recipe,
      indexPath,
      summary,
      report: { ...report, notes: [...firstNotes, ...report.notes] },
      manifest,
      description: { ...besides, ...described },
      ...(sourceFacts === undefined ? {} : { sourceFacts }),
      progress,
    }
  } catch (error) {
    builder.abort()
    throw watch.signal.aborted ? error : new IngestionFailed(report, error)
  }
}

function newsOf(snapshot: SourceSnapshot, recipe: string): SourceChanges {
  const offered = readSourceVersions(snapshot)
  const { movedTo } = snapshot
  return { recipe, ...(offered === undefined ? {} : { offered }), ...(movedTo === undefined ? {} : { movedTo }) }
}

function begin(stages: ReadingStages, indexPath: string): IndexBuilder {
  try {
    return stages.createIndexBuilder(indexPath)
  } catch (error) {
    throw asStorageError(error)
  }
}

function finish(builder: IndexBuilder): IndexSummary {
  try {
    // The blob store syncs what it takes over.
    return builder.finish({ sync: false })
  } catch (error) {
    throw asStorageError(error)
  }
}

function whyNothing(report: IngestionReport): string {
  const [failure] = report.failed
  if (failure !== undefined && report.leftOut.length === 0) {
    const others = report.failed.length === 1 ? "" : `, and ${report.failed.length - 1} other files neither`
    return `${failure.path} could not be read: ${failure.reason}${others}`
  }
  const reasons = new Map<string, number>()
  for (const { reason } of report.leftOut) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const counts = [...reasons]
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${count} ${reason}`)
  const unread = [...counts, ...(report.failed.length > 0 ? [`${report.failed.length} failed`] : [])].slice(0, 5)
  const detail = unread.length > 0 ? ` (left out: ${unread.join(", ")})` : ""
  return `no documentation was found in the source${detail}; name folders or files to read, or see the report of files`
}

/** Fingerprint of everything but the content that shapes an index. */
function recipeOf(stages: Pick<Stages, "recipe">, source: SourceRecord, codeUse: SourceCodeMode): string {
  const { branch, folders, excludeFolders, excludeFiles, skipVersionFiltering, url } = source
  const shaping = JSON.stringify([
    stages.recipe,
    url,
    branch,
    folders,
    excludeFolders,
    excludeFiles,
    skipVersionFiltering,
    codeUse,
  ])
  return createHash("sha256").update(shaping).digest("hex")
}
