import { z } from "zod"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** Name of the setting with the results of backups, and what is requested or running, as JSON. */
const BACKUP_SETTING = "backups"
/**
 * Maximum number of backups in the record, over all locations. Older ones remain in their location, but are not listed.
 */
const MAX_STORED = 100
/** A worker that has not reported for this long is considered stopped. It reports every 20 seconds. */
const ABANDONED_AFTER_MS = 3 * MINUTE_MS

const MadeBackup = z.object({
  name: z.string(),
  /** An absolute path, or `s3://BUCKET/PREFIX`. */
  location: z.string(),
  madeAtMs: z.number(),
  durationMs: z.number(),
  libraries: z.number(),
  blobs: z.number(),
  /** Files that were missing or damaged in the original. */
  blobsLost: z.number(),
  /** Bytes that it added to its location: its catalogue, and the files that no earlier backup had stored. */
  addedBytes: z.number().nullable().default(null),
  /** Why older backups could not be removed although this one is complete. */
  removalProblem: z.string().nullable().default(null),
})

/** A backup in a location. The counts are null if this instance did not make it. */
const StoredBackup = z.object({
  name: z.string(),
  location: z.string(),
  madeAtMs: z.number(),
  durationMs: z.number().nullable(),
  libraries: z.number().nullable(),
  blobs: z.number().nullable(),
  blobsLost: z.number().nullable(),
  addedBytes: z.number().nullable(),
})

/** Progress of a backup: `files` are index files and uploads; `catalogue` counts rows and has no total. */
const BackupProgress = z.object({
  step: z.enum(["files", "catalogue"]),
  done: z.number(),
  total: z.number().nullable(),
})

const BackupRecord = z.object({
  /** The newest complete backup, scheduled or not. */
  latest: MadeBackup.nullable(),
  /** The backups that were in a location after the last one was made there, newest first; at most 100. */
  stored: z.array(StoredBackup).default([]),
  /** The newest failure since the latest complete backup. */
  failure: z.object({ location: z.string(), failedAtMs: z.number(), message: z.string() }).nullable(),
  /** Number of failures since the latest complete backup. */
  failures: z.number(),
  /** The time when the schedule last started a backup, and whether that backup is complete. */
  scheduled: z.object({ startedAtMs: z.number(), isMade: z.boolean() }).nullable(),
  /** The caller that requested a backup as soon as possible. */
  request: z.object({ by: z.string(), atMs: z.number() }).nullable().default(null),
  /** The backup that a worker is making. If the worker crashed, it remains until another worker checks. */
  running: z
    .object({
      worker: z.string(),
      location: z.string(),
      startedAtMs: z.number(),
      /** Time when the worker last reported. */
      seenAtMs: z.number(),
      isScheduled: z.boolean(),
      request: z.object({ by: z.string(), atMs: z.number() }).nullable(),
      progress: BackupProgress.nullable(),
    })
    .nullable()
    .default(null),
})

/** The results of the instance's backups, and what is requested or running. */
export type BackupRecord = z.infer<typeof BackupRecord>
export type LatestBackup = z.infer<typeof MadeBackup>
export type BackupProgress = z.infer<typeof BackupProgress>
type StoredBackup = z.infer<typeof StoredBackup>
type Failure = NonNullable<BackupRecord["failure"]>

const NONE: BackupRecord = {
  latest: null,
  stored: [],
  failure: null,
  failures: 0,
  scheduled: null,
  request: null,
  running: null,
}

/** Reads the record; empty if no backup has been attempted, or if another release wrote the record. */
export async function readBackupRecord({ settings }: Pick<Catalogue, "settings">): Promise<BackupRecord> {
  const stored = await settings.get(BACKUP_SETTING)
  if (stored === undefined) return NONE
  return BackupRecord.safeParse(JSON.parse(stored)).data ?? NONE
}

/** Changes the record in one transaction. @param next returns the same record to leave it unchanged. */
export function changeBackupRecord(
  catalogue: Pick<Catalogue, "inTransaction">,
  next: (record: BackupRecord) => BackupRecord,
): Promise<void> {
  return catalogue.inTransaction(async ({ settings }) => {
    const record = await readBackupRecord({ settings })
    const changed = next(record)
    if (changed !== record) await settings.set(BACKUP_SETTING, JSON.stringify(changed))
  })
}

