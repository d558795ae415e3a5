import { setImmediate as nextTurn } from "node:timers/promises"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import type { BlobStore, SweepCounts } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { sweepWorkDirectory } from "../sources/base/work-directory.ts"
import { decodeFileList } from "../sources/upload/file-list.ts"

/** A blob this young may be on its way into the catalogue: an import's bundle, the index of a library being published. */
const MIN_ORPHAN_AGE_MS = 24 * 3_600_000
/**
 * More blobs than this are not removed at once: a catalogue that was replaced by an older or an empty one refers to few of
 * them, and looks like libraries that were deleted.
 */
const MAX_ORPHANS = 20
const MAX_ORPHAN_SHARE = 0.2
/** When this many still have no reference after a day, they are removed. */
const SECOND_LOOK_MS = 24 * 3_600_000
const HELD_BACK_SETTING = "sweep_held_back_since"

/** How long a library is kept whose first ingestion failed, so that its reason can be looked up and it can be retried. */
const FAILED_ADDITION_KEPT_MS = 7 * 24 * 3_600_000

/** How long an ended job and its report of files can be looked up; the latest of a library for as long as it lives. */
const JOB_KEPT_MS = 30 * 24 * 3_600_000
/** Few enough that the database is not held for long. */
const JOBS_PER_STEP = 200

const DAY_MS = 24 * 3_600_000
/** A year can be compared with the one before. */
const USAGE_DAYS = 400
const USAGE_SETTLES_MS = 3_600_000
/** How long a question without an answer is kept after it was last asked. */
const QUESTIONS_KEPT_MS = 180 * DAY_MS
/** Topics kept for one library, the most frequent ones. */
const MOST_TOPICS = 2_000

/** What is swept. */
export interface SweepDependencies {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly workDirectory: string
  readonly clock: Clock
  readonly log: Log
  /** Days of usage that are kept; 400 when left out. */
  readonly usageDays?: number
}

/**
 * Forgets jobs that ended long ago and removes what they, crashes and replaced publications have left: blobs that
 * nobody refers to, and temporary files.
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
    await catalogue.pageCache.prune()
    await catalogue.writtenTexts.prune()
    await catalogue.questions.prune(clock.now() - QUESTIONS_KEPT_MS)
    await pruneUsage(catalogue, clock.now(), usageDays)
    const referenced = await findReferenced(catalogue, blobs)
    const mayRemove = (found: SweepCounts) => mayRemoveBlobs(found, { catalogue, clock, log })
    const removedBlobs = await blobs.sweep(referenced, MIN_ORPHAN_AGE_MS, mayRemove)
    const removedDirectories = await sweepWorkDirectory(workDirectory)
    log.debug({ removedLibraries, removedJobs, removedBlobs, removedDirectories }, "leftovers swept")
  } catch (error) {
    // Leftovers cost room and nothing else; the next sweep gets them.
    log.warn({ err: error }, "leftovers could not be swept")
  }
}

/** Lists the blobs in use. A list of files that cannot be read ends the sweep: its files would look like orphans. */
async function findReferenced({ versions }: Catalogue, blobs: BlobStore): Promise<ReadonlySet<string>> {
  const referenced = new Set(await versions.referencedBlobs())
  for (const list of await versions.folderLists()) {
    for (const { hash } of decodeFileList(await blobs.get(list))) referenced.add(hash)
  }
  return referenced
}

/** Decides whether a sweep may remove the orphans it has found; a large share of all blobs only at a second look. */
async function mayRemoveBlobs(
  { orphans, stored }: SweepCounts,
  { catalogue, clock, log }: Pick<SweepDependencies, "catalogue" | "clock" | "log">,
): Promise<boolean> {
  const { settings } = catalogue
  const heldSinceMs = Number((await settings.get(HELD_BACK_SETTING)) ?? 0)
  const isLarge = orphans > MAX_ORPHANS && orphans > stored * MAX_ORPHAN_SHARE
  if (!isLarge) {
    if (heldSinceMs !== 0) await settings.set(HELD_BACK_SETTING, "0")
    return true
  }
  const nowMs = clock.now()
  // A clock that was set back must not shorten the day.
  if (heldSinceMs !== 0 && nowMs - heldSinceMs >= SECOND_LOOK_MS) {
    await settings.set(HELD_BACK_SETTING, "0")
    return true
  }
  if (heldSinceMs === 0 || heldSinceMs > nowMs) {
    await settings.set(HELD_BACK_SETTING, String(nowMs))
    log.warn(
      { orphans, stored, removedAfter: new Date(nowMs + SECOND_LOOK_MS).toISOString() },
      "a large share of the stored files is not referenced by the catalogue and is kept for a day: check that the catalogue is the right one",
    )
  }
  return false
}

/** Yesterday counts as over an hour after midnight: by then every process has written down what it counted. */
function pruneUsage({ usage }: Catalogue, nowMs: number, usageDays: number): Promise<void> {
  const day = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
  const settledMs = nowMs - USAGE_SETTLES_MS
  return usage.prune({
    today: day(settledMs),
    keptFromDay: day(settledMs - (usageDays - 1) * DAY_MS),
    mostTopics: MOST_TOPICS,
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
