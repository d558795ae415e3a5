import { asError } from "../../base/errors.ts"
import type { Clock } from "../../base/clock.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { runEvery } from "../run-every.ts"
import { type BackupProgress, type LatestBackup, recordBackup, recordFailure } from "./backup-record.ts"
import { claimBackup, giveBackupBack, reportBackup } from "./claim-backup.ts"

/** Interval at which progress is recorded, if there is any. */
const PROGRESS_INTERVAL_MS = 2_000
/**
 * Interval at which a worker reports if there is no progress, such as during a large file. It is well below the time
 * after which the worker counts as stopped.
 */
const REPORT_INTERVAL_MS = 20_000

/** Where backups are made, and how often. */
export interface BackupSchedule {
  readonly location: string
  readonly intervalMs: number
  /** Makes one backup, and removes those that are too old. */
  make(signal: AbortSignal, onProgress: (progress: BackupProgress) => void): Promise<MadeBackup>
}

/** A complete backup. */
export interface MadeBackup {
  readonly backup: LatestBackup
  /** Names of all backups that are in the location now; undefined if they could not be listed. */
  readonly storedNames: readonly string[] | undefined
}

/** Dependencies of scheduled backups. */
export interface BackupDependencies {
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly log: Log
  readonly schedule: BackupSchedule
}

/**
 * Makes a backup if one is due or requested, and records the result. Any number of workers may call it at any time; one
 * of them makes the backup.
 *
 * @param worker a name that no other worker has.
 * @returns true if this worker made a backup.
 */
export async function backUpWhenDue(
  dependencies: BackupDependencies,
  worker: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { catalogue, clock, log, schedule } = dependencies
  const { location, intervalMs } = schedule
  try {
    if (!(await claimBackup(catalogue, { worker, location, intervalMs, nowMs: clock.now() }))) return false
  } catch (error) {
    // The backup stays due.
    log.warn({ err: asError(error) }, "cannot check whether a backup is due")
    return false
  }
  return makeBackup(dependencies, worker, signal)
}

async function makeBackup(
  { catalogue, clock, log, schedule }: BackupDependencies,
  worker: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { location } = schedule
  const reports = reportProgress({ catalogue, clock, log }, worker)
  try {
    const { backup, storedNames } = await schedule.make(signal, reports.onProgress)
    await reports.end()
    await recordBackup(catalogue, backup, { worker, storedNames })
    log.info({ backup }, "backup made")
    return true
  } catch (thrown) {
    await reports.end()
    const error = asError(thrown)
    const recorded = signal.aborted
      ? giveBackupBack(catalogue, worker)
      : recordFailure(catalogue, { location, failedAtMs: clock.now(), message: error.message }, { worker })
    if (signal.aborted) log.info({ location }, "backup stopped; it will be retried")
    else log.error({ err: error, location }, "backup failed")
    await recorded.catch((failure: unknown) =>
      log.warn({ err: asError(failure) }, "cannot record the result of a backup"),
    )
    return false
  }
}

/** Reports a running backup until it ends, so that other workers do not consider it abandoned. */
function reportProgress({ catalogue, clock, log }: Omit<BackupDependencies, "schedule">, worker: string) {
  const isOver = new AbortController()
  let [progress, reported]: [BackupProgress | null, BackupProgress | null] = [null, null]
  let reportedAtMs = clock.now()
  const reporting = runEvery({ intervalMs: PROGRESS_INTERVAL_MS, signal: isOver.signal }, async () => {
    const nowMs = clock.now()
    if (progress === reported && Math.abs(nowMs - reportedAtMs) < REPORT_INTERVAL_MS) return
    try {
      const current = progress
      await reportBackup(catalogue, { worker, nowMs, progress: current })
      reported = current
      reportedAtMs = nowMs
    } catch (error) {
      log.warn({ err: asError(error) }, "cannot record the progress of a backup")
    }
  })
  return {
    onProgress(made: BackupProgress) {
      progress = made
    },
    async end() {
      isOver.abort()
      await reporting
    },
  }
}
