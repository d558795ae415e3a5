import { Counter, Histogram, type Registry } from "prom-client"
import type { HttpApp } from "../../../serving/http-app.ts"

/** The buckets range from a cached answer to the time limit of a request. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Label of requests without a route, because each of their paths would create its own series. */
const NO_ROUTE = "none"
const TOO_MANY_REQUESTS = 429

/** Measures every request of this process by route. */
export function measureRequests(app: HttpApp, registry: Registry): void {
  const durations = new Histogram({
    name: "lectern_http_request_duration_seconds",
    help: "Time until the answer to a request was sent.",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  })
  const limited = new Counter({
    name: "lectern_rate_limited_requests_total",
    help: "Requests that a rate limit or a quota rejected.",
    registers: [registry],
  })
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    durations.observe({ method, route: routeOptions.url ?? NO_ROUTE, status: statusCode }, elapsedTime / 1_000)
    if (statusCode === TOO_MANY_REQUESTS) limited.inc()
  })
}
