import type { ServiceContext } from "../../../../service/service-context.ts"
import type { HttpApp } from "../../../serving/http-app.ts"
import type { ProcessMetrics } from "./process-metrics.ts"

/** Label of requests without a route, because each of their paths would create its own series. */
const NO_ROUTE = "none"

/** Late enough not to delay the first requests. */
const LOAD_AFTER_MS = 1_000
/** Maximum number of measurements that are kept; after that, the metrics library is loaded at once. */
const MAX_EARLY = 10_000

/**
 * Measures every request and every operation of the stores. Loading the metrics library would take a tenth of the time until a
 * server is ready. It is therefore loaded a second after the server listens, or when someone asks for the metrics; earlier
 * measurements are kept and added then.
 *
 * @returns a function that waits for the metrics.
 */
export function loadMetricsWhenListening(app: HttpApp, context: ServiceContext): () => Promise<ProcessMetrics> {
  const startedAtMs = context.clock.now()
  const early: ((metrics: ProcessMetrics) => void)[] = []
  let metrics: ProcessMetrics | undefined
  let loading: Promise<ProcessMetrics> | undefined

  const load = (): Promise<ProcessMetrics> => (loading ??= create())
  const create = async (): Promise<ProcessMetrics> => {
    const { createProcessMetrics } = await import("./process-metrics.ts")
    metrics = createProcessMetrics(context, startedAtMs)
    for (const add of early.splice(0)) add(metrics)
    return metrics
  }
  const addLater = (add: (metrics: ProcessMetrics) => void) => {
    if (early.push(add) === MAX_EARLY) void load()
  }

  context.timings.listen((store, operation, durationMs) => {
    if (metrics !== undefined) metrics.onTiming(store, operation, durationMs)
    else addLater(({ onTiming }) => onTiming(store, operation, durationMs))
  })
  app.addHook("onListen", () => void setTimeout(() => void load(), LOAD_AFTER_MS).unref())
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const answered = { method, route: routeOptions.url ?? NO_ROUTE, status: statusCode, durationMs: elapsedTime }
    if (metrics !== undefined) metrics.onRequest(answered)
    else addLater(({ onRequest }) => onRequest(answered))
  })
  return load
}
