import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"

/**
 * Makes every request except health checks wait for its turn before any work is done for it, so that many requests
 * cannot delay health checks.
 */
export function takeTurns(app: HttpApp, { loopTurns }: Pick<ServiceContext, "loopTurns">): void {
  app.addHook("onRequest", async (request, reply) => {
    const { operation } = request.routeOptions.config
    if (operation?.permissions[0] === "readHealth" && operation.authentication === "none") return
    await loopTurns.arrivals.take()
    // No work is done for clients that have disconnected in the meantime.
    if (reply.raw.closed) reply.hijack()
  })
}
