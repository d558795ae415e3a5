import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { asError } from "../../../base/errors.ts"
import { isClosed, type ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"

/** From a cached answer to the maximum time of a request. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Label of paths without a route, because their own names would create a series each. */
const NO_ROUTE = "none"

/**
 * Measures every request and serves the metrics for Prometheus. A closed instance requires a key; metrics about
 * libraries that not everyone can see require an operator.
 */
export function registerPrometheusRoute(app: HttpApp, context: ServiceContext): void {
  const registry = new Registry()
  const ofOperator = new Registry()
  const durations = new Histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time until the answer to a request was sent.",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    durations.observe({ method, route: routeOptions.url ?? NO_ROUTE, status: statusCode }, elapsedTime / 1_000)
  })
  const measureState = createStateGauges({ registry, ofOperator }, context)
  let isWatchingProcess = false
  app.get("/metrics", async ({ headers }, reply) => {
    const caller = await context.authenticator.authenticate(headers)
    if (isClosed(context)) authorize(context, caller, "readDescription")
    // It observes garbage collection and the event loop, which has a cost that instances without Prometheus should not
    // pay.
    if (!isWatchingProcess) collectProcessMetrics(registry)
    isWatchingProcess = true
    await measureState()
    const shown = hasPermission(context, caller, "readSettings") ? [registry, ofOperator] : [registry]
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send((await Promise.all(shown.map((one) => one.metrics()))).join(""))
  })
}

/**
 * Gauges of prom-client with names that end in `_total`, which is reserved for counters. The same values by type have
 * valid names.
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
  { catalogue, openIndexes: indexes, version, log }: ServiceContext,
) {
  const gauge = (name: string, help: string, register = ofOperator) => new Gauge({ name, help, registers: [register] })
  const build = new Gauge({
    name: "lectern_build_info",
    help: "1, with the version of the program.",
    labelNames: ["version"],
    registers: [registry],
  })
  build.set({ version }, 1)
  const jobs = new Gauge({
    name: "lectern_jobs",
    help: "Jobs that wait and jobs that run, in all processes.",
    labelNames: ["state"],
    registers: [ofOperator],
  })
  const libraries = gauge("lectern_libraries", "Libraries that are not deleted.")
  const openIndexes = gauge("lectern_index_files_open", "Index files that this process keeps open.")
  const isStoreUp = gauge("lectern_store_up", "1 when the catalogue answers, else 0.", registry)
  return async (): Promise<void> => {
    openIndexes.set(indexes.openCount)
    try {
      const [{ queued, running }, count] = await Promise.all([
        catalogue.jobs.pendingCount(),
        catalogue.libraries.count(),
      ])
      jobs.set({ state: "queued" }, queued)
      jobs.set({ state: "running" }, running)
      libraries.set(count)
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
