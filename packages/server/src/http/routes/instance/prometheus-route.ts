import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { isClosed, type ServiceContext } from "../../../service/service-context.ts"
import { createRateLimit } from "../../hooks/limit-rates.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { loadMetricsWhenListening } from "./metrics/load-metrics.ts"

/**
 * Measures every request and serves the metrics for Prometheus. A closed instance requires a key; metrics about
 * libraries that not everyone can see require an operator.
 */
export function registerPrometheusRoute(app: HttpApp, context: ServiceContext): void {
  const load = loadMetricsWhenListening(app, context)
  context.siblings?.onReport(async () => (await load()).readOwn())
  const limitRate = createRateLimit(context, "api")
  app.get("/metrics", async (request, reply) => {
    try {
      request.caller = await context.authenticator.authenticate(request.headers)
      if (isClosed(context)) authorize(context, request.caller, "readDescription")
    } catch (error) {
      // As for requests to the API, so that keys cannot be tried out here. Programs that collect metrics are not limited.
      limitRate(request, reply)
      throw error
    }
    const metrics = await load()
    const text = await metrics.print(hasPermission(context, request.caller, "readSettings"))
    return reply.header("cache-control", "no-store").type(metrics.contentType).send(text)
  })
}
