import { RateLimited, ServerBusy } from "../errors.ts"

/** The longest time that a request waits for its turn. */
const MAX_WAIT_MS = 10_000
/** The maximum number of waiting requests, for one caller and in total. */
const MAX_WAITING_OF_ONE = 256
const MAX_WAITING = 4_096
const RETRY_AFTER_SECONDS = 1

/** A slot in the queue. */
export interface QueueSlot {
  /**
   * Resolves when it is the request's turn; undefined if it can run at once. @throws {ServerBusy} if the wait is too long.
   */
  readonly turn: Promise<void> | undefined
  /** Releases the slot, whether the request has run or not; safe to call twice. */
  leave(): void
}

/** Runs a bounded number of requests at a time and takes turns between callers. */
export interface FairQueue {
  /** Requests that are running. */
  readonly running: number
  /** Requests that are waiting. */
  readonly waiting: number
  /**
   * Requests a slot.
   *
   * @param who name of the caller.
   * @throws {RateLimited} if too many of the caller's requests are waiting. @throws {ServerBusy} if too many of all callers are.
   */
  enter(who: string): QueueSlot
}

/**
 * Creates a queue. One caller uses at most half of the slots that other callers leave, so that the next caller can start
 * at once, even when several callers keep their slots. Other requests wait, and callers take turns, no matter how many
 * waiting requests each of them has.
 *
 * @param slots maximum number of requests that run at a time, at least 2.
 */
export function createFairQueue(slots: number, maxWaitMs = MAX_WAIT_MS): FairQueue {
  return new TurnQueue(slots, maxWaitMs)
}

interface Waiting {
  begin(): void
}

class TurnQueue implements FairQueue {
  running = 0
  waiting = 0
  readonly #slots: number
  readonly #share: number
  readonly #maxWaitMs: number
  readonly #runningBy = new Map<string, number>()
  readonly #queues = new Map<string, Waiting[]>()

  constructor(slots: number, maxWaitMs: number) {
    this.#slots = slots
    this.#share = Math.ceil(slots / 2)
    this.#maxWaitMs = maxWaitMs
  }

  enter(who: string): QueueSlot {
    if (!this.#mayRun(who)) return this.#wait(who)
    this.#begin(who)
    let isInside = true
    const leave = () => {
      if (isInside) this.#end(who)
      isInside = false
    }
    return { turn: undefined, leave }
  }

  #mayRun(who: string): boolean {
    const own = this.#runningBy.get(who) ?? 0
    const leftByOthers = this.#slots - (this.running - own)
    return this.running < this.#slots && own < Math.ceil(leftByOthers / 2)
  }

  #begin(who: string): void {
    this.running++
    this.#runningBy.set(who, (this.#runningBy.get(who) ?? 0) + 1)
  }

  #end(who: string): void {
    this.running--
    const left = (this.#runningBy.get(who) ?? 1) - 1
    if (left > 0) this.#runningBy.set(who, left)
    else this.#runningBy.delete(who)
    this.#serveNext()
  }

  #serveNext(): void {
    for (const [who, queue] of this.#queues) {
      if (this.running >= this.#slots) return
      if (!this.#mayRun(who)) continue
      // Moves the caller to the end of the round, behind all other waiting callers.
      this.#queues.delete(who)
      this.#queues.set(who, queue)
      queue[0]?.begin()
      return
    }
  }

  #wait(who: string): QueueSlot {
    if ((this.#queues.get(who)?.length ?? 0) >= MAX_WAITING_OF_ONE) {
      throw new RateLimited({ limit: this.#share, remaining: 0, resetSeconds: RETRY_AFTER_SECONDS })
    }
    if (this.waiting >= MAX_WAITING) throw new ServerBusy(this.waiting, RETRY_AFTER_SECONDS)
    let state: "waiting" | "running" | "gone" = "waiting"
    const { promise: turn, resolve, reject } = withResolvers()
    const waiting: Waiting = {
      begin: () => {
        this.#unqueue(who, waiting)
        clearTimeout(timer)
        state = "running"
        this.#begin(who)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      state = "gone"
      reject(new ServerBusy(this.waiting, RETRY_AFTER_SECONDS))
      this.#unqueue(who, waiting)
    }, this.#maxWaitMs)
    this.#queue(who, waiting)
    const leave = () => {
      const before = state
      state = "gone"
      clearTimeout(timer)
      if (before === "waiting") this.#unqueue(who, waiting)
      // Resolves, so that a caller whose turn comes later skips requests that have given up.
      resolve()
      if (before === "running") this.#end(who)
    }
    return { turn, leave }
  }

  #queue(who: string, waiting: Waiting): void {
    const queue = this.#queues.get(who) ?? []
    queue.push(waiting)
    this.#queues.set(who, queue)
    this.waiting++
  }

  #unqueue(who: string, waiting: Waiting): void {
    const queue = this.#queues.get(who) ?? []
    queue.splice(queue.indexOf(waiting), 1)
    if (queue.length === 0) this.#queues.delete(who)
    this.waiting--
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<void>((kept, broken) => {
    resolve = kept
    reject = broken
  })
  return { promise, resolve, reject }
}
