const FIRST_RESTART_DELAY_MS = 200
const MAX_RESTART_DELAY_MS = 10_000
/** A process that ran for at least this long did not fail at startup. */
const HEALTHY_AFTER_MS = 30_000

/**
 * Creates a function that computes the delay before a process is restarted: 200 ms, doubled up to 10 s while the
 * process keeps exiting early.
 */
export function restartDelays(): { after(ranMs: number): number } {
  let nextMs = FIRST_RESTART_DELAY_MS
  return {
    after(ranMs) {
      const delayMs = ranMs > HEALTHY_AFTER_MS ? FIRST_RESTART_DELAY_MS : nextMs
      nextMs = Math.min(MAX_RESTART_DELAY_MS, delayMs * 2)
      return delayMs
    },
  }
}
