import { LRUCache } from "lru-cache"
import type { Clock } from "../../base/clock.ts"
import { MAX_CACHED_CALLERS } from "./max-cached-callers.ts"

/** What was looked up about credentials, at hand for a short time. */
export interface CallerCache<Known> {
  /** Gives what is remembered of a credential, or looks it up; what fails is not remembered. */
  of(credential: string, lookUp: () => Promise<Known>): Promise<Known>
  /** Forgets one credential, or all; also what a look-up that is under way will find. */
  forget(credential?: string): void
}

/**
 * Makes an empty memory.
 *
 * @param maxAgeMs counts from the beginning of a look-up: what changes while one is under way may be missing in it.
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
