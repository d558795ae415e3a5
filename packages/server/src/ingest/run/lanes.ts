import { asError } from "../../base/errors.ts"
import type { PassedOver } from "../../catalogue/jobs/records.ts"
import type { SourceType } from "../../catalogue/libraries/records.ts"
import { Turns } from "./turns.ts"

/** A job that waits this long for the network leaves its lane. Most sources are fetched faster. */
const LEAVE_AFTER_MS = 2_000
/**
 * When a job has held its lane for this long, the spare lane opens for other tenants. Small sources are indexed faster.
 */
const SPARE_AFTER_MS = 500

/**
 * Limits of concurrent fetches, per lane and group of source kinds. Sources of the first group are fetched page by page
 * at the pace of their host, which can take hours but uses almost no resources. A git fetch uses memory and takes at
 * most ten minutes.
 */
const GROUPS: readonly { readonly sourceTypes: readonly SourceType[]; readonly fetchesPerLane: number }[] = [
  { sourceTypes: ["website", "llmstxt", "wiki", "notes"], fetchesPerLane: 12 },
  { sourceTypes: ["git", "openapi", "folder", "upload", "import"], fetchesPerLane: 4 },
]

/** The properties of a job that determine how many others can be fetched at the same time. */
export interface Fetching {
  readonly sourceType: SourceType
  readonly tenant: string
}

/** Times after which lanes are shared; for tests. */
export interface LaneTimes {
  /** Time after which a job that waits for the network leaves its lane; defaults to two seconds. */
  readonly leaveAfterMs?: number | undefined
  /** Time after which a job that holds its lane opens the spare lane; defaults to half a second. */
  readonly spareAfterMs?: number | undefined
}

/** One lane of a worker, as seen by its job. */
export interface Lane {
  /**
   * Jobs that must not be claimed for this lane: too many of their kind are being fetched, or the lane is spare and
   * their tenant holds another one.
   */
  passedOver(): readonly PassedOver[]
  /** Records the tenant whose job was claimed for this lane. */
  holdFor(tenant: string): void
  /**
   * Runs work that mostly waits for the network. After two seconds, the lane becomes free for other jobs, and the job
   * waits for a lane before it continues.
   *
   * @throws what the work throws, or the signal's reason if it is aborted while waiting for a lane.
   */
  whileFetching<Result>(fetching: Fetching, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Lets jobs in other lanes run after a stretch of work of this length. Never rejects. */
  giveTurn(workedMs: number, signal: AbortSignal): Promise<void>
  /** Releases the lane. Safe to call twice. */
  leave(): void
}

/** The holder of a lane. */
interface Holder {
  /** Missing until a job is claimed. */
  tenant: string | undefined
  readonly isSpare: boolean
  /** True if the lane has been held for so long that another tenant's job may run beside it. */
  isLong: boolean
}

interface Waiter {
  /** The tenant of a returning job; undefined for a job that is still to be claimed. */
  readonly tenant: string | undefined
  readonly enter: (holder: Holder) => void
}

/**
 * The lanes of a worker. As many jobs as there are lanes parse and index at the same time. In addition, jobs can wait
 * for the network without a lane, up to a limit for each group of source kinds, half of it per tenant.
 *
 * When all lanes are held, and one of them for a long time, one spare lane opens for tenants without a lane, so that
 * nobody has to wait until another tenant's large library is indexed.
 */
export class Lanes {
  readonly #count: number
  readonly #leaveAfterMs: number
  readonly #spareAfterMs: number
  readonly #fetching = new Set<Fetching>()
  readonly #holders = new Set<Holder>()
  readonly #turns = new Turns(() => this.#holders.size)
  /** Returning jobs go first, so that started jobs finish before new ones start. */
  readonly #returning: Waiter[] = []
  readonly #entering: Waiter[] = []

  constructor(count: number, { leaveAfterMs = LEAVE_AFTER_MS, spareAfterMs = SPARE_AFTER_MS }: LaneTimes = {}) {
    this.#count = count
    this.#leaveAfterMs = leaveAfterMs
    this.#spareAfterMs = spareAfterMs
  }

