import { asError } from "../../base/errors.ts"
import type { Clock } from "../../base/clock.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { takeLease } from "../lease.ts"
import { runEvery } from "../run-every.ts"
import {
  type BackupRecord,
  type LatestBackup,
  readBackupRecord,
  recordBackup,
  recordFailure,
  recordStart,
} from "./backup-record.ts"

/** Instance setting: the worker that makes the scheduled backup. */
const LEASE = "backup_lease"
/** Well below the ten minutes of a lease. */
const RENEWAL_INTERVAL_MS = 120_000
/** Time until a failed backup is tried again, at most the interval of the schedule. */
const RETRY_AFTER_MS = 15 * 60_000

/** Where backups go, and how often. */
export interface BackupSchedule {
  readonly location: string
  readonly intervalMs: number
  /** Makes one backup, and removes those that are too old. */
  make(signal: AbortSignal): Promise<LatestBackup>
}

/** What a scheduled backup uses. */
export interface BackupDependencies {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly log: Log
  readonly schedule: BackupSchedule
}

/**
 * Makes a backup if one is due, and records how it went. Any number of workers may call it at any time; one of them makes
 * the backup.
 *
 * @param worker a name that no other worker has.
 * @returns true if this worker made a backup.
 */
export async function backUpWhenDue(
  { catalogue, clock, log, schedule }: BackupDependencies,
  worker: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const isDueNow = async () => isDue(await readBackupRecord(catalogue), schedule.intervalMs, clock.now())
    if (!(await isDueNow())) return false
    if (!(await takeLease({ catalogue, clock }, { name: LEASE, worker })) || !(await isDueNow())) return false
    await recordStart(catalogue, clock.now())
  } catch (error) {
    // The backup stays due.
    log.warn({ err: asError(error) }, "cannot check whether a backup is due")
    return false
  }
  return makeBackup({ catalogue, clock, log, schedule }, worker, signal)
}

/** A schedule continues from the start of the last backup, so that it does not drift by the time that backups take. */
function isDue({ scheduled }: BackupRecord, intervalMs: number, nowMs: number): boolean {
  if (scheduled === null) return true
  const { startedAtMs, isMade } = scheduled
  // Without this check, backups would stop until a clock that was set back has caught up.
  if (startedAtMs > nowMs) return true
  return nowMs - startedAtMs >= (isMade ? intervalMs : Math.min(intervalMs, RETRY_AFTER_MS))
}

async function makeBackup(
  { catalogue, clock, log, schedule }: BackupDependencies,
  worker: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { location } = schedule
  const isOver = new AbortController()
  const renewing = keepLease({ catalogue, clock, log }, worker, isOver.signal)
  try {
    const made = await schedule.make(signal)
    await recordBackup(catalogue, made, { isScheduled: true })
    log.info({ backup: made }, "backup made")
    return true
  } catch (thrown) {
    const error = asError(thrown)
    if (signal.aborted) {
      // This worker stops; another one makes the backup.
      log.info({ location }, "backup stopped, to be made again")
      return false
    }
    log.error({ err: error, location }, "backup failed")
    await recordFailure(catalogue, { location, failedAtMs: clock.now(), message: error.message }).catch(
      (failure: unknown) => log.warn({ err: asError(failure) }, "cannot record that a backup failed"),
    )
    return false
  } finally {
    isOver.abort()
    await renewing
  }
}

function keepLease(
  { catalogue, clock, log }: Omit<BackupDependencies, "schedule">,
  worker: string,
  signal: AbortSignal,
): Promise<void> {
  return runEvery({ intervalMs: RENEWAL_INTERVAL_MS, signal }, async () => {
    try {
      await takeLease({ catalogue, clock }, { name: LEASE, worker })
    } catch (error) {
      log.warn({ err: asError(error) }, "cannot renew the lease of a backup")
    }
  })
}
