import { LRUCache } from "lru-cache"
import type { Clock } from "../../base/clock.ts"
import { MAX_CACHED_CALLERS } from "./max-cached-callers.ts"

/** A short-lived cache of the callers that credentials belong to. */
export interface CallerCache<Known> {
  /** Returns the cached value of a credential, or looks it up. Failures are not cached. */
  of(credential: string, lookUp: () => Promise<Known>): Promise<Known>
  /** Removes one credential or all, including the results of lookups in progress. */
  forget(credential?: string): void
}

/**
 * Creates an empty cache.
 *
 * @param maxAgeMs counts from the start of a lookup, because its result may miss later changes.
 */
export function createCallerCache<Known>(clock: Clock, maxAgeMs: number): CallerCache<Known> {
  // Not the `ttl` of lru-cache: it keeps an entry one millisecond longer and never expires an entry set at time 0.
  const remembered = new LRUCache<string, { readonly known: Known; readonly untilMs: number }>({
    max: MAX_CACHED_CALLERS,
  })
  let timesForgotten = 0
  return {
    async of(credential, lookUp) {
      const startedAtMs = clock.now()
      const before = remembered.get(credential)
      if (before !== undefined && before.untilMs > startedAtMs) return before.known
      remembered.delete(credential)
      const timesForgottenBefore = timesForgotten
      const known = await lookUp()
      if (timesForgotten === timesForgottenBefore) {
        remembered.set(credential, { known, untilMs: startedAtMs + maxAgeMs })
      }
      return known
    },
    forget(credential) {
      timesForgotten++
      if (credential === undefined) remembered.clear()
      else remembered.delete(credential)
    },
  }
}
