import type { Timings } from "../../base/timings.ts"
import type { Tracing } from "../../base/tracing.ts"
import type { OpenIndexCache } from "../../blobs/open-index-cache.ts"
import type { LibraryDirectory } from "../../resolve/directory/library-directory.ts"
import type { CatalogueSync } from "../../service/catalogue-sync/catalogue-sync.ts"

/** Records statements of the catalogue and operations on blobs as spans that contain only their kind. */
export function traceTimings(timings: Timings, tracing: Tracing): void {
  timings.listen((store, operation, durationMs) => tracing.recordEnded(`${store} ${operation}`, durationMs))
}

/** Records each use of an index file, including opening it if necessary, ranking and packing. */
export function traceIndexes(indexes: OpenIndexCache, tracing: Tracing | undefined): OpenIndexCache {
  if (tracing === undefined) return indexes
  return {
    use: (hash, work, servedAs) =>
      tracing.inSpan("index use", { "lectern.index": hash }, () =>
        indexes.use(hash, (rankable) => tracing.inSpan("rank", {}, () => work(rankable)), servedAs),
      ),
    get openCount() {
      return indexes.openCount
    },
    get lookUps() {
      return indexes.lookUps
    },
    close: () => indexes.close(),
  }
}

/** Records searches in the library directory. */
export function traceDirectory(sync: CatalogueSync, tracing: Tracing | undefined): CatalogueSync {
  if (tracing === undefined) return sync
  const traced = (directory: LibraryDirectory): LibraryDirectory => ({
    get size() {
      return directory.size
    },
    put: (entry) => directory.put(entry),
    remove: (key) => directory.remove(key),
    settle: () => directory.settle(),
    lookUp: (...asked) => tracing.inSpan("directory search", {}, () => directory.lookUp(...asked)),
    suggest: (...asked) => tracing.inSpan("directory suggest", {}, () => directory.suggest(...asked)),
  })
  return { ...sync, directory: async () => traced(await sync.directory()) }
}