  /** Waits for a free lane, or a spare one. @throws the signal's reason if it is aborted first. */
  async enter(signal: AbortSignal): Promise<Lane> {
    return this.#lane(await this.#take(this.#entering, undefined, signal))
  }

  #passedOver(holder: Holder): readonly PassedOver[] {
    const fetched = GROUPS.flatMap(({ sourceTypes, fetchesPerLane }) => {
      const most = fetchesPerLane * this.#count
      const ofGroup = [...this.#fetching].filter(({ sourceType }) => sourceTypes.includes(sourceType))
      if (ofGroup.length >= most) return [{ sourceTypes }]
      const tenants = [...new Set(ofGroup.map(({ tenant }) => tenant))]
      const full = tenants.filter((name) => ofGroup.filter(({ tenant }) => tenant === name).length >= most / 2)
      return full.map((tenant) => ({ sourceTypes, tenant }))
    })
    return holder.isSpare ? [...fetched, ...this.#tenantsInLanes().map((tenant) => ({ tenant }))] : fetched
  }

  #tenantsInLanes(): readonly string[] {
    return [...new Set([...this.#holders].flatMap(({ tenant }) => tenant ?? []))]
  }

  #lane(first: Holder): Lane {
    let holder: Holder | undefined = first
    const leave = () => {
      if (holder !== undefined) this.#release(holder)
      holder = undefined
    }
    return {
      leave,
      giveTurn: (workedMs, signal) => this.#turns.give(workedMs, signal),
      passedOver: () => this.#passedOver(first),
      holdFor: (tenant) => {
        first.tenant = tenant
        this.#admit()
      },
      whileFetching: async (fetching, work, signal) => {
        const own = { ...fetching }
        this.#fetching.add(own)
        const timer = setTimeout(leave, this.#leaveAfterMs)
        const result = await work().finally(() => {
          clearTimeout(timer)
          this.#fetching.delete(own)
        })
        holder ??= await this.#take(this.#returning, fetching.tenant, signal)
        return result
      },
    }
  }

  #release(holder: Holder): void {
    this.#holders.delete(holder)
    this.#admit()
    this.#turns.refill()
  }

  /** Admits the waiting jobs that have room. */
  #admit(): void {
    for (const queue of [this.#returning, this.#entering]) {
      const left = queue.filter((waiter) => !this.#letIn(waiter))
      queue.splice(0, queue.length, ...left)
    }
  }

  #letIn({ tenant, enter }: Waiter): boolean {
    const holder = this.#makeRoom(tenant)
    if (holder !== undefined) enter(holder)
    return holder !== undefined
  }

  /** Assigns a lane to a tenant, or to a job that is still to be claimed. */
  #makeRoom(tenant: string | undefined): Holder | undefined {
    const holders = [...this.#holders]
    const isFull = holders.filter(({ isSpare }) => !isSpare).length >= this.#count
    if (isFull) {
      const hasSpare = holders.some(({ isLong }) => isLong) && !holders.some(({ isSpare }) => isSpare)
      if (!hasSpare || holders.some((holder) => tenant !== undefined && holder.tenant === tenant)) return undefined
    }
    const holder: Holder = { tenant, isSpare: isFull, isLong: false }
    this.#holders.add(holder)
    const timer = setTimeout(() => {
      holder.isLong = this.#holders.has(holder)
      if (holder.isLong) this.#admit()
    }, this.#spareAfterMs)
    timer.unref()
    return holder
  }

  #take(queue: Waiter[], tenant: string | undefined, signal: AbortSignal): Promise<Holder> {
    signal.throwIfAborted()
    const taken = this.#makeRoom(tenant)
    if (taken !== undefined) return Promise.resolve(taken)
    return new Promise((resolve, reject) => {
      const enter = (holder: Holder) => {
        signal.removeEventListener("abort", onAbort)
        resolve(holder)
      }
      const waiter = { tenant, enter }
      const onAbort = () => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(asError(signal.reason))
      }
      queue.push(waiter)
      signal.addEventListener("abort", onAbort, { once: true })
    })
  }
}