/** Returns true while a worker makes a backup and has reported recently. A clock that was set back also ends this. */
export function isRunning({ running }: BackupRecord, nowMs: number): boolean {
  return running !== null && Math.abs(nowMs - running.seenAtMs) <= ABANDONED_AFTER_MS
}

/** The result of a backup. */
export interface BackupOutcome {
  /**
   * The worker that claimed the backup; undefined for a backup that no worker claimed, such as that of `lectern
   * backup`.
   */
  readonly worker?: string | undefined
  /** Names of all backups that are in the location afterwards; undefined if they could not be listed. */
  readonly storedNames?: readonly string[] | undefined
}

/** Records a complete backup, and clears earlier failures. */
export function recordBackup(
  catalogue: Pick<Catalogue, "inTransaction">,
  latest: LatestBackup,
  { worker, storedNames }: BackupOutcome = {},
): Promise<void> {
  return changeBackupRecord(catalogue, (record) => ({
    ...afterEnd(record, worker, { isMade: true }),
    latest,
    stored: addStored(record.stored, latest, storedNames),
    failure: null,
    failures: 0,
  }))
}

/** Records a failed backup. */
export function recordFailure(
  catalogue: Pick<Catalogue, "inTransaction">,
  failure: Failure,
  { worker }: Pick<BackupOutcome, "worker"> = {},
): Promise<void> {
  return changeBackupRecord(catalogue, (record) => withFailure(afterEnd(record, worker, { isMade: false }), failure))
}

/** Returns the record with the running backup counted as failed, because its worker has stopped reporting. */
export function abandonRunning(record: BackupRecord, nowMs: number): BackupRecord {
  const { running } = record
  if (running === null || isRunning(record, nowMs)) return record
  const message = "the worker stopped before the backup was complete"
  const ended = afterEnd(record, running.worker, { isMade: false })
  return withFailure(ended, { location: running.location, failedAtMs: nowMs, message })
}

function withFailure(record: BackupRecord, failure: Failure): BackupRecord {
  return { ...record, failure, failures: record.failures + 1 }
}

/**
 * Returns the record after a backup. The schedule continues from the start of its last backup, so that it does not
 * drift by the duration of backups.
 */
function afterEnd(record: BackupRecord, worker: string | undefined, { isMade }: { readonly isMade: boolean }) {
  const { running, scheduled } = record
  if (running === null || running.worker !== worker) return record
  if (running.isScheduled) return { ...record, running: null, scheduled: { startedAtMs: running.startedAtMs, isMade } }
  // A requested backup replaces a scheduled one that failed. Otherwise, the schedule does not change.
  return { ...record, running: null, scheduled: isMade && scheduled !== null ? { ...scheduled, isMade } : scheduled }
}

function addStored(
  before: readonly StoredBackup[],
  { removalProblem: _, ...made }: LatestBackup,
  names: readonly string[] | undefined,
): StoredBackup[] {
  const isThere = (name: string) => names === undefined || names.includes(name)
  const kept = before.filter(({ name, location }) => {
    return location !== made.location || (name !== made.name && isThere(name))
  })
  const known = new Set([made, ...kept].filter(({ location }) => location === made.location).map(({ name }) => name))
  const unknown = (names ?? []).filter((name) => !known.has(name)).map((name) => unknownBackup(name, made.location))
  return [made, ...kept, ...unknown].sort((a, b) => b.madeAtMs - a.madeAtMs).slice(0, MAX_STORED)
}

/**
 * Describes a backup by its name, which is its time, because it was made by `lectern backup` on another catalogue, or
 * before a restore.
 */
function unknownBackup(name: string, location: string): StoredBackup {
  const madeAtMs = Date.parse(name.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"))
  const counts = { durationMs: null, libraries: null, blobs: null, blobsLost: null, addedBytes: null }
  return { name, location, madeAtMs: Number.isNaN(madeAtMs) ? 0 : madeAtMs, ...counts }
}
