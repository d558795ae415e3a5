import type { RateClass } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { countRequest, type RequestLimits } from "../../access/limits/count-request.ts"
import { rateLimitHeaders } from "../../service/instance/rate-headers.ts"

/**
 * Counts a request towards its rate limit and monthly quota, and sets the headers with the remaining number of
 * requests.
 *
 * @throws {RateLimited} {SpendingLimitExceeded}
 */
export type LimitRate = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Creates the function that counts requests; the caller must be known.
 *
 * @param defaultClass rate class of routes without one.
 */
export function createRateLimit(limits: RequestLimits, defaultClass: RateClass): LimitRate {
  return ({ caller, ip: address, routeOptions }, reply) => {
    const { rateClass = defaultClass, workload } = routeOptions.config.operation ?? {}
    const left = countRequest(limits, { rateClass, workload }, { caller, address })
    if (left !== undefined) reply.headers(rateLimitHeaders(left))
  }
}
