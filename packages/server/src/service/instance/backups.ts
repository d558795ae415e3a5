import { resolve } from "node:path"
import type { BackupRequested, InstanceBackups, StoredBackup } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { WORKER_SEEN_SETTING } from "../../catalogue/jobs/worker-seen.ts"
import { backupIntervalOf, fullBackupLocation } from "../../config/backup-settings.ts"
import { type BackupRecord, isRunning, readBackupRecord } from "../../upkeep/backups/backup-record.ts"
import { nextBackupMs, requestBackup, type RequestOutcome } from "../../upkeep/backups/claim-backup.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import type { ServiceContext } from "../service-context.ts"

type BackupServices = Pick<ServiceContext, "catalogue" | "clock" | "settings">

/** Returns the backups of the instance, and which ones are scheduled, requested and running. */
export async function readBackups(
  { catalogue, clock, settings }: BackupServices,
  _caller: Authorized<"readSettings">,
): Promise<InstanceBackups> {
  const [record, seen] = await Promise.all([readBackupRecord(catalogue), catalogue.settings.get(WORKER_SEEN_SETTING)])
  const { LECTERN_BACKUP_TO: to, LECTERN_BACKUP_INTERVAL_HOURS: intervalHours, LECTERN_BACKUP_KEEP: keep } = settings
  const intervalMs = backupIntervalOf(settings)
  const { latest, failure, request } = record
  return {
    schedule: to === undefined ? null : { location: fullBackupLocation(to), intervalHours, keep },
    nextAt: intervalMs === undefined ? null : timestamp(nextBackupMs(record, intervalMs, clock.now())),
    requested: request === null ? null : { by: request.by, at: timestamp(request.atMs) },
    running: describeRunning(record, clock.now()),
    latest: latest === null ? null : describeBackup(latest),
    removalProblem: latest?.removalProblem ?? null,
    failure:
      failure === null
        ? null
        : {
            at: timestamp(failure.failedAtMs),
            location: failure.location,
            message: failure.message,
            attempts: record.failures,
          },
    backups: record.stored.map(describeBackup),
    workerSeenAt: timestampOrNull(seen === undefined ? null : Number(seen)),
    database: settings.DATABASE_URL === undefined ? "sqlite" : "postgres",
    dataDir: resolve(settings.LECTERN_DATA_DIR),
  }
}

const MESSAGES: Readonly<Record<RequestOutcome, string>> = {
  requested: "backup requested. A worker starts it within seconds",
  already_requested: "a backup is already requested. A worker starts it within seconds",
  already_running: "a backup is already running. Wait until it is complete to make another one",
}

/**
 * Requests a backup, which a worker makes as soon as possible.
 *
 * @throws {InvalidInput} if the instance has no location for backups.
 */
export async function requestInstanceBackup(
  context: BackupServices & Pick<ServiceContext, "wakeWorker">,
  caller: Authorized<"changeSettings">,
): Promise<BackupRequested> {
  const { catalogue, clock, settings, wakeWorker } = context
  const { LECTERN_BACKUP_TO: to } = settings
  if (to === undefined) {
    throw new InvalidInput("cannot back up: LECTERN_BACKUP_TO is not set. Set it and restart, or run lectern backup")
  }
  const by = caller.kind === "user" ? caller.name : caller.kind
  const outcome = await requestBackup(catalogue, { by, nowMs: clock.now() })
  if (outcome === "requested") {
    const subject = fullBackupLocation(to)
    await recordAuditEntry(context, caller, { action: "backup.request", subject, teamspaceKey: null })
    wakeWorker()
  }
  return { outcome, message: MESSAGES[outcome] }
}

/**
 * Describes a running backup. If its worker has crashed, it is no longer shown as running, and the next worker that
 * checks records it as failed.
 */
function describeRunning(record: BackupRecord, nowMs: number): InstanceBackups["running"] {
  const { running } = record
  if (running === null || !isRunning(record, nowMs)) return null
  const { startedAtMs, request, progress } = running
  return {
    startedAt: timestamp(startedAtMs),
    requestedBy: request?.by ?? null,
    step: progress?.step ?? null,
    done: progress?.done ?? 0,
    total: progress?.total ?? null,
  }
}

function describeBackup({ madeAtMs, blobs, blobsLost, ...backup }: BackupRecord["stored"][number]): StoredBackup {
  const { name, location, durationMs, libraries, addedBytes } = backup
  const counts = { libraries, files: blobs, lostFiles: blobsLost, addedBytes }
  return { name, location, madeAt: timestamp(madeAtMs), durationMs, ...counts }
}
