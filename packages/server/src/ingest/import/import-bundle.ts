import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import { countOf, ImportLibrary, LIBRARY_ID_FORM, parseChosenLibraryId } from "@lectern/contract"
import { InternalFailure, InvalidInput } from "../../base/errors.ts"
import { asStorageError } from "../../base/storage-errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { IndexSummary } from "@lectern/engine"
import { RunStopped } from "../errors.ts"
import type { ImportedContent, pagesOfImport } from "./import-pages.ts"
import { type ImportedIndex, type ImportedLibrary, storeImportedLibrary } from "./store-imported-library.ts"
import { readBundleEntries } from "./read-bundle.ts"
import type { PublishingDependencies } from "../publish/publish.ts"
import { storeReport } from "../../blobs/stored-report.ts"
import type { RunWatch } from "../run-watch.ts"
import type { Stages } from "../read/stages.ts"

/**
 * Libraries per transaction. With one, most of the time is spent waiting for the disk; with many, other processes wait
 * for the write lock. With 20, that wait is below 10 ms.
 */
const LIBRARIES_PER_TRANSACTION = 20

/** Maximum text in memory, in characters; a single library may have more. */
const MAX_GROUP_CHARACTERS = 16 * 2 ** 20

/** A running import. */
export interface ImportRun {
  readonly job: JobRecord
  readonly workerId: string
  readonly workDirectory: string
}

/**
 * Imports the libraries of the job's bundle; existing libraries are replaced only if the job is forced. A library that
 * cannot be imported is recorded in the report and does not stop the others. After a crash, a second run continues:
 * libraries that are already imported are skipped.
 *
 * @throws {InvalidInput} if it is not a bundle. @throws {RunStopped}
 */
export async function importBundle(
  dependencies: PublishingDependencies & { readonly stages: Stages },
  { job, workerId, workDirectory }: ImportRun,
  watch: RunWatch,
): Promise<void> {
  const { bundleHash } = job.payload
  if (bundleHash === undefined) throw new InternalFailure(`import job ${job.id} has no bundle`)
  watch.onProgress("fetching", job.progress)
  const path = await dependencies.blobs.localPath(bundleHash)
  const count = await countEntries(path, watch.signal)
  const force = job.payload.force === true
  const pages = await import("./import-pages.ts")
  const { createIndexBuilder } = dependencies.stages
  const bundle = { bundleHash, force, jobId: job.id, workDirectory }
  const importer = new Importer(dependencies, { createIndexBuilder, pagesOfImport: pages.pagesOfImport }, bundle)
  for await (const group of groupsOf(path)) {
    await importer.importGroup(group, watch.signal)
    watch.onProgress("indexing", importer.progress(count))
    await nextTurn()
  }
  const reportHash = await storeReport(dependencies.blobs, importer.report())
  await watch.flush()
  watch.signal.throwIfAborted()
  const end = { state: "succeeded", outcome: "published", reportHash } as const
  if (!(await dependencies.catalogue.jobs.finish(job.id, workerId, end))) throw new RunStopped("lost")
}

async function countEntries(path: string, signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const _entry of readBundleEntries(path)) {
    signal.throwIfAborted()
    count++
  }
  return count
}

/** Groups libraries in the order of the bundle, as many at a time as fit into one transaction and into memory. */
async function* groupsOf(path: string): AsyncGenerator<readonly ImportLibrary[]> {
  let group: ImportLibrary[] = []
  let characterCount = 0
  for await (const text of readBundleEntries(path)) {
    group.push(readEntry(text))
    characterCount += text.length
    if (group.length < LIBRARIES_PER_TRANSACTION && characterCount < MAX_GROUP_CHARACTERS) continue
    yield group
    group = []
    characterCount = 0
  }
  if (group.length > 0) yield group
}

function readEntry(text: string): ImportLibrary {
  try {
    return ImportLibrary.parse(JSON.parse(text))
  } catch (error) {
    throw new InvalidInput("invalid bundle: it does not contain libraries in the export format", { cause: error })
  }
}

interface OpenBundle {
  readonly bundleHash: string
  readonly force: boolean
  readonly jobId: string
  readonly workDirectory: string
}

/** Builds an index from imported snippets. */
interface ImportStages extends Pick<Stages, "createIndexBuilder"> {
  readonly pagesOfImport: typeof pagesOfImport
}

class Importer {
  readonly #dependencies: PublishingDependencies
  readonly #stages: ImportStages
  readonly #bundle: OpenBundle
  readonly #indexed: IngestionReport["indexed"][number][] = []
  readonly #leftOut: IngestionReport["leftOut"][number][] = []
  readonly #failed: IngestionReport["failed"][number][] = []
  #snippets = 0
  #tokens = 0
  #fileCount = 0

