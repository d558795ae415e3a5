import { createHash } from "node:crypto"
import type { Clock } from "../../base/clock.ts"
import { asError, type RateLimitState } from "../../base/errors.ts"
import { createFailureStreak } from "../../base/failure-streak.ts"
import type { Log } from "../../base/log.ts"
import type { RateCount, RateCountStore } from "../../catalogue/rate-counts/records.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** Maximum number of buckets; new ones replace the oldest ones. */
const MAX_BUCKETS = 50_000
const DROPPED_AT_ONCE = 1_000
/** Once a process has counted this share of a limit, it shares its counts after every request. */
const SHARING_THRESHOLD = 0.1
/** Counts to share are collected for this long and written together. */
const SETTLE_AFTER_MS = 10
const PRUNE_INTERVAL_MS = MINUTE_MS

/** One limit that a request counts towards. */
export interface Allowance {
  /** Who and what the limit applies to. */
  readonly bucket: string
  readonly max: number
  /** Milliseconds, or a calendar month (UTC), whose counts are shared immediately and never dropped. */
  readonly window: number | "month"
}

/**
 * Result of counting a request: the state of the limit that is closest to being used up, and whether the request was
 * allowed.
 */
export interface Consumption extends RateLimitState {
  readonly isAllowed: boolean
}

/** Counts requests in time windows: in memory, and shared with other processes through the catalogue. */
export interface WindowCounts {
  /**
   * Counts a request for all allowances, or for none if one of them is used up.
   *
   * @param allowances at least one.
   */
  take(allowances: readonly [Allowance, ...Allowance[]]): Consumption
  /** Writes the counts to share, and reads those of the other processes. Never throws. */
  settle(): Promise<void>
  /** Writes the counts to share one last time. */
  stop(): Promise<void>
}

interface Count {
  readonly endsAtMs: number
  readonly isMonthly: boolean
  max: number
  /** Count of all processes when this one last shared its own. */
  shared: number
  /** What this process has counted since. */
  pending: number
}

/** Dependencies of counting. */
export interface WindowCountsParts {
  readonly rateCounts: RateCountStore
  readonly clock: Clock
  readonly log: Log
}

/**
 * Creates the counts of this process. Other processes miss at most a tenth of a limit, plus the requests that arrive
 * during a write. No request waits for the store; if it is unavailable, each process counts alone.
 */
export function createWindowCounts({ rateCounts, clock, log }: WindowCountsParts): WindowCounts {
  const counts = new Map<string, Count>()
  const due = new Set<string>()
  const failures = createFailureStreak(clock)
  let timer: NodeJS.Timeout | undefined
  let settling: Promise<void> | undefined
  let prunedAtMs = clock.now()

  async function write(): Promise<void> {
    const nowMs = clock.now()
    const buckets = [...due]
    due.clear()
    const slots = slotsOf(buckets, counts, nowMs)
    try {
      const totals = await rateCounts.add(
        [...slots].map(([bucket, slot]) => ({ bucket, endsAtMs: slot.count.endsAtMs, count: slot.sentCount })),
      )
      failures.end()
      for (const total of totals) takeOver(slots.get(total.bucket), total)
      if (nowMs - prunedAtMs < PRUNE_INTERVAL_MS) return
      prunedAtMs = nowMs
      forgetOver(counts, nowMs)
      await rateCounts.prune(nowMs)
    } catch (error) {
      for (const bucket of buckets) due.add(bucket)
      const fields = failures.add(error)
      if (fields === undefined) return
      log.warn({ error: asError(error).message, ...fields }, "cannot share rate limits with the other processes")
    }
  }

  function settle(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    settling ??= write().finally(() => (settling = undefined))
    return settling
  }

  return {
    take(allowances) {
      const nowMs = clock.now()
      const held = allowances.map((allowance) => findOrCreateCount(counts, allowance, nowMs))
      const isAllowed = held.every(({ max, shared, pending }) => shared + pending < max)
      if (isAllowed) {
        for (const [at, count] of held.entries()) {
          count.pending++
          if (isDue(count)) due.add(allowances[at]?.bucket ?? "")
        }
        if (due.size > 0) timer ??= setTimeout(() => void settle(), SETTLE_AFTER_MS).unref()
      }
      return { isAllowed, ...nearestEnd(held, nowMs) }
    },
    settle,
    async stop() {
      await settle()
      // Also writes counts that were added during the first write.
      await settle()
    },
  }
}

/** Returns the count of the current window, creating it if necessary. */
function findOrCreateCount(counts: Map<string, Count>, { bucket, max, window }: Allowance, nowMs: number): Count {
  const known = counts.get(bucket)
  if (known !== undefined && known.endsAtMs > nowMs) {
    known.max = max
    return known
  }
  const fresh = { endsAtMs: endOf(window, nowMs), isMonthly: window === "month", max, shared: 0, pending: 0 }
  counts.delete(bucket)
  if (counts.size >= MAX_BUCKETS) forgetOldest(counts)
  counts.set(bucket, fresh)
  return fresh
}

function endOf(window: Allowance["window"], nowMs: number): number {
  if (window !== "month") return (Math.floor(nowMs / window) + 1) * window
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
}

/** Drops many at once: finding the oldest entry of a map is slow after its predecessors were deleted one by one. */
function forgetOldest(counts: Map<string, Count>): void {
  let rest = DROPPED_AT_ONCE
  for (const [bucket, { isMonthly }] of counts) {
    if (isMonthly) continue
    if (rest-- <= 0) return
    counts.delete(bucket)
  }
}

/** The part of a count that is being written. */
interface WindowSlot {
  readonly count: Count
  readonly sentCount: number
}

/** @returns the counts to write, by the hash of the bucket. */
function slotsOf(
  buckets: readonly string[],
  counts: ReadonlyMap<string, Count>,
  nowMs: number,
): Map<string, WindowSlot> {
  const slots = new Map<string, WindowSlot>()
  for (const bucket of buckets) {
    const count = counts.get(bucket)
    if (count !== undefined && count.endsAtMs > nowMs) slots.set(hashOf(bucket), { count, sentCount: count.pending })
  }
  return slots
}

function isDue({ isMonthly, pending, shared, max }: Count): boolean {
  return isMonthly || shared > 0 || pending >= max * SHARING_THRESHOLD
}

function takeOver(slot: WindowSlot | undefined, total: RateCount): void {
  if (slot === undefined || slot.count.endsAtMs !== total.endsAtMs) return
  slot.count.shared = total.count
  slot.count.pending -= slot.sentCount
}

function nearestEnd(held: readonly Count[], nowMs: number): RateLimitState {
  let nearest: RateLimitState | undefined
  for (const { max: limit, shared, pending, endsAtMs } of held) {
    const remaining = Math.max(0, limit - shared - pending)
    const resetSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000))
    const isNearer =
      nearest === undefined ||
      remaining < nearest.remaining ||
      (remaining === nearest.remaining && resetSeconds > nearest.resetSeconds)
    if (isNearer) nearest = { limit, remaining, resetSeconds }
  }
  return nearest ?? { limit: 0, remaining: 0, resetSeconds: 0 }
}

function forgetOver(counts: Map<string, Count>, nowMs: number): void {
  for (const [bucket, { endsAtMs }] of counts) if (endsAtMs <= nowMs) counts.delete(bucket)
}

/** Addresses and keys are stored as hashes, so that the table does not reveal who sends requests. */
function hashOf(bucket: string): string {
  return createHash("sha256").update(bucket).digest("base64url").slice(0, 32)
}
