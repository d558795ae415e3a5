import { type OperationId, ROUTES } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { ROUTE_ACTIONS } from "../access/route-actions.ts"
import type { Action } from "../access/permissions.ts"
import type { Surface } from "../access/limits/rate-limits.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { rateLimitHeaders } from "../service/instance/rate-headers.ts"
import { addressesOf } from "./route-addresses.ts"

/** What of the permission table has limits of its own; everything else is `api`. */
const SURFACE_OF_ACTION: Partial<Readonly<Record<Action, Surface>>> = {
  signIn: "auth",
  addLibrary: "add",
  addPrivateLibrary: "add",
  importLibraries: "add",
  applyManifest: "add",
  refreshLibrary: "refresh",
}

/** What the plan of a teamspace counts by the month. */
const METERED_ACTIONS: ReadonlySet<Action> = new Set(["search", "readContext"])

/** Counts a request for its limit and says on the answer what is left. @throws {RateLimited} {SpendingLimitExceeded} */
export type LimitRate = (request: FastifyRequest, reply: FastifyReply) => void

/** Makes what counts requests under `/api`; it needs to know who sent one. */
export function createRateLimit({ rates, quota }: Pick<ServiceContext, "rates" | "quota">): LimitRate {
  const surfaceByPlace = new Map<string, Surface>()
  const metered = new Set<string>()
  for (const { operationId, method } of ROUTES) {
    const surface = surfaceOf(operationId)
    const isMetered = METERED_ACTIONS.has(ROUTE_ACTIONS[operationId][0])
    for (const url of addressesOf(operationId)) {
      surfaceByPlace.set(`${method} ${url}`, surface)
      if (isMetered) metered.add(`${method} ${url}`)
    }
  }
  return ({ caller, ip: address, method, routeOptions }, reply) => {
    const place = `${method === "HEAD" ? "GET" : method} ${routeOptions.url ?? ""}`
    const left = rates.take(surfaceByPlace.get(place) ?? "api", { caller, address })
    if (left !== undefined) reply.headers(rateLimitHeaders(left))
    if (metered.has(place)) quota.spend(caller)
  }
}

function surfaceOf(operationId: OperationId): Surface {
  return SURFACE_OF_ACTION[ROUTE_ACTIONS[operationId][0]] ?? "api"
}
