/** Tells the time; everything that depends on time takes one, so that tests wind it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that only moves when it is told to. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void
}

/**
 * Makes a clock for tests.
 *
 * @param startMs milliseconds since the epoch at which it stands.
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
