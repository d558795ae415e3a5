import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from "prom-client"
import { asError } from "../../../base/errors.ts"
import { backupIntervalOf } from "../../../config/backup-settings.ts"
import { isClosed, type ServiceContext, type Siblings } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { measureBackups } from "./metrics/backup-metrics.ts"
import { createJobMetrics } from "./metrics/job-metrics.ts"
import { measureRequests } from "./metrics/request-metrics.ts"
import { measureIndexCache, measureStores } from "./metrics/store-metrics.ts"

/**
 * Measures every request and serves the metrics for Prometheus. A closed instance requires a key; metrics about
 * libraries that not everyone can see require an operator.
 */
export function registerPrometheusRoute(app: HttpApp, context: ServiceContext): void {
  const registry = new Registry()
  const ofOperator = new Registry()
  measureRequests(app, registry)
  measureStores(registry, context.timings)
  const measureState = createStateGauges({ registry, ofOperator }, context)
  let isWatchingProcess = false
  const registries = [registry, ofOperator]
  const { siblings } = context

  async function readOwn(): Promise<readonly Registry[]> {
    // It observes garbage collection and the event loop. Instances without Prometheus should not pay the cost of that.
    if (!isWatchingProcess) collectProcessMetrics(registry)
    isWatchingProcess = true
    await measureState()
    return registries
  }

  siblings?.onReport(async () => {
    const own = await readOwn()
    return await Promise.all(own.map((one) => one.getMetricsAsJSON()))
  })
  app.get("/metrics", async ({ headers }, reply) => {
    const caller = await context.authenticator.authenticate(headers)
    if (isClosed(context)) authorize(context, caller, "readDescription")
    const shownCount = hasPermission(context, caller, "readSettings") ? registries.length : 1
    const read = siblings === undefined ? readOwn() : readAll(siblings)
    const shown = (await read).slice(0, shownCount)
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send((await Promise.all(shown.map((one) => one.metrics()))).join(""))
  })
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
  { registry, ofOperator }: { readonly registry: Registry; readonly ofOperator: Registry },
  { catalogue, clock, openIndexes, settings, version, log }: ServiceContext,
) {
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
  const jobs = createJobMetrics(ofOperator, { catalogue, clock })
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
