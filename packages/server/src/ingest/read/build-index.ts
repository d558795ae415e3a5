import type { LibraryConfig } from "@lectern/contract"
import { runWithin, TimeLimitExceeded } from "@lectern/parsers"
import type { IndexBuilder, IndexFindings, IndexSummary, SuspiciousTextFinder } from "@lectern/engine"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import { asStorageError } from "../../base/storage-errors.ts"
import type { JobProgress } from "../../catalogue/jobs/records.ts"
import type { SourceMetadata } from "../../catalogue/libraries/metadata-records.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"
import { IngestionFailed, NoDocumentation } from "../errors.ts"
import type { RunWatch } from "../run-watch.ts"
import { whyNothing } from "./why-nothing.ts"
import { cleanLibraryTexts } from "./clean-library-texts.ts"
import { collectSourceMetadata } from "./collect-source-metadata.ts"
import { type DescribedSource, describePackage, describeSource, type SourceDescription } from "./describe-source.ts"
import { FileReport } from "./file-report.ts"
import { indexFiles } from "./index-files.ts"
import { indexSourceCode } from "./index-source-code.ts"
import { parseLibraryConfig } from "./library-config.ts"
import { PAGE_STAGES, type PageStages } from "./make-page.ts"
import type { SourceCodeMode } from "./source-code-mode.ts"
import { readNamedVersions, type SourceVersions } from "./source-versions.ts"

/** Time limit for parsing the README for the library's description. */
const DESCRIBE_LIMIT_MS = 5_000

/** An open source, and the path of its index. */
export interface IndexRequest {
  readonly snapshot: SourceSnapshot
  /** Tags and branches of the source; undefined if it has none. */
  readonly offered: SourceVersions | undefined
  /** Directory of this run, for the index and temporary files. */
  readonly workDirectory: string
  readonly indexPath: string
  readonly libraryTitle: string
  readonly codeUse: SourceCodeMode
  createIndexBuilder(path: string): IndexBuilder
  /** Searches what the source says about its library; by default a new finder. */
  readonly finder?: SuspiciousTextFinder | undefined
}

/** A finished index, with the metadata of its source. */
export interface SourceIndex {
  readonly revision: string
  readonly branch: string
  readonly indexPath: string
  readonly summary: IndexSummary
  readonly report: IngestionReport
  readonly manifest: LibraryConfig
  /** Versions that the library config names and the source has. */
  readonly namedVersions: readonly string[]
  readonly description: SourceDescription
  /** Missing for source kinds without metadata. */
  readonly sourceMetadata?: SourceMetadata | undefined
  readonly progress: JobProgress
}

/**
 * Builds the index of an open source.
 *
 * @throws {IngestionFailed} with the cause and the file report. @throws the signal's reason if it is aborted.
 */
export async function buildIndex(
  request: IndexRequest,
  watch: RunWatch,
  stages: PageStages = PAGE_STAGES,
): Promise<SourceIndex> {
  const { snapshot, indexPath, workDirectory } = request
  const { manifest, notes } = parseLibraryConfig(snapshot.manifestText)
  const { signal, giveTurn } = watch
  const fileReport = new FileReport(snapshot.fileCount)
  const { revision, branch } = snapshot
  const named = readNamedVersions(manifest, request.offered)
  const allNotes = [...(snapshot.notes ?? []), ...notes, ...named.notes]
  const report: IngestionReport = { revision, notes: allNotes, ...fileReport.lists() }
  const builder = begin(request)
  try {
    const onProgress = (now: JobProgress) => watch.onProgress("parsing", now)
    const filling = { snapshot, builder, fileReport, workDirectory, signal, onProgress, giveTurn }
    await indexFiles(filling, stages)
    // The warning about documentation that was left out is the most important note, so it comes first. It does not
    // count source code.
    const { firstNotes } = fileReport
    allNotes.push(...(await indexSourceCode(filling, request.codeUse, stages)))
    if (builder.snippetCount === 0) throw new NoDocumentation(whyNothing(report))
    const progress = fileReport.progress()
    watch.onProgress("indexing", progress)
    const { packageName, sourceMetadata, description: packageDescription } = collectSourceMetadata(snapshot, manifest)
    const { title, description = describePackage(packageDescription) } = describeWithin(DESCRIBE_LIMIT_MS, {
      site: fileReport.site,
      packageName,
      readmeText: snapshot.readmeText,
      readmePath: snapshot.readmePath,
      frontDocument: fileReport.frontDocument,
      isReadmeFront: fileReport.isReadmeFront,
      introductions: fileReport.introductions,
      libraryTitle: request.libraryTitle,
    })
    const texts = cleanLibraryTexts({ manifest, description: { title, description } }, request.finder)
    const summary = finish(builder)
    const { findings } = summary
    return {
      revision,
      branch,
      indexPath,
      summary,
      report: {
        ...report,
        notes: [...firstNotes, ...findingsNote(findings), ...texts.notes, ...report.notes],
        findings,
      },
      manifest: texts.manifest,
      namedVersions: named.versions,
      description: texts.description,
      sourceMetadata,
      progress,
    }
  } catch (error) {
    builder.abort()
    throw watch.signal.aborted ? error : new IngestionFailed(report, error)
  }
}

function findingsNote({ count }: IndexFindings): readonly string[] {
  if (count === 0) return []
  const flagged =
    count === 1
      ? "1 snippet contains suspicious text and is flagged"
      : `${count} snippets contain suspicious text and are flagged`
  return [`${flagged}: see the findings of this report`]
}

/** Describes the source; if parsing the README takes too long, there is no description. */
function describeWithin(limitMs: number, source: DescribedSource): SourceDescription {
  try {
    return runWithin(limitMs, () => describeSource(source))
  } catch (thrown) {
    if (thrown instanceof TimeLimitExceeded) return {}
    throw thrown
  }
}

function begin({ createIndexBuilder, indexPath }: IndexRequest): IndexBuilder {
  try {
    return createIndexBuilder(indexPath)
  } catch (error) {
    throw asStorageError(error)
  }
}

function finish(builder: IndexBuilder): IndexSummary {
  try {
    // Not synced, because the blob store flushes the file to the disk.
    return builder.finish({ sync: false })
  } catch (error) {
    throw asStorageError(error)
  }
}
