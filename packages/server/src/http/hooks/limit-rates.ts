import type { FastifyReply, FastifyRequest } from "fastify"
import { rateLimitHeaders } from "../../service/instance/rate-headers.ts"
import type { ServiceContext } from "../../service/service-context.ts"

/**
 * Counts a request towards its rate limit and monthly quota, and sets the headers that say what is left.
 *
 * @throws {RateLimited} {SpendingLimitExceeded}
 */
export type LimitRate = (request: FastifyRequest, reply: FastifyReply) => void

/** Creates the counter of requests to the API; call it after the caller is known. */
export function createRateLimit({ rates, quota }: Pick<ServiceContext, "rates" | "quota">): LimitRate {
  return ({ caller, ip: address, routeOptions }, reply) => {
    const { operation } = routeOptions.config
    const left = rates.take(operation?.rateClass ?? "api", { caller, address })
    if (left !== undefined) reply.headers(rateLimitHeaders(left))
    if (operation?.workload === "answer") quota.spend(caller)
  }
}
