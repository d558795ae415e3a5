import { setImmediate } from "node:timers"
import { ServerBusy } from "../errors.ts"

/**
 * Time in which requests may begin before the event loop accepts new ones, in milliseconds. Short enough that a health
 * check is never noticeably late, and long compared with the cost of a round.
 */
const DEFAULT_BUDGET_MS = 20
/** Most requests that wait to begin. A server at its limit starts about a thousand per second. */
const DEFAULT_MAX_WAITING = 4_096
const RETRY_AFTER_SECONDS = 1

/** Starts requests in the order of their arrival, and lets the event loop accept new ones in between. */
export interface LoopTurns {
  /** Requests that are waiting to begin. */
  readonly waiting: number
  /**
   * Waits until the event loop has time for a request; usually until its current round ends.
   *
   * @throws {ServerBusy} if too many requests are waiting.
   */
  take(): Promise<void>
}

/** Differences from the defaults, for tests. */
export interface LoopTurnOptions {
  readonly budgetMs?: number
  readonly maxWaiting?: number
  /** Returns a time in milliseconds that never goes back. */
  readonly nowMs?: () => number
}

/**
 * Creates the queue in which the requests of a process wait to begin.
 *
 * Without turns, everything that has arrived is handled before the process reads from a socket again: answers rarely
 * wait for anything outside the process, so each one runs to its end as soon as it is admitted, and the next one is
 * admitted at once. With 600 requests, that keeps a health check waiting for seconds.
 */
export function createLoopTurns({
  budgetMs = DEFAULT_BUDGET_MS,
  maxWaiting = DEFAULT_MAX_WAITING,
  nowMs = () => performance.now(),
}: LoopTurnOptions = {}): LoopTurns {
  let waiting = 0
  let roundEndsAtMs: number | undefined

  /** Returns whether another request may begin in this round; the first one always may. */
  const hasTime = (): boolean => {
    if (roundEndsAtMs !== undefined) return nowMs() < roundEndsAtMs
    roundEndsAtMs = nowMs() + budgetMs
    // Callbacks added now run in the next round, and this one before those of all requests that have to wait for it.
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
