import type { Clock } from "./clock.ts"

/** A clock that moves only when a test advances it. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
}

/**
 * Creates a clock for tests.
 *
 * @param startMs initial time, in milliseconds since the epoch.
 */
export function manualClock(startMs = 1_750_000_000_000): ManualClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance(milliseconds) {
      nowMs += milliseconds
    },
  }
}
