import { asError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { JobRecord, NewJob } from "../catalogue/jobs/records.ts"
import { isRedirectOfSource } from "../catalogue/libraries/is-redirect-of-source.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import { isScheduled as isScheduledSource } from "../sources/source-record.ts"
import { nextRefreshMs } from "./refresh-schedule.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"
import { fractionOf } from "./fraction-of.ts"

/** Minimum time between two checks for due libraries, across all workers. */
const CHECK_INTERVAL_MS = 50_000
/** Name of the setting with the time of the last check, epoch milliseconds. */
const CHECKED_AT = "schedule_looked_at"
/**
 * Maximum number of refreshes that are queued per check. The others wait for the next check, so that users' jobs are
 * not delayed.
 */
const MAX_QUEUED_PER_CHECK = 20
/** Name of the setting with the interval that the stored check times were computed with, in milliseconds. */
const INTERVAL = "schedule_interval"
/** Libraries per check; the remaining ones come first in the next check. */
const LIBRARIES_PER_CHECK = 500
/**
 * Maximum time between two checks of a library with a schedule. Changes that bring its turn forward (a run that
 * succeeds after failures, more questions) are noticed within this time; a new schedule or source at the next check.
 */
const MAX_CHECK_GAP_MS = HOUR_MS
/**
 * Time until the next check of a library that is not refreshed on a schedule, or whose refresh is queued or running.
 */
const UNSCHEDULED_GAP_MS = DAY_MS
const PENDING_GAP_MS = 900_000
/** Number of a library's newest jobs that show how its last refreshes went. */
const JOBS_READ = 20
/**
 * Libraries that are due at the same time are spread over this share of the interval, or over ten minutes for a cron
 * schedule.
 */
const JITTER = 0.1
const CRON_JITTER_MS = 600_000
/** While this many jobs are waiting, no refreshes are added; due libraries stay due. */
const MAX_WAITING = 50

/** Counts questions per library; 0 if Lectern does not count them. */
export interface Popularity {
  /** Returns the number of questions to a library in the last seven days. */
  weeklyRequests(libraryKey: string): Promise<number>
}

/** Dependencies of the schedule. */
export interface ScheduleDependencies {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly log: Log
  readonly popularity?: Popularity
}

/**
 * Queues a refresh for every library that is due by its own schedule or by the interval. Any number of workers may call
 * it at any time; only one of them checks within a minute.
 *
 * @param intervalMs with 0, only libraries with their own schedule are refreshed.
 * @returns the number of queued refreshes.
 */
export async function queueDueRefreshes(dependencies: ScheduleDependencies, intervalMs: number): Promise<number> {
  const { catalogue, clock, log } = dependencies
  try {
    if (!(await takeTurn(catalogue, clock.now(), intervalMs))) return 0
    const { queued: waiting } = await catalogue.jobs.pendingCount()
    const room = Math.min(MAX_QUEUED_PER_CHECK, MAX_WAITING - waiting)
    let queued = 0
    if (room <= 0) return queued
    for (const library of await catalogue.libraries.dueForCheck(clock.now(), LIBRARIES_PER_CHECK)) {
      if (queued >= room) break
      if (await queueWhenDue(dependencies, library, intervalMs)) queued++
    }
    return queued
  } catch (error) {
    // Due libraries stay due.
    log.warn({ err: asError(error) }, "cannot queue due refreshes")
    return 0
  }
}

function takeTurn(catalogue: Catalogue, nowMs: number, intervalMs: number): Promise<boolean> {
  return catalogue.inTransaction(async ({ settings, libraries }) => {
    const lookedAtMs = Number((await settings.get(CHECKED_AT)) ?? 0)
    // Without this check, the schedule would stop until a clock that was set back has caught up.
    if (nowMs >= lookedAtMs && nowMs - lookedAtMs < CHECK_INTERVAL_MS) return false
    const isSetBack = nowMs < lookedAtMs
    if (isSetBack || (await settings.get(INTERVAL)) !== String(intervalMs)) await libraries.makeAllDue()
    await settings.set(INTERVAL, String(intervalMs))
    await settings.set(CHECKED_AT, String(nowMs))
    return true
  })
}

/** Queues a refresh if it is due, and stores the time of the next check. */
async function queueWhenDue(
  dependencies: ScheduleDependencies,
  library: LibraryRecord,
  intervalMs: number,
): Promise<boolean> {
  const { catalogue, clock, popularity } = dependencies
  const nowMs = clock.now()
  if (!isScheduled(library, intervalMs)) {
    await catalogue.libraries.setNextCheck(library.key, nowMs + UNSCHEDULED_GAP_MS)
    return false
  }
  const isByPopularity = library.refreshSchedule === "popular"
  const weeklyRequests = isByPopularity ? ((await popularity?.weeklyRequests(library.key)) ?? 0) : 0
  return catalogue.inTransaction(async ({ jobs, libraries }) => {
    const newest = await jobs.list({ libraryKey: library.key, offset: 0, limit: JOBS_READ })
    const ofDefault = newest.filter(({ versionTag }) => versionTag === "")
    const dueMs = dueAtMs(library, ofDefault, { intervalMs, weeklyRequests })
    const isDue = nowMs >= dueMs
    const gapMs = isDue || dueMs === Number.POSITIVE_INFINITY ? PENDING_GAP_MS : MAX_CHECK_GAP_MS
    await libraries.setNextCheck(library.key, isDue ? nowMs + gapMs : Math.min(dueMs, nowMs + gapMs))
    if (isDue) await jobs.add(refreshOf(library))
    return isDue
  })
}

function refreshOf({ key, id }: LibraryRecord): NewJob {
  return {
    kind: "ingest",
    libraryKey: key,
    libraryId: id,
    versionTag: "",
    payload: { cause: "refresh" },
    requestedBy: null,
  }
}

function isScheduled(library: LibraryRecord, intervalMs: number): boolean {
  const { source, redirectTo, refreshSchedule } = library
  const isByClock = refreshSchedule === null ? intervalMs > 0 : refreshSchedule !== "never"
  // A redirect that the source sets ends when its author removes it.
  return isByClock && isScheduledSource(source) && (redirectTo === null || isRedirectOfSource(library))
}

/**
 * Returns when a library is due for a refresh, in epoch milliseconds.
 *
 * @param jobs newest jobs of its default version, newest first.
 */
export function dueAtMs(
  library: Pick<LibraryRecord, "key" | "createdAtMs" | "publishedAtMs" | "refreshSchedule">,
  jobs: readonly Pick<JobRecord, "state" | "createdAtMs" | "finishedAtMs">[],
  { intervalMs, weeklyRequests }: { readonly intervalMs: number; readonly weeklyRequests: number },
): number {
  const [last] = jobs
  if (last !== undefined && (last.state === "queued" || last.state === "running")) return Number.POSITIVE_INFINITY
  const lastMs = last?.finishedAtMs ?? last?.createdAtMs ?? library.publishedAtMs ?? library.createdAtMs
  const succeeded = jobs.findIndex(({ state }) => state !== "failed")
  const failures = succeeded < 0 ? jobs.length : succeeded
  const schedule = library.refreshSchedule
  const dueMs = nextRefreshMs({ schedule, intervalMs, lastMs, failures, weeklyRequests })
  const isByCron = schedule !== null && schedule !== "popular"
  return dueMs + (isByCron ? CRON_JITTER_MS : intervalMs * JITTER) * fractionOf(library.key)
}
