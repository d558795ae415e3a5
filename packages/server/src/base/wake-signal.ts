/** Lets loops sleep until there may be work. */
export interface WakeSignal {
  /** Ends every sleep; if no loop is sleeping, the next sleep ends immediately. */
  notify(): void
  /** Sleeps until `notify` is called, the time is up or the signal aborts; never rejects. */
  sleep(timeoutMs: number, signal: AbortSignal): Promise<void>
}

/** Creates a wake signal. */
export function createWakeSignal(): WakeSignal {
  const sleepers = new Set<() => void>()
  let isNotified = false
  return {
    notify() {
      isNotified = sleepers.size === 0
      for (const wake of sleepers) wake()
    },
    sleep(timeoutMs, signal) {
      if (isNotified || signal.aborted) {
        isNotified = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          signal.removeEventListener("abort", wake)
          resolve()
        }
        const timer = setTimeout(wake, timeoutMs)
        sleepers.add(wake)
        signal.addEventListener("abort", wake)
      })
    },
  }
}
