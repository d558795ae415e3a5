/** Lets loops sleep until there may be something to do. */
export interface WakeSignal {
  /** Ends every sleep, and the next one of a loop that is just busy. */
  ring(): void
  /** Sleeps until the bell rings, the time is over or the signal aborts; never rejects. */
  sleep(timeoutMs: number, signal: AbortSignal): Promise<void>
}

/** Makes a doorbell. */
export function createWakeSignal(): WakeSignal {
  const sleepers = new Set<() => void>()
  let hasRung = false
  return {
    ring() {
      hasRung = sleepers.size === 0
      for (const wake of sleepers) wake()
    },
    sleep(timeoutMs, signal) {
      if (hasRung || signal.aborted) {
        hasRung = false
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
