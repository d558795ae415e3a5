import { setImmediate } from "node:timers"
import { ServerBusy } from "../errors.ts"

/**
 * Time in milliseconds for which requests can start before the event loop accepts new ones. It is short enough that a
 * health check is never noticeably late, and long compared with the cost of a round.
 */
const DEFAULT_BUDGET_MS = 20
/** Maximum number of requests that wait to start. A server at its limit starts about a thousand per second. */
const DEFAULT_MAX_WAITING = 4_096
const RETRY_AFTER_SECONDS = 1

/** Starts requests in order of arrival, and lets the event loop accept new ones in between. */
export interface LoopTurns {
  /** Number of requests that are waiting to start. */
  readonly waiting: number
  /**
   * Waits until the event loop has time for a request; usually until its current round ends.
   *
   * @throws {ServerBusy} if too many requests are waiting.
   */
  take(): Promise<void>
}

/** Overrides of the defaults, for tests. */
export interface LoopTurnOptions {
  readonly budgetMs?: number
  readonly maxWaiting?: number
  /** Returns a monotonic time in milliseconds. */
  readonly nowMs?: () => number
}

/**
 * Creates the queue in which the requests of a process wait to start.
 *
 * Without it, the process handles everything that has arrived before it reads from a socket again: answers rarely wait
 * for anything outside the process, so each one runs to its end as soon as it is admitted, and the next one is admitted
 * at once. With 600 requests, a health check would wait for seconds.
 */
export function createLoopTurns({
  budgetMs = DEFAULT_BUDGET_MS,
  maxWaiting = DEFAULT_MAX_WAITING,
  nowMs = () => performance.now(),
}: LoopTurnOptions = {}): LoopTurns {
  let waiting = 0
  let roundEndsAtMs: number | undefined

  /** Returns true if another request may start in this round; the first one always may. */
  const hasTime = (): boolean => {
    if (roundEndsAtMs !== undefined) return nowMs() < roundEndsAtMs
    roundEndsAtMs = nowMs() + budgetMs
    // Callbacks added now run in the next round, and this one runs before those of all requests that have to wait for
    // it.
    setImmediate(() => (roundEndsAtMs = undefined))
    return true
  }

  return {
    get waiting() {
      return waiting
    },
    async take() {
      if (waiting >= maxWaiting) throw new ServerBusy(waiting, RETRY_AFTER_SECONDS)
      waiting++
      await new Promise<void>((resolve) => {
        const begin = () => {
          if (hasTime()) resolve()
          else setImmediate(begin)
        }
        setImmediate(begin)
      })
      waiting--
    },
  }
}
