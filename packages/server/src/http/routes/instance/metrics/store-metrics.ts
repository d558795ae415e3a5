import { Counter, Gauge, Histogram, type Registry } from "prom-client"
import type { TimingListener } from "../../../../base/timings.ts"
import type { OpenIndexCache } from "../../../../blobs/open-index-cache.ts"

/** The buckets range from a cached page to a remote store under load. */
const STORE_BUCKETS_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** Measures the operations of this process on the catalogue and on blobs. @returns what receives their durations. */
export function measureStores(registry: Registry): TimingListener {
  const durations = new Histogram({
    name: "lectern_store_operation_duration_seconds",
    help: "Time of statements of the catalogue and of operations on stored files.",
    labelNames: ["store", "operation"],
    buckets: STORE_BUCKETS_SECONDS,
    registers: [registry],
  })
  return (store, operation, durationMs) => durations.observe({ store, operation }, durationMs / 1_000)
}

/** Measures the cache of open index files. @returns a function that updates the metrics. */
export function measureIndexCache(registry: Registry, indexes: OpenIndexCache): () => void {
  const open = new Gauge({
    name: "lectern_index_files_open",
    help: "Index files that this process keeps open.",
    registers: [registry],
  })
  const lookUps = new Counter({
    name: "lectern_index_cache_requests_total",
    help: "Questions whose index file was open (hit) or had to be opened first (miss).",
    labelNames: ["result"],
    registers: [registry],
  })
  const counted = { hits: 0, misses: 0 }
  return () => {
    open.set(indexes.openCount)
    const { hits, misses } = indexes.lookUps
    lookUps.inc({ result: "hit" }, hits - counted.hits)
    lookUps.inc({ result: "miss" }, misses - counted.misses)
    Object.assign(counted, { hits, misses })
  }
}
