import { asError } from "../../base/errors.ts"
import type { PassedOver } from "../../catalogue/jobs/records.ts"
import type { SourceType } from "../../catalogue/libraries/records.ts"

/** A job that waits for the network this long leaves its lane. Most sources are fetched in less. */
const LEAVE_AFTER_MS = 2_000

/**
 * Limits of concurrent fetches, per lane and group of source kinds. Sources of the first group are fetched page by page
 * at the pace of their host, which can take hours and costs almost nothing. A git fetch takes memory and ends after ten
 * minutes.
 */
const GROUPS: readonly { readonly sourceTypes: readonly SourceType[]; readonly fetchesPerLane: number }[] = [
  { sourceTypes: ["website", "llmstxt", "wiki", "notes"], fetchesPerLane: 12 },
  { sourceTypes: ["git", "openapi", "folder", "upload", "import"], fetchesPerLane: 4 },
]

/** What decides how many jobs may be fetched at the same time. */
export interface Fetching {
  readonly sourceType: SourceType
  readonly tenant: string
}

/** One lane of a worker, as seen by its job. */
export interface Lane {
  /**
   * Runs work that mostly waits for the network. After two seconds the lane is free for other jobs, and the job waits
   * for a lane before it continues.
   *
   * @throws what the work throws, or the signal's reason if it is aborted while waiting for a lane.
   */
  whileFetching<Result>(fetching: Fetching, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Releases the lane. Safe to call twice. */
  leave(): void
}

/**
 * The lanes of a worker: as many jobs as there are lanes parse and index at the same time. In addition, jobs can wait
 * for the network without a lane, up to a limit for each group of source kinds, half of it per tenant.
 */
export class Lanes {
  readonly #count: number
  readonly #leaveAfterMs: number
  readonly #fetching = new Set<Fetching>()
  /** Returning jobs go first, so that started jobs finish before new ones start. */
  readonly #returning: (() => void)[] = []
  readonly #entering: (() => void)[] = []
  #free: number

  constructor(count: number, leaveAfterMs: number = LEAVE_AFTER_MS) {
    this.#count = count
    this.#free = count
    this.#leaveAfterMs = leaveAfterMs
  }

  /** Waits for a free lane. @throws the signal's reason if it is aborted first. */
  async enter(signal: AbortSignal): Promise<Lane> {
    await this.#take(this.#entering, signal)
    return this.#lane()
  }

  /** Returns the jobs that must not be claimed now because enough jobs like them are being fetched. */
  passedOver(): readonly PassedOver[] {
    return GROUPS.flatMap(({ sourceTypes, fetchesPerLane }) => {
      const most = fetchesPerLane * this.#count
      const ofGroup = [...this.#fetching].filter(({ sourceType }) => sourceTypes.includes(sourceType))
      if (ofGroup.length >= most) return [{ sourceTypes }]
      const tenants = [...new Set(ofGroup.map(({ tenant }) => tenant))]
      const full = tenants.filter((name) => ofGroup.filter(({ tenant }) => tenant === name).length >= most / 2)
      return full.map((tenant) => ({ sourceTypes, tenant }))
    })
  }

  #lane(): Lane {
    let isHeld = true
    const leave = () => {
      if (!isHeld) return
      isHeld = false
      this.#release()
    }
    return {
      leave,
      whileFetching: async (fetching, work, signal) => {
        const own = { ...fetching }
        this.#fetching.add(own)
        const timer = setTimeout(leave, this.#leaveAfterMs)
        const result = await work().finally(() => {
          clearTimeout(timer)
          this.#fetching.delete(own)
        })
        if (!isHeld) {
          await this.#take(this.#returning, signal)
          isHeld = true
        }
        return result
      },
    }
  }

  #release(): void {
    const next = this.#returning.shift() ?? this.#entering.shift()
    if (next === undefined) this.#free++
    else next()
  }

  #take(queue: (() => void)[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener("abort", onAbort)
        resolve()
      }
      const onAbort = () => {
        queue.splice(queue.indexOf(enter), 1)
        reject(asError(signal.reason))
      }
      queue.push(enter)
      signal.addEventListener("abort", onAbort, { once: true })
    })
  }
}
