import { createHash } from "node:crypto"
import { asError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { JobRecord, NewJob } from "../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import { isScheduled as isScheduledSource } from "../sources/source-record.ts"
import { nextRefreshMs } from "./refresh-schedule.ts"

/** One worker looks for what is due, the others rely on it for this long. */
const LOOK_INTERVAL_MS = 50_000
/** Instance fact: when somebody looked last, epoch milliseconds. */
const LOOKED_AT = "schedule_looked_at"
/** Refreshes that are queued by one look; the rest waits for the next, so that people's own jobs come through. */
const MAX_QUEUED_PER_LOOK = 20
/** Instance fact: the interval that times of looks were made with, milliseconds. */
const INTERVAL = "schedule_interval"
/** Libraries looked at in one go; those that are left are the first of the next. */
const MAX_LOOKS = 500
/**
 * Longest time between two looks at a library that has a schedule: what brings its turn forward (a run that succeeds at
 * last, a library that is asked more) is seen by then. A new schedule or source is seen at the next look.
 */
const MAX_LOOK_GAP_MS = 3_600_000
/** Time until the next look at a library that is not read by the clock, or whose refresh waits or runs. */
const UNSCHEDULED_GAP_MS = 24 * 3_600_000
const PENDING_GAP_MS = 900_000
/** Newest jobs of a library that tell how its refreshes went. */
const JOBS_READ = 20
/** Libraries that are due at the same time are spread over this part of the interval, or of ten minutes at a cron's turn. */
const JITTER = 0.1
const CRON_JITTER_MS = 600_000
/** With so many jobs waiting nothing is added to them: what is due stays due. */
const MAX_WAITING = 50

/** How often libraries are asked; a program that counts nothing answers 0 for all. */
export interface Popularity {
  /** Questions to a library in the last seven days. */
  weeklyRequests(libraryKey: string): Promise<number>
}

/** What the schedule works on. */
export interface ScheduleDependencies {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly log: Log
  readonly popularity?: Popularity
}

/**
 * Queues a refresh for every library that is due by its own schedule, else by the interval. Any number of workers may
 * call it at any time: within a minute only one of them looks.
 *
 * @param intervalMs 0: only libraries with a schedule of their own.
 * @returns how many were queued.
 */
export async function queueDueRefreshes(dependencies: ScheduleDependencies, intervalMs: number): Promise<number> {
  const { catalogue, clock, log } = dependencies
  try {
    if (!(await takeTurn(catalogue, clock.now(), intervalMs))) return 0
    const { queued: waiting } = await catalogue.jobs.pendingCount()
    const room = Math.min(MAX_QUEUED_PER_LOOK, MAX_WAITING - waiting)
    let queued = 0
    if (room <= 0) return queued
    for (const library of await catalogue.libraries.toLookAt(clock.now(), MAX_LOOKS)) {
      if (queued >= room) break
      if (await queueWhenDue(dependencies, library, intervalMs)) queued++
    }
    return queued
  } catch (error) {
    // Nothing is lost: what is due stays due.
    log.warn({ err: asError(error) }, "due refreshes could not be queued")
    return 0
  }
}

function takeTurn(catalogue: Catalogue, nowMs: number, intervalMs: number): Promise<boolean> {
  return catalogue.inTransaction(async ({ settings, libraries }) => {
    const lookedAtMs = Number((await settings.get(LOOKED_AT)) ?? 0)
    // A clock that was set back must not stop the schedule until it has caught up.
    if (nowMs >= lookedAtMs && nowMs - lookedAtMs < LOOK_INTERVAL_MS) return false
    const isSetBack = nowMs < lookedAtMs
    if (isSetBack || (await settings.get(INTERVAL)) !== String(intervalMs)) await libraries.lookAtAll()
    await settings.set(INTERVAL, String(intervalMs))
    await settings.set(LOOKED_AT, String(nowMs))
    return true
  })
}

/** Queues a refresh when it is time, and notes when to look again. */
async function queueWhenDue(
  dependencies: ScheduleDependencies,
  library: LibraryRecord,
  intervalMs: number,
): Promise<boolean> {
  const { catalogue, clock, popularity } = dependencies
  const nowMs = clock.now()
  if (!isScheduled(library, intervalMs)) {
    await catalogue.libraries.lookAt(library.key, nowMs + UNSCHEDULED_GAP_MS)
    return false
  }
  const isByPopularity = library.refreshSchedule === "popular"
  const weeklyRequests = isByPopularity ? ((await popularity?.weeklyRequests(library.key)) ?? 0) : 0
  return catalogue.inTransaction(async ({ jobs, libraries }) => {
    const newest = await jobs.list({ libraryKey: library.key, offset: 0, limit: JOBS_READ })
    const ofDefault = newest.filter(({ versionTag }) => versionTag === "")
    const dueMs = dueAtMs(library, ofDefault, { intervalMs, weeklyRequests })
    const isDue = nowMs >= dueMs
    const gapMs = isDue || dueMs === Number.POSITIVE_INFINITY ? PENDING_GAP_MS : MAX_LOOK_GAP_MS
    await libraries.lookAt(library.key, isDue ? nowMs + gapMs : Math.min(dueMs, nowMs + gapMs))
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

function isScheduled({ source, redirectTo, refreshSchedule }: LibraryRecord, intervalMs: number): boolean {
  const isByClock = refreshSchedule === null ? intervalMs > 0 : refreshSchedule !== "never"
  return isByClock && isScheduledSource(source) && redirectTo === null
}

/**
 * Says when a library is to be read again, epoch milliseconds.
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

/** A number from 0 to 1 that is always the same for one library. */
function fractionOf(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) / 2 ** 32
}
