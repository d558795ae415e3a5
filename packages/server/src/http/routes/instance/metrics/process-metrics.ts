import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from "prom-client"
import { asError } from "../../../../base/errors.ts"
import { backupIntervalOf } from "../../../../config/backup-settings.ts"
import type { ServiceContext, Siblings } from "../../../../service/service-context.ts"
import { measureBackups } from "./backup-metrics.ts"
import { createJobMetrics } from "./job-metrics.ts"
import { createRequestMetrics, type RequestListener } from "./request-metrics.ts"
import { measureIndexCache, measureStores } from "./store-metrics.ts"
import type { TimingListener } from "../../../../base/timings.ts"

/** Number of registries that callers without the permission `readSettings` see. */
const PUBLIC_REGISTRIES = 1

/** The metrics of this process, and of all processes on its port. */
export interface ProcessMetrics {
  readonly contentType: string
  readonly onRequest: RequestListener
  readonly onTiming: TimingListener
  /** Returns the metrics of this process as JSON, one list for each registry. */
  readOwn(): Promise<readonly (readonly object[])[]>
  /** Returns the metrics of all processes as text; those for operators on demand. */
  print(isOperator: boolean): Promise<string>
}

/** Creates the metrics of this process, which started at `startedAtMs`. */
export function createProcessMetrics(context: ServiceContext, startedAtMs: number): ProcessMetrics {
  const registry = new Registry()
  const ofOperator = new Registry()
  const onRequest = createRequestMetrics(registry)
  const onTiming = measureStores(registry)
  const measureState = createStateGauges({ registry, ofOperator, startedAtMs }, context)
  const { siblings } = context
  let isWatchingProcess = false

  const update = async (): Promise<readonly Registry[]> => {
    // It observes garbage collection and the event loop. Instances without Prometheus should not pay the cost of that.
    if (!isWatchingProcess) collectProcessMetrics(registry)
    isWatchingProcess = true
    await measureState()
    return [registry, ofOperator]
  }
  return {
    contentType: registry.contentType,
    onRequest,
    onTiming,
    readOwn: async () => Promise.all((await update()).map((one) => one.getMetricsAsJSON())),
    async print(isOperator) {
      const all = await (siblings === undefined ? update() : readAll(siblings))
      const shown = isOperator ? all : all.slice(0, PUBLIC_REGISTRIES)
      return (await Promise.all(shown.map((one) => one.metrics()))).join("")
    },
  }
}

/** Adds up the metrics of several processes, by the `aggregator` of each metric. */
async function readAll(siblings: Siblings): Promise<readonly Registry[]> {
  const all = await siblings.collectMetrics()
  const count = Math.max(0, ...all.map((one) => one.length))
  return Array.from({ length: count }, (_, at) => AggregatorRegistry.aggregate(all.map((one) => one[at] ?? [])))
}

/**
 * Gauges of prom-client whose names end in `_total`, which is reserved for counters. Other gauges with valid names have
 * the same values by type.
 */
const MISNAMED_METRICS = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
] as const

function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED_METRICS) registry.removeSingleMetric(name)
}

/** @returns a function that updates the gauges; it never throws. */
function createStateGauges(
  parts: { readonly registry: Registry; readonly ofOperator: Registry; readonly startedAtMs: number },
  { catalogue, clock, openIndexes, settings, version, log }: ServiceContext,
) {
  const { registry, ofOperator, startedAtMs } = parts
  const build = new Gauge({
    name: "lectern_build_info",
    help: "1, with the version of the program.",
    labelNames: ["version"],
    registers: [registry],
    aggregator: "first",
  })
  build.set({ version }, 1)
  const serving = new Gauge({
    name: "lectern_serving_processes",
    help: "Processes that answer requests on this port.",
    registers: [registry],
  })
  serving.set(1)
  const jobs = createJobMetrics(ofOperator, { catalogue, clock, startedAtMs })
  const libraries = new Gauge({
    name: "lectern_libraries",
    help: "Libraries that are not deleted.",
    registers: [ofOperator],
    aggregator: "first",
  })
  const isStoreUp = new Gauge({
    name: "lectern_store_up",
    help: "1 if the catalogue responds, otherwise 0.",
    registers: [registry],
    aggregator: "min",
  })
  const measureIndexes = measureIndexCache(ofOperator, openIndexes)
  const intervalMs = backupIntervalOf(settings)
  const measureBackupsNow = measureBackups(ofOperator, { catalogue, clock, intervalMs })
  return async (): Promise<void> => {
    measureIndexes()
    try {
      await jobs.update()
      await measureBackupsNow()
      libraries.set(await catalogue.libraries.count())
      isStoreUp.set(1)
    } catch (error) {
      // The previous values may be outdated: no number is better than a wrong one.
      jobs.reset()
      libraries.remove()
      isStoreUp.set(0)
      log.warn({ error: asError(error).message }, "cannot read metrics: the catalogue did not respond")
    }
  }
}
