import { ROUTES } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { FairGate } from "../access/limits/fair-gate.ts"
import { askerName } from "../access/limits/rate-limits.ts"
import type { Action } from "../access/permissions.ts"
import { ROUTE_ACTIONS } from "../access/route-actions.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { addressesOf } from "./route-addresses.ts"

/** Waits until a request's turn has come. @returns false when its client has gone meanwhile. @throws {RateLimited} */
export type AwaitTurn = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

const ANSWERING: ReadonlySet<Action> = new Set(["search", "readContext"])
/** What moves files and holds its place for long, so that it does not take those of answers. */
const TRANSFERRING: ReadonlySet<Action> = new Set([
  "addLibrary",
  "addPrivateLibrary",
  "importLibraries",
  "exportLibrary",
  "applyManifest",
])

/** Makes what holds requests of one caller back for those of others; cheap requests pass at once. */
export function createTurns({ gates }: Pick<ServiceContext, "gates">): AwaitTurn {
  const gateByPlace = new Map<string, FairGate>()
  for (const { operationId, method } of ROUTES) {
    const [action] = ROUTE_ACTIONS[operationId]
    const gate = ANSWERING.has(action) ? gates.answers : TRANSFERRING.has(action) ? gates.transfers : undefined
    for (const url of addressesOf(operationId)) if (gate !== undefined) gateByPlace.set(`${method} ${url}`, gate)
  }
  return async ({ caller, ip: address, method, routeOptions }, reply) => {
    const gate = gateByPlace.get(`${method === "HEAD" ? "GET" : method} ${routeOptions.url ?? ""}`)
    const who = askerName({ caller, address })
    if (gate === undefined || who === undefined) return true
    const place = gate.enter(who)
    reply.raw.once("close", place.leave)
    if (place.turn !== undefined) await place.turn
    return !reply.raw.closed
  }
}