  constructor(dependencies: PublishingDependencies, stages: ImportStages, bundle: OpenBundle) {
    this.#stages = stages
    this.#dependencies = dependencies
    this.#bundle = bundle
  }

  report(): IngestionReport {
    const lists = { indexed: this.#indexed, leftOut: this.#leftOut, failed: this.#failed }
    return { revision: this.#bundle.bundleHash, notes: [], ...lists }
  }

  progress(filesTotal: number) {
    const counts = {
      filesDone: this.#indexed.length,
      filesLeftOut: this.#leftOut.length,
      filesFailed: this.#failed.length,
    }
    return { filesTotal, ...counts, snippets: this.#snippets, tokens: this.#tokens }
  }

  async importGroup(libraries: readonly ImportLibrary[], signal: AbortSignal): Promise<void> {
    const built: ImportedLibrary[] = []
    for (const library of libraries) {
      signal.throwIfAborted()
      const indexes = await this.#buildUnlessSettled(library)
      if (indexes !== undefined) built.push({ library, indexes })
    }
    const stored = await Promise.all(built.map((library) => this.#store(library)))
    signal.throwIfAborted()
    await this.#dependencies.catalogue.inTransaction(async (inside) => {
      const placing = { ...this.#bundle, nowMs: this.#dependencies.clock.now() }
      for (const library of stored) await storeImportedLibrary(inside, library, placing)
    })
    for (const { library, indexes } of stored) {
      const snippets = indexes.reduce((sum, index) => sum + index.summary.snippets, 0)
      const flagged = indexes.reduce((sum, index) => sum + index.summary.findings.count, 0)
      const problems =
        flagged === 0
          ? []
          : [`${countOf(flagged, "snippet with suspicious text is", "snippets with suspicious text are")} flagged`]
      this.#indexed.push({ path: library.project, snippets, problems })
      this.#snippets += snippets
      this.#tokens += indexes.reduce((sum, index) => sum + index.summary.tokens, 0)
    }
  }

  /** @returns undefined if there is nothing to do for this library; the report then contains the reason. */
  async #buildUnlessSettled(library: ImportLibrary): Promise<ImportedIndex[] | undefined> {
    const path = library.project
    const settled = await this.#settledReason(library)
    if (settled !== undefined) {
      this.#leftOut.push({ path, reason: "exists", detail: settled })
      return undefined
    }
    if (parseChosenLibraryId(path) === undefined) {
      this.#failed.push({ path, reason: `must have the form ${LIBRARY_ID_FORM}, without a version` })
      return undefined
    }
    const versions = library.versions.filter(hasSnippets)
    return [
      { tag: "", ...this.#build(library) },
      ...versions.map((version) => ({ tag: version.tag, ...this.#build(version) })),
    ]
  }

  async #settledReason({ project }: ImportLibrary): Promise<string | undefined> {
    const { catalogue } = this.#dependencies
    const living = await catalogue.libraries.byId(project)
    if (living === undefined) return undefined
    if (await isOfBundle(catalogue, living.key, this.#bundle.bundleHash))
      return "the library already matches the bundle"
    // A library that waits for its first content is filled by the import.
    const isEmpty = living.source.type === "import" && living.publishedAtMs === null
    return isEmpty || this.#bundle.force
      ? undefined
      : "a library with this identifier already exists. Use force to replace it"
  }

  #build(content: ImportedContent): { path: string; summary: IndexSummary } {
    const path = join(this.#bundle.workDirectory, `import-${this.#fileCount++}.db`)
    try {
      const builder = this.#stages.createIndexBuilder(path)
      for (const page of this.#stages.pagesOfImport(content)) builder.add(page)
      return { path, summary: builder.finish({ sync: false }) }
    } catch (error) {
      throw asStorageError(error)
    }
  }

  async #store({ library, indexes }: ImportedLibrary): Promise<ImportedLibrary> {
    const store = async (index: ImportedIndex) => ({
      ...index,
      hash: await this.#dependencies.blobs.putFile(index.path),
    })
    return { library, indexes: await Promise.all(indexes.map(store)) }
  }
}

async function isOfBundle(catalogue: Catalogue, libraryKey: string, bundleHash: string): Promise<boolean> {
  const version = await catalogue.versions.get(libraryKey, "")
  return version?.revision === bundleHash && version.indexHash !== null
}

function hasSnippets({ codeSnippets, infoSnippets }: ImportedContent): boolean {
  return codeSnippets.length + infoSnippets.length > 0
}
