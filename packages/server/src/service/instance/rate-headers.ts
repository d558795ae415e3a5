import type { RateLimitState } from "../../base/errors.ts"

/** @returns the headers that tell how much of a limit is left; answers that were allowed carry them as well. */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitState): Readonly<Record<string, string>> {
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  }
}
