import { authorize } from "../../access/permissions/authorize.ts"
import { anonymousCaller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { readCredential } from "../../access/identity/credentials.ts"
import { isClosed, type ServiceContext } from "../../service/service-context.ts"
import type { FastifyRequest } from "fastify"
import type { HttpApp } from "../serving/http-app.ts"
import { pathOf } from "../serving/request-path.ts"
import { sessionTokenOf } from "../serving/session-cookie.ts"
import { authenticateCaller } from "./authenticate-caller.ts"
import { crossOriginHeaders, foreignHostProblem } from "./cross-origin.ts"
import { createRateLimit } from "./limit-rates.ts"
import { createRequestQueue } from "./queue-requests.ts"

/**
 * Checks every request to the API before its body is read: authentication, rate limit, permission, then the queue. Each
 * check uses the matched route, never the spelling of the URL.
 */
export function addApiHooks(app: HttpApp, context: ServiceContext): void {
  const limitRate = createRateLimit(context, "api")
  const awaitTurn = createRequestQueue(context)
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id)
    request.caller = anonymousCaller
    assertOwnName(context, request)
    if (!isApiRequest(request)) return
    reply.headers(crossOriginHeaders(context.settings, request.headers.origin))
    const { operation } = request.routeOptions.config
    if (request.method === "OPTIONS" || operation?.authentication !== undefined) return
    request.hasCredential = readCredential(request.headers) !== undefined || sessionTokenOf(request) !== undefined
    try {
      request.caller = await authenticateCaller(context, request, reply)
    } catch (error) {
      // Requests with an invalid key count towards the limit of their address, which prevents guessing keys.
      limitRate(request, reply)
      throw error
    }
    limitRate(request, reply)
    if (operation !== undefined) authorize(context, request.caller, operation.permissions[0])
    // A closed instance does not reveal its paths to callers without a key.
    else if (isClosed(context)) authorize(context, request.caller, "readDescription")
    if (!(await awaitTurn(request, reply, operation?.workload))) reply.hijack()
  })
}

/**
 * Rejects requests for other host names. `/mcp` has its own rule and error format; health checks and signed hooks may
 * use any name.
 *
 * @throws {Forbidden}
 */
function assertOwnName({ settings }: ServiceContext, request: FastifyRequest): void {
  const { url, config } = request.routeOptions
  if (url === "/mcp" || config.operation?.permissions[0] === "readHealth") return
  const problem = foreignHostProblem(settings, request)
  if (problem !== undefined) throw new Forbidden(problem)
}

/**
 * Returns true for requests to the API. Paths that match no route are normalised first, as a lenient router would do.
 */
function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  const path = routeOptions.url ?? pathOf(url).toLowerCase()
  return path === "/api" || path.startsWith("/api/")
}
