import { createWakeSignal, type WakeSignal } from "../base/wake-signal.ts"

/** The intervals of `runEvery`. */
export interface Timing {
  readonly intervalMs: number
  /** Maximum interval, because the interval doubles with every failure; if undefined, the interval stays the same. */
  readonly maxIntervalMs?: number
  /** Starts the next run early, unless the last run failed. */
  readonly wake?: WakeSignal
  readonly signal: AbortSignal
}

/**
 * Runs a task immediately and then after every interval, until the signal is aborted. Runs never overlap.
 *
 * @param task returns false if it failed; other results are ignored.
 * @throws what the task throws.
 */
export async function runEvery(
  { intervalMs, maxIntervalMs = intervalMs, wake, signal }: Timing,
  task: () => Promise<unknown>,
): Promise<void> {
  const neverRung = createWakeSignal()
  let waitMs = intervalMs
  while (!signal.aborted) {
    const hasFailed = (await task()) === false
    waitMs = hasFailed ? Math.min(maxIntervalMs, 2 * waitMs) : intervalMs
    await (hasFailed ? neverRung : (wake ?? neverRung)).sleep(waitMs, signal)
  }
}
