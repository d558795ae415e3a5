/** The current time. Code that depends on time takes a clock, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() }
