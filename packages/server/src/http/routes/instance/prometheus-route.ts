import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { isClosed, type ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { loadMetricsWhenListening } from "./metrics/load-metrics.ts"

/**
 * Measures every request and serves the metrics for Prometheus. A closed instance requires a key; metrics about
 * libraries that not everyone can see require an operator.
 */
export function registerPrometheusRoute(app: HttpApp, context: ServiceContext): void {
  const load = loadMetricsWhenListening(app, context)
  context.siblings?.onReport(async () => (await load()).readOwn())
  app.get("/metrics", async ({ headers }, reply) => {
    const caller = await context.authenticator.authenticate(headers)
    if (isClosed(context)) authorize(context, caller, "readDescription")
    const metrics = await load()
    const text = await metrics.print(hasPermission(context, caller, "readSettings"))
    return reply.header("cache-control", "no-store").type(metrics.contentType).send(text)
  })
}
