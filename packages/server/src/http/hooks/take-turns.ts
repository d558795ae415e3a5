import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"

/**
 * Lets every request except health checks wait for its turn before anything is done for it, so that the number of
 * requests cannot delay health checks.
 */
export function takeTurns(app: HttpApp, { loopTurns }: Pick<ServiceContext, "loopTurns">): void {
  app.addHook("onRequest", async (request, reply) => {
    const { operation } = request.routeOptions.config
    if (operation?.permissions[0] === "readHealth" && operation.authentication === "none") return
    await loopTurns.arrivals.take()
    // Nothing is done for clients that have disconnected meanwhile.
    if (reply.raw.closed) reply.hijack()
  })
}
