import { createHash } from "node:crypto"
import { asError } from "../base/errors.ts"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { JobRecord, LibraryRecord, SourceType } from "../catalogue/records.ts"

/** One worker looks for what is due, the others rely on it for this long. */
const LOOK_INTERVAL_MS = 50_000
/** Instance fact: when somebody looked last, epoch milliseconds. */
const LOOKED_AT = "schedule_looked_at"
/** Refreshes that are queued by one look; the rest waits for the next, so that people's own jobs come through. */
const MAX_QUEUED_PER_LOOK = 20
const PAGE_SIZE = 200
/** Newest jobs of a library that tell how its refreshes went. */
const JOBS_READ = 20
/** Part of the interval over which libraries are spread. */
const JITTER = 0.1
/** A library that keeps failing is tried after 2, 4, and then every 8 intervals. */
const MAX_BACKOFF_FACTOR = 8

/** Kinds of source that are read again by the clock. */
const SCHEDULED: ReadonlySet<SourceType> = new Set(["git"])

/** What the schedule works on. */
export interface ScheduledPlaces {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly log: Log
}

/**
 * Queues a refresh for every library whose last one lies longer back than the interval. Any number of workers may call
 * it at any time: within a minute only one of them looks.
 *
 * @returns how many were queued.
 */
export async function queueDueRefreshes(
  { catalogue, clock, log }: ScheduledPlaces,
  intervalMs: number,
): Promise<number> {
  try {
    if (!(await takeTurn(catalogue, clock.now()))) return 0
    let queued = 0
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = await catalogue.libraries.list({ offset, limit: PAGE_SIZE })
      for (const library of page) {
        if (queued >= MAX_QUEUED_PER_LOOK) return queued
        if (await queueWhenDue(catalogue, library, { nowMs: clock.now(), intervalMs })) queued++
      }
      if (page.length < PAGE_SIZE) return queued
    }
  } catch (error) {
    // Nothing is lost: what is due stays due.
    log.warn({ err: asError(error) }, "due refreshes could not be queued")
    return 0
  }
}

function takeTurn(catalogue: Catalogue, nowMs: number): Promise<boolean> {
  return catalogue.inTransaction(async ({ settings }) => {
    const lookedAtMs = Number((await settings.get(LOOKED_AT)) ?? 0)
    // A clock that was set back must not stop the schedule until it has caught up.
    if (nowMs >= lookedAtMs && nowMs - lookedAtMs < LOOK_INTERVAL_MS) return false
    await settings.set(LOOKED_AT, String(nowMs))
    return true
  })
}

interface Due {
  readonly nowMs: number
  readonly intervalMs: number
}

async function queueWhenDue(catalogue: Catalogue, library: LibraryRecord, { nowMs, intervalMs }: Due) {
  if (!SCHEDULED.has(library.source.type) || library.redirectTo !== null) return false
  return catalogue.inTransaction(async ({ jobs }) => {
    const newest = await jobs.list({ libraryKey: library.key, offset: 0, limit: JOBS_READ })
    const ofDefault = newest.filter(({ versionTag }) => versionTag === "")
    if (nowMs < dueAtMs(library, ofDefault, intervalMs)) return false
    await jobs.add({
      kind: "ingest",
      libraryKey: library.key,
      libraryId: library.id,
      versionTag: "",
      payload: { cause: "refresh" },
      requestedBy: null,
    })
    return true
  })
}

/**
 * Says when a library is to be read again, epoch milliseconds.
 *
 * @param jobs newest jobs of its default version, newest first.
 */
export function dueAtMs(
  library: Pick<LibraryRecord, "key" | "createdAtMs" | "publishedAtMs">,
  jobs: readonly Pick<JobRecord, "state" | "createdAtMs" | "finishedAtMs">[],
  intervalMs: number,
): number {
  const [last] = jobs
  if (last !== undefined && (last.state === "queued" || last.state === "running")) return Number.POSITIVE_INFINITY
  const lastMs = last?.finishedAtMs ?? last?.createdAtMs ?? library.publishedAtMs ?? library.createdAtMs
  const succeeded = jobs.findIndex(({ state }) => state !== "failed")
  const failures = succeeded < 0 ? jobs.length : succeeded
  const factor = Math.min(MAX_BACKOFF_FACTOR, 2 ** failures)
  return lastMs + intervalMs * (factor + JITTER * placeOf(library.key))
}

/** A number from 0 to 1 that is always the same for one library. */
function placeOf(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) / 2 ** 32
}
