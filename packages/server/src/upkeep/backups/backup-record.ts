import { z } from "zod"
import type { Catalogue } from "../../catalogue/catalogue.ts"

/** Instance setting: how backups went, as JSON. */
const BACKUP_SETTING = "backups"

const BackupRecord = z.object({
  /** The newest backup that is complete, scheduled or not. */
  latest: z
    .object({
      name: z.string(),
      /** An absolute path, or `s3://BUCKET/PREFIX`. */
      location: z.string(),
      madeAtMs: z.number(),
      durationMs: z.number(),
      libraries: z.number(),
      blobs: z.number(),
      /** Files that were missing or damaged in the original. */
      blobsLost: z.number(),
    })
    .nullable(),
  /** The newest failure since then. */
  failure: z.object({ location: z.string(), failedAtMs: z.number(), message: z.string() }).nullable(),
  /** Failures since then. */
  failures: z.number(),
  /** When the schedule last started one, and whether it is complete. */
  scheduled: z.object({ startedAtMs: z.number(), isMade: z.boolean() }).nullable(),
})

/** How backups of the instance went. */
export type BackupRecord = z.infer<typeof BackupRecord>
export type LatestBackup = NonNullable<BackupRecord["latest"]>

const NONE: BackupRecord = { latest: null, failure: null, failures: 0, scheduled: null }

/** Reads the record; empty if no backup was ever tried, or a different release wrote it. */
export async function readBackupRecord({ settings }: Pick<Catalogue, "settings">): Promise<BackupRecord> {
  const stored = await settings.get(BACKUP_SETTING)
  if (stored === undefined) return NONE
  return BackupRecord.safeParse(JSON.parse(stored)).data ?? NONE
}

/** Records that the schedule starts a backup. */
export function recordStart(catalogue: Pick<Catalogue, "inTransaction">, startedAtMs: number): Promise<void> {
  return change(catalogue, (record) => ({ ...record, scheduled: { startedAtMs, isMade: false } }))
}

/** Records a complete backup. Failures before it no longer count. */
export function recordBackup(
  catalogue: Pick<Catalogue, "inTransaction">,
  latest: LatestBackup,
  { isScheduled }: { readonly isScheduled: boolean },
): Promise<void> {
  return change(catalogue, ({ scheduled }) => ({
    latest,
    failure: null,
    failures: 0,
    scheduled: isScheduled && scheduled !== null ? { ...scheduled, isMade: true } : scheduled,
  }))
}

/** Records a backup that failed. */
export function recordFailure(
  catalogue: Pick<Catalogue, "inTransaction">,
  failure: NonNullable<BackupRecord["failure"]>,
): Promise<void> {
  return change(catalogue, (record) => ({ ...record, failure, failures: record.failures + 1 }))
}

function change(
  catalogue: Pick<Catalogue, "inTransaction">,
  next: (record: BackupRecord) => BackupRecord,
): Promise<void> {
  return catalogue.inTransaction(async ({ settings }) => {
    await settings.set(BACKUP_SETTING, JSON.stringify(next(await readBackupRecord({ settings }))))
  })
}
