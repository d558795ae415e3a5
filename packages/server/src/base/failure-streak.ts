import type { Clock } from "./clock.ts"
import { MINUTE_MS } from "./durations.ts"
import { asError } from "./errors.ts"

/** Interval at which a failure that continues is logged again. */
const REMINDER_INTERVAL_MS = 10 * MINUTE_MS

/** Counts failures of work that is retried every few moments, so that they do not fill the log, and perhaps the disk. */
export interface FailureStreak {
  /**
   * Records a failure.
   *
   * @returns undefined if it should not be logged, because the same one was logged in the last ten minutes; otherwise
   *   fields for the log, with the number of failures that were not logged since then, if there were any.
   */
  add(error: unknown): { readonly repetitions?: number } | undefined
  /** Records a success: the next failure is logged. */
  end(): void
}

/** Creates a streak without failures. */
export function createFailureStreak(clock: Clock): FailureStreak {
  let logged: { readonly message: string; readonly atMs: number } | undefined
  let unlogged = 0
  return {
    add(error) {
      const { message } = asError(error)
      const nowMs = clock.now()
      const isRecent = logged !== undefined && Math.abs(nowMs - logged.atMs) < REMINDER_INTERVAL_MS
      if (isRecent && logged?.message === message) {
        unlogged++
        return undefined
      }
      const fields = unlogged === 0 ? {} : { repetitions: unlogged }
      logged = { message, atMs: nowMs }
      unlogged = 0
      return fields
    },
    end() {
      logged = undefined
      unlogged = 0
    },
  }
}
