import type { RateLimitState } from "../../base/errors.ts"

/** Returns the headers with the state of a rate limit; successful responses have them as well. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitState): Readonly<Record<string, string>> {
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  }
}
