import type { FastifyReply, FastifyRequest } from "fastify"
import { subjectName } from "../../access/limits/rate-limits.ts"
import type { ServiceContext } from "../../service/service-context.ts"

/** Waits for a request's turn. @returns false when its client has disconnected meanwhile. @throws {RateLimited} */
export type AwaitTurn = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** Creates the queue that keeps one caller from delaying all others; operations without a workload pass at once. */
export function createRequestQueue({ gates }: Pick<ServiceContext, "gates">): AwaitTurn {
  return async ({ caller, ip: address, routeOptions }, reply) => {
    const workload = routeOptions.config.operation?.workload
    const who = subjectName({ caller, address })
    if (workload === undefined || who === undefined) return true
    const place = (workload === "answer" ? gates.answers : gates.transfers).enter(who)
    reply.raw.once("close", place.leave)
    if (place.turn !== undefined) await place.turn
    return !reply.raw.closed
  }
}
