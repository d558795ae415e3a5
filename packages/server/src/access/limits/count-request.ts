import type { Route } from "@lectern/contract"
import type { RateLimitState } from "../../base/errors.ts"
import type { RateLimits, RateLimitSubject } from "./rate-limits.ts"
import type { RequestQuota } from "./request-quota.ts"

/** The limits that requests count towards. */
export interface RequestLimits {
  readonly rates: RateLimits
  readonly quota: RequestQuota
}

/** The properties of an operation that determine which limits its requests count towards. */
export type CountedOperation = { readonly [Name in "rateClass" | "workload"]: Route[Name] | undefined }

/**
 * Counts a request towards the rate limit of its operation, if there is one, and an answer towards the monthly quota as
 * well.
 *
 * @returns what is left of the rate limit; undefined without a limit.
 * @throws {RateLimited} {SpendingLimitExceeded}
 */
export function countRequest(
  { rates, quota }: RequestLimits,
  { rateClass, workload }: CountedOperation,
  subject: RateLimitSubject,
): RateLimitState | undefined {
  const left = rateClass === undefined ? undefined : rates.take(rateClass, subject)
  if (workload === "answer") quota.spend(subject.caller)
  return left
}
