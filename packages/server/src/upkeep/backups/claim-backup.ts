import type { Catalogue } from "../../catalogue/catalogue.ts"
import {
  abandonRunning,
  type BackupProgress,
  type BackupRecord,
  changeBackupRecord,
  isRunning,
  readBackupRecord,
} from "./backup-record.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** Time until a failed backup is retried, at most the interval of the schedule. */
const RETRY_AFTER_MS = 15 * MINUTE_MS

type Transactions = Pick<Catalogue, "inTransaction">

/**
 * Returns when the schedule makes its next backup, in epoch milliseconds. It may be in the past, because workers check
 * every ten seconds.
 *
 * @param intervalMs time between scheduled backups.
 */
export function nextBackupMs({ scheduled }: BackupRecord, intervalMs: number, nowMs: number): number {
  if (scheduled === null) return nowMs
  const { startedAtMs, isMade } = scheduled
  // Without this check, backups would stop until a clock that was set back has caught up.
  if (startedAtMs > nowMs) return nowMs
  return startedAtMs + (isMade ? intervalMs : Math.min(intervalMs, RETRY_AFTER_MS))
}

/** The result of a request for a backup. */
export type RequestOutcome = "requested" | "already_requested" | "already_running"

/**
 * Requests a backup, which a worker makes as soon as possible. Several requests before it starts count once, and
 * requests while a backup runs are ignored.
 */
export async function requestBackup(
  catalogue: Transactions,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
): Promise<RequestOutcome> {
  let outcome: RequestOutcome = "requested"
  await changeBackupRecord(catalogue, (record) => {
    if (isRunning(record, nowMs)) outcome = "already_running"
    else if (record.request !== null) outcome = "already_requested"
    else return { ...record, request: { by, atMs: nowMs } }
    return record
  })
  return outcome
}

/** A worker that checks for a backup to make. */
export interface BackupClaim {
  /** A name that no other worker has. */
  readonly worker: string
  readonly location: string
  readonly intervalMs: number
  readonly nowMs: number
}

/**
 * Claims the backup that is due or requested, for one of any number of workers. A backup whose worker crashed counts as
 * failed.
 *
 * @returns false if there is nothing to do, or another worker is doing it.
 */
export async function claimBackup(
  catalogue: Transactions & Pick<Catalogue, "settings">,
  { worker, location, intervalMs, nowMs }: BackupClaim,
): Promise<boolean> {
  const claimed = (found: BackupRecord): BackupRecord => {
    if (isRunning(found, nowMs)) return found
    const record = abandonRunning(found, nowMs)
    const isScheduled = nextBackupMs(record, intervalMs, nowMs) <= nowMs
    if (!isScheduled && record.request === null) return record
    const times = { startedAtMs: nowMs, seenAtMs: nowMs }
    const running = { worker, location, ...times, isScheduled, request: record.request, progress: null }
    return { ...record, request: null, running }
  }
  // Most checks find nothing to do, and need no transaction.
  const looked = await readBackupRecord(catalogue)
  if (claimed(looked) === looked) return false
  let isClaimed = false
  await changeBackupRecord(catalogue, (record) => {
    const changed = claimed(record)
    isClaimed = changed !== record && changed.running?.worker === worker
    return changed
  })
  return isClaimed
}

/** Records that a worker is still making its backup, with its progress. */
export function reportBackup(
  catalogue: Transactions,
  { worker, nowMs, progress }: Pick<BackupClaim, "worker" | "nowMs"> & { readonly progress: BackupProgress | null },
): Promise<void> {
  return changeBackupRecord(catalogue, (record) => {
    const { running } = record
    if (running === null || running.worker !== worker) return record
    return { ...record, running: { ...running, seenAtMs: nowMs, progress } }
  })
}

/** Releases a backup that a worker has claimed, because the worker is shutting down; it stays due or requested. */
export function giveBackupBack(catalogue: Transactions, worker: string): Promise<void> {
  return changeBackupRecord(catalogue, (record) => {
    const { running } = record
    if (running === null || running.worker !== worker) return record
    return { ...record, running: null, request: record.request ?? running.request }
  })
}

/**
 * Clears what is requested or running, because a restored catalogue has the state that it had while its own backup was
 * being made.
 */
export function forgetRunningBackup(catalogue: Transactions): Promise<void> {
  return changeBackupRecord(catalogue, (record) => {
    if (record.running === null && record.request === null) return record
    return { ...record, running: null, request: null }
  })
}
