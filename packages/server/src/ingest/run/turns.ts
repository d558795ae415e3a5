import { setImmediate as nextTick } from "node:timers/promises"

/** Shorter stretches of work need no pause, because other jobs get their turns between them anyway. */
const MIN_PAUSED_MS = 30
/** Maximum length of a pause; a file takes no longer than this. */
const MAX_PAUSE_MS = 10_000

/**
 * Divides the time of a worker's thread evenly between its jobs. Each job pauses for as long as it has just worked, so
 * that a small library finishes soon even beside one whose files take seconds.
 */
export class Turns {
  readonly #runningCount: () => number
  /** Functions that end the pauses, longest pause first. */
  readonly #paused = new Set<() => void>()

  /** @param runningCount returns the number of jobs that hold a lane, including those that pause. */
  constructor(runningCount: () => number) {
    this.#runningCount = runningCount
  }

  /**
   * Lets other jobs run after a stretch of work. Returns at once if there are none, and early if all of them pause.
   * Never rejects; an aborted signal ends the pause.
   */
  async give(workedMs: number, signal: AbortSignal): Promise<void> {
    await nextTick()
    if (workedMs < MIN_PAUSED_MS || this.#runningCount() < 2 || signal.aborted) return
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener("abort", end)
        this.#paused.delete(end)
        resolve()
      }
      const timer = setTimeout(end, Math.min(workedMs, MAX_PAUSE_MS))
      signal.addEventListener("abort", end, { once: true })
      this.#paused.add(end)
      this.refill()
    })
  }

  /** Ends the oldest pause if all running jobs pause. Call it when one of them has ended. */
  refill(): void {
    const [oldest] = this.#paused
    if (oldest !== undefined && this.#paused.size >= this.#runningCount()) oldest()
  }
}
