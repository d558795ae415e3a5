import { anonymousCaller } from "../../access/identity/caller.ts"
import { readCredential } from "../../access/identity/credentials.ts"
import { allow, isClosed, type ServiceContext } from "../../service/service-context.ts"
import type { FastifyRequest } from "fastify"
import type { HttpApp } from "../serving/http-app.ts"
import { pathOf } from "../serving/request-path.ts"
import { sessionTokenOf } from "../serving/session-cookie.ts"
import { authenticateCaller } from "./authenticate-caller.ts"
import { createRateLimit } from "./limit-rates.ts"
import { createRequestQueue } from "./queue-requests.ts"

/** Cross-origin reading is allowed: access depends on the key, which browsers never attach for other sites. */
const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
}

/**
 * Checks every request to the API before its body is read: authentication, rate limit, permission, then the queue. Each
 * check depends on the route that the router matched, never on how the URL is spelled.
 */
export function addApiHooks(app: HttpApp, context: ServiceContext): void {
  const limitRate = createRateLimit(context)
  const awaitTurn = createRequestQueue(context)
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id)
    request.caller = anonymousCaller
    if (!isApiRequest(request)) return
    reply.headers(CORS_HEADERS)
    const { operation } = request.routeOptions.config
    if (request.method === "OPTIONS" || operation?.authentication !== undefined) return
    request.hasCredential = readCredential(request.headers) !== undefined || sessionTokenOf(request) !== undefined
    try {
      request.caller = await authenticateCaller(context, request, reply)
    } catch (error) {
      // A request with an invalid key counts towards the limit of its address, which stops guessing of keys.
      limitRate(request, reply)
      throw error
    }
    limitRate(request, reply)
    if (operation !== undefined) allow(context, request.caller, operation.permissions[0])
    // A closed instance does not tell callers without a key which paths exist.
    else if (isClosed(context)) allow(context, request.caller, "readDescription")
    if (!(await awaitTurn(request, reply))) reply.hijack()
  })
}

/** Paths that match no route are compared in the spelling that a lenient router would give them. */
function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  const path = routeOptions.url ?? pathOf(url).toLowerCase()
  return path === "/api" || path.startsWith("/api/")
}
