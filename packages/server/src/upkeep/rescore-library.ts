import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { BenchmarkReport } from "../blobs/ingestion-report.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { VersionRecord } from "../catalogue/versions/records.ts"
import type { BenchmarkIndex } from "./benchmark/benchmark-index.ts"
import { weighMissingIncludes } from "./benchmark/weigh-missing-includes.ts"
import { readReport, storeReport } from "../blobs/stored-report.ts"

/** Dependencies of scoring. */
export interface RescoringDependencies {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly stages: { readonly benchmarkIndex?: BenchmarkIndex | undefined }
}

/**
 * Scores a served library again with the questions that were written about it since it was published.
 *
 * @param hasNews true if there are new questions; if false, only a library that was never scored with written questions
 *   is scored.
 * @throws the signal's reason.
 */
export async function rescoreLibrary(
  { catalogue, blobs, stages: { benchmarkIndex } }: RescoringDependencies,
  {
    library,
    version,
    hasNews,
  }: { readonly library: LibraryRecord; readonly version: VersionRecord; readonly hasNews: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { indexHash, reportHash: from } = version
  if (benchmarkIndex === undefined || indexHash === null || from === null) return
  const report = await readReport(blobs, from)
  if (report === undefined) return
  if (!hasNews && isByModel(report.benchmark)) return
  const asked = await benchmarkIndex(await blobs.localPath(indexHash), { libraryKey: library.key, signal })
  const benchmark = weighMissingIncludes(asked, report)
  if (!isByModel(benchmark)) return
  const to = await storeReport(blobs, { ...report, benchmark })
  await catalogue.inTransaction(async (inside) => {
    // The library has been published again in the meantime, and that run has scored the new index.
    if (!(await inside.versions.replaceReport(version.key, { from, to }))) return
    await inside.libraries.update(library.key, { benchmarkScore: benchmark.score })
  })
}

function isByModel(benchmark: BenchmarkReport | undefined): boolean {
  return benchmark?.questions.some(({ kind }) => kind === "model") === true
}
