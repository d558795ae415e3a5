/** Minimum time between two runs, so that many notices do not cause many runs. */
const MIN_GAP_MS = 50

/** Runs work repeatedly, one run at a time. */
export interface Polling {
  readonly isOn: boolean
  /** Runs the work at once, and then again after each interval. */
  start(): void
  /** Runs the work at once, or once more after the current run. Does nothing while polling is off. */
  hurry(): void
  stop(): void
}

/**
 * Creates a polling loop that is off.
 *
 * @param work must not reject.
 * @param intervalMs returns the time from the end of a run to the start of the next one.
 */
export function createPolling(work: () => Promise<void>, intervalMs: () => number): Polling {
  let timer: NodeJS.Timeout | undefined
  let [isOn, isRunning, isHurried] = [false, false, false]
  let endedAtMs = Number.NEGATIVE_INFINITY

  function schedule(afterMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), afterMs).unref()
  }

  async function run(): Promise<void> {
    isRunning = true
    isHurried = false
    await work()
    isRunning = false
    endedAtMs = performance.now()
    // `hurry` or `stop` may have been called during the work.
    if (isOn) schedule(isHurried ? MIN_GAP_MS : intervalMs())
  }

  return {
    get isOn() {
      return isOn
    },
    start() {
      if (isOn) return
      isOn = true
      if (!isRunning) schedule(0)
    },
    hurry() {
      if (!isOn || isHurried) return
      isHurried = true
      if (!isRunning) schedule(Math.max(0, endedAtMs + MIN_GAP_MS - performance.now()))
    },
    stop() {
      isOn = false
      clearTimeout(timer)
    },
  }
}
