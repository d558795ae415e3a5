import { setImmediate as nextTurn } from "node:timers/promises"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { BlobStore, SweepCounts } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { sweepWorkDirectory } from "../sources/base/work-directory.ts"
import { listReferencedBlobs, MIN_ORPHAN_AGE_MS } from "./referenced-blobs.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"

/**
 * More blobs than this are not removed immediately: if the catalogue was replaced with an older or an empty one, most
 * blobs look as if their libraries had been deleted.
 */
const MAX_ORPHANS = 20
const MAX_ORPHAN_SHARE = 0.2
/** Blobs above that limit are removed if they are still unreferenced after a day. */
const SECOND_CHECK_MS = DAY_MS
const HELD_BACK_SETTING = "sweep_held_back_since"

/** How long a library whose first ingestion failed is kept, so that users can see the reason and retry it. */
const FAILED_ADDITION_KEPT_MS = 7 * DAY_MS

/** How long an ended job and its file report are kept. The latest job of a library is kept as long as the library. */
const JOB_KEPT_MS = 30 * DAY_MS
/** Few enough that the database is locked only briefly. */
const JOBS_PER_STEP = 200

/** Long enough to compare a year with the previous one. */
const USAGE_DAYS = 400
const USAGE_SETTLES_MS = HOUR_MS
/** How long a question without an answer is kept after it was last asked. */
const QUESTIONS_KEPT_MS = 180 * DAY_MS
/** Maximum number of topics that are kept per library; the most frequent ones are kept. */
const MAX_TOPICS = 2_000
/**
 * Maximum number of pages per version that are counted; the most frequent ones are kept. Few libraries have more pages.
 */
const MAX_PAGES = 50_000

/** Dependencies of the sweep. */
export interface SweepDependencies {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly workDirectory: string
  readonly clock: Clock
  readonly log: Log
  /** Days for which usage is kept; defaults to 400. */
  readonly usageDays?: number
}

/**
 * Deletes jobs that ended long ago, unreferenced blobs, and temporary files. Deleted jobs, crashes and replaced indexes
 * leave blobs and files behind.
 */
export async function sweepLeftovers({
  catalogue,
  blobs,
  workDirectory,
  clock,
  log,
  usageDays = USAGE_DAYS,
}: SweepDependencies): Promise<void> {
  try {
    const removedLibraries = await removeFailedAdditions(catalogue, clock.now() - FAILED_ADDITION_KEPT_MS)
    const removedJobs = await pruneJobs(catalogue, clock.now() - JOB_KEPT_MS)
    await pruneJobLogs(catalogue)
    await catalogue.pageCache.prune()
    await catalogue.writtenTexts.prune()
    await catalogue.questions.prune(clock.now() - QUESTIONS_KEPT_MS)
    await pruneUsage(catalogue, clock.now(), usageDays)
    const referenced = await listReferencedBlobs(catalogue, blobs)
    const mayRemove = (found: SweepCounts) => mayRemoveBlobs(found, { catalogue, clock, log })
    const removedBlobs = await blobs.sweep(referenced, MIN_ORPHAN_AGE_MS, mayRemove)
    const removedDirectories = await sweepWorkDirectory(workDirectory)
    log.debug({ removedLibraries, removedJobs, removedBlobs, removedDirectories }, "leftover data deleted")
  } catch (error) {
    // Leftovers only cost disk space; the next sweep removes them.
    log.warn({ err: error }, "cannot delete leftover data")
  }
}

/** Returns true if so many blobs are unreferenced that the catalogue may be the wrong one. */
export function isLargeShare({ orphans, stored }: SweepCounts): boolean {
  return orphans > MAX_ORPHANS && orphans > stored * MAX_ORPHAN_SHARE
}

/**
 * Decides whether a sweep may remove the orphans that it found; a large share of all blobs is removed only at the
 * second check.
 */
async function mayRemoveBlobs(
  found: SweepCounts,
  { catalogue, clock, log }: Pick<SweepDependencies, "catalogue" | "clock" | "log">,
): Promise<boolean> {
  const { settings } = catalogue
  const heldSinceMs = Number((await settings.get(HELD_BACK_SETTING)) ?? 0)
  if (!isLargeShare(found)) {
    if (heldSinceMs !== 0) await settings.set(HELD_BACK_SETTING, "0")
    return true
  }
  const nowMs = clock.now()
  // Without this check, a clock that was set back would shorten the day.
  if (heldSinceMs !== 0 && nowMs - heldSinceMs >= SECOND_CHECK_MS) {
    await settings.set(HELD_BACK_SETTING, "0")
    return true
  }
  if (heldSinceMs === 0 || heldSinceMs > nowMs) {
    await settings.set(HELD_BACK_SETTING, String(nowMs))
    log.warn(
      { ...found, removedAfter: new Date(nowMs + SECOND_CHECK_MS).toISOString() },
      "a large share of the stored files is not referenced by the catalogue and is kept for a day: check that the catalogue is the right one",
    )
  }
  return false
}

/**
 * Deletes old usage counts. The counts of a day are complete an hour after midnight, because every process has stored
 * its counts by then.
 */
function pruneUsage({ usage }: Catalogue, nowMs: number, usageDays: number): Promise<void> {
  const day = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
  const settledMs = nowMs - USAGE_SETTLES_MS
  return usage.prune({
    today: day(settledMs),
    keptFromDay: day(settledMs - (usageDays - 1) * DAY_MS),
    mostTopics: MAX_TOPICS,
    mostPages: MAX_PAGES,
  })
}

async function removeFailedAdditions({ libraries }: Catalogue, addedBeforeMs: number): Promise<number> {
  const failed = await libraries.failedAdditions(addedBeforeMs)
  for (const { key } of failed) await libraries.remove(key)
  return failed.length
}

async function pruneJobs(catalogue: Catalogue, endedBeforeMs: number): Promise<number> {
  for (let removed = 0; ;) {
    const step = await catalogue.jobs.prune(endedBeforeMs, JOBS_PER_STEP)
    removed += step
    if (step < JOBS_PER_STEP) return removed
    await nextTurn()
  }
}

async function pruneJobLogs({ jobLogs }: Catalogue): Promise<void> {
  while ((await jobLogs.prune(JOBS_PER_STEP)) > 0) await nextTurn()
}
