const FIRST_RESTART_MS = 200
const LONGEST_RESTART_MS = 10_000
/** A process that ran this long did not fail at its start. */
const HEALTHY_AFTER_MS = 30_000

/** Computes the delays before a process is restarted: 200 ms, doubled up to 10 s while it keeps ending early. */
export function restartDelays(): { after(ranMs: number): number } {
  let nextMs = FIRST_RESTART_MS
  return {
    after(ranMs) {
      const delayMs = ranMs > HEALTHY_AFTER_MS ? FIRST_RESTART_MS : nextMs
      nextMs = Math.min(LONGEST_RESTART_MS, delayMs * 2)
      return delayMs
    },
  }
}
