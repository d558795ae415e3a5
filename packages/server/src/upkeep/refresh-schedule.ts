import { Cron } from "croner"
import { DAY_MS, MINUTE_MS } from "../base/durations.ts"

/** Minimum time between two refreshes of one library, for every schedule. */
export const MIN_REFRESH_GAP_MS = 15 * MINUTE_MS
/** Base interval of `popular` on an instance without a refresh interval. */
const POPULAR_BASE_MS = DAY_MS
/** Maximum factor by which popular libraries are refreshed more often than the interval. */
const MAX_POPULARITY_FACTOR = 4
/** A library that keeps failing is retried after 2, 4, and then every 8 turns of its schedule. */
const MAX_BACKOFF_FACTOR = 8

/** The inputs of the next refresh. */
export interface RefreshSituation {
  /** Cron expression in UTC, `popular`, `never`, or null for the interval. */
  readonly schedule: string | null
  /** Interval of the instance; 0 disables automatic refreshes. */
  readonly intervalMs: number
  /** End of the last run, or the time used in its place, in epoch milliseconds. */
  readonly lastMs: number
  /** Number of consecutive failed runs. */
  readonly failures: number
  /** Questions in the last seven days; only `popular` uses it. */
  readonly weeklyRequests: number
}

/** Returns the problem of a schedule; undefined if it is valid. */
export function scheduleProblem(schedule: string): string | undefined {
  if (isWord(schedule)) return undefined
  const text = JSON.stringify(schedule)
  // croner also accepts a date, as a schedule with one turn.
  if (schedule.includes(":")) return `${text} is a date: write five fields as in "0 3 * * *", or popular, or never`
  try {
    const next = readCron(schedule).nextRun()
    return next === null ? `${text} never matches a date: use a schedule that does` : undefined
  } catch {
    return `${text} is not a valid cron expression: write five fields as in "0 3 * * *", or popular, or never`
  }
}

/**
 * Returns when a library is due for a refresh, before the time is spread, in epoch milliseconds; infinity for never.
 *
 * `popular` divides the interval by `1 + log10(1 + questions per week)`, at most by 4: 9 questions halve it, and 999
 * questions quarter it.
 */
export function nextRefreshMs({ schedule, intervalMs, lastMs, failures, weeklyRequests }: RefreshSituation): number {
  const factor = Math.min(MAX_BACKOFF_FACTOR, 2 ** failures)
  if (schedule === "never") return Number.POSITIVE_INFINITY
  if (schedule === "popular") {
    const popularity = Math.min(MAX_POPULARITY_FACTOR, 1 + Math.log10(1 + weeklyRequests))
    const base = intervalMs === 0 ? POPULAR_BASE_MS : intervalMs
    return lastMs + Math.max(MIN_REFRESH_GAP_MS, base / popularity) * factor
  }
  if (schedule === null) return intervalMs === 0 ? Number.POSITIVE_INFINITY : lastMs + intervalMs * factor
  return Math.max(lastMs + MIN_REFRESH_GAP_MS, nthTurnMs(schedule, lastMs, factor))
}

/** Returns the time of the nth turn of a schedule; infinity if the schedule ends before it. */
function nthTurnMs(schedule: string, lastMs: number, turns: number): number {
  const runs = readCron(schedule).nextRuns(turns, new Date(lastMs))
  return runs[turns - 1]?.getTime() ?? Number.POSITIVE_INFINITY
}

function isWord(schedule: string): boolean {
  return schedule === "popular" || schedule === "never"
}

function readCron(expression: string): Cron {
  return new Cron(expression, { timezone: "UTC", paused: true, mode: "5-part" })
}
