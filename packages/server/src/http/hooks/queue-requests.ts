import type { Route } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { subjectName } from "../../access/limits/rate-limits.ts"
import type { ServiceContext } from "../../service/service-context.ts"

/**
 * Waits for a request's turn; requests without a workload run immediately.
 *
 * @returns false if the client has disconnected in the meantime.
 * @throws {RateLimited} {ServerBusy}
 */
export type AwaitTurn = (
  request: FastifyRequest,
  reply: FastifyReply,
  workload: Route["workload"] | undefined,
) => Promise<boolean>

/** Creates the queue that keeps one caller from delaying all others. */
export function createRequestQueue({
  requestQueues,
  loopTurns,
}: Pick<ServiceContext, "requestQueues" | "loopTurns">): AwaitTurn {
  return async ({ caller, ip: address }, reply, workload) => {
    const who = subjectName({ caller, address })
    if (workload === undefined || who === undefined) return true
    const slot = (workload === "answer" ? requestQueues.answers : requestQueues.transfers).enter(who)
    reply.raw.once("close", slot.leave)
    if (slot.turn !== undefined) await slot.turn
    // Answers rarely wait for anything outside the process: one that started here would end before the next request is
    // read, and the queue would never contain more than one.
    await loopTurns.work.take()
    return !reply.raw.closed
  }
}
