import { Counter, Histogram, type Registry } from "prom-client"

/** The buckets range from a cached answer to the time limit of a request. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const TOO_MANY_REQUESTS = 429

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string
  /** Pattern of the matched route, or `NO_ROUTE`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

/** Receives every answered request. */
export type RequestListener = (request: AnsweredRequest) => void

/** Measures every request of this process by route. @returns what receives the requests. */
export function createRequestMetrics(registry: Registry): RequestListener {
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
  return ({ method, route, status, durationMs }) => {
    durations.observe({ method, route, status }, durationMs / 1_000)
    if (status === TOO_MANY_REQUESTS) limited.inc()
  }
}
