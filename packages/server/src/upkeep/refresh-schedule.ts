import { Cron } from "croner"

/** Shortest time between two refreshes of one library, whatever its schedule says. */
export const MIN_REFRESH_GAP_MS = 15 * 60_000
/** Interval that `popular` starts from on an instance without one of its own. */
const POPULAR_BASE_MS = 24 * 3_600_000
/** How much more often than by the interval a much asked library is read, at most. */
const MAX_POPULARITY_FACTOR = 4
/** A library that keeps failing is tried after 2, 4, and then every 8 turns of its schedule. */
const MAX_BACKOFF_FACTOR = 8

/** What a due time is made from. */
export interface RefreshSituation {
  /** Cron expression in UTC, `popular`, `never`, or null for the interval. */
  readonly schedule: string | null
  /** Interval of the instance; 0 reads nothing by itself. */
  readonly intervalMs: number
  /** End of the last run, or what stands for it, epoch milliseconds. */
  readonly lastMs: number
  /** Runs in a row that have failed. */
  readonly failures: number
  /** Questions of the last seven days; only `popular` looks at it. */
  readonly weeklyRequests: number
}

/** Says what is wrong with a schedule; undefined when it can be kept. */
export function scheduleProblem(schedule: string): string | undefined {
  if (isWord(schedule)) return undefined
  const text = JSON.stringify(schedule)
  // croner would take a date for a schedule of one turn.
  if (schedule.includes(":")) return `${text} is a date: write five fields as in "0 3 * * *", or popular, or never`
  try {
    const next = readCron(schedule).nextRun()
    return next === null ? `${text} never occurs: use a schedule that does` : undefined
  } catch {
    return `${text} is not a valid cron expression: write five fields as in "0 3 * * *", or popular, or never`
  }
}

/**
 * Says when a library is to be read again, before it is spread, epoch milliseconds; infinity for never.
 *
 * `popular` divides the interval by `1 + log10(1 + questions of a week)`, at most by 4: 9 questions halve it, 999 make
 * it a quarter.
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

/** A failed run waits for so many turns; a schedule without so many left is over. */
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
