import type { InstanceStatus, PartStatus } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { asError } from "../../base/errors.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { WORKER_SEEN_INTERVAL_MS, WORKER_SEEN_SETTING } from "../../catalogue/jobs/worker-seen.ts"
import { backupIntervalOf } from "../../config/backup-settings.ts"
import { assessBackups } from "../../upkeep/backups/assess-backups.ts"
import { readBackupRecord } from "../../upkeep/backups/backup-record.ts"
import { type DiskSpace, readDiskSpace } from "../../upkeep/doctor/disk-space.ts"
import type { ServiceContext } from "../service-context.ts"

/** Services whose state is reported. */
type StatusServices = Pick<ServiceContext, "catalogue" | "blobs" | "clock" | "settings" | "version" | "log">

/** A store that does not respond within this time is reported as not responding. */
const RESPONSE_TIMEOUT_MS = 5_000
/** Number of consecutive missed reports after which a worker is considered gone. */
const MISSED_REPORTS = 4
/** No blob has this hash, so the check transfers nothing. */
const UNUSED_BLOB = "0".repeat(64)
const MS_PER_SECOND = 1_000

/**
 * Checks each part of the running instance. If one check fails, the others still run.
 *
 * @throws {Error} if the catalogue does not respond, because everything else is read from it.
 */
export async function readInstanceStatus(
  context: StatusServices,
  _caller: Authorized<"readSettings">,
): Promise<InstanceStatus> {
  const { catalogue, clock, settings, version } = context
  const nowMs = clock.now()
  const [catalogueStatus, blobsStatus, space, pending, seen, libraries, backups] = await Promise.all([
    checkResponse(context, "catalogue", () => catalogue.isReady()),
    checkResponse(context, "blobs", () => context.blobs.has(UNUSED_BLOB).then(() => true)),
    spaceOf(context),
    catalogue.jobs.pendingByKind(),
    catalogue.settings.get(WORKER_SEEN_SETTING),
    catalogue.libraries.count(),
    checkBackups(context),
  ])
  const waiting = pending.filter(({ state }) => state === "queued")
  const queued = sumOf(waiting)
  const oldestMs = waiting.length === 0 ? null : Math.min(...waiting.map(({ oldestCreatedAtMs }) => oldestCreatedAtMs))
  const seenAtMs = seen === undefined ? null : Number(seen)
  return {
    version,
    nodeVersion: process.versions.node,
    startedAt: timestamp(nowMs - process.uptime() * MS_PER_SECOND),
    parts: [
      catalogueStatus,
      blobsStatus,
      checkWorkers({ nowMs, seenAtMs, queued }),
      space === undefined
        ? { part: "disk", status: "ok", message: `the file system of ${settings.LECTERN_DATA_DIR} reports no sizes` }
        : { part: "disk", status: space.status, message: space.summary },
      ...backups,
    ],
    libraries,
    queue: {
      queued,
      running: sumOf(pending.filter(({ state }) => state === "running")),
      oldestQueuedAt: timestampOrNull(oldestMs),
    },
    workerSeenAt: timestampOrNull(seenAtMs),
    disk: space === undefined ? null : { freeBytes: space.freeBytes, totalBytes: space.totalBytes },
  }
}

function sumOf(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0)
}

/** @param ask returns false if the part responds but is not ready. */
async function checkResponse(
  { clock, log }: StatusServices,
  part: "catalogue" | "blobs",
  ask: () => Promise<boolean>,
): Promise<PartStatus> {
  const startedMs = clock.now()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(() => resolve("timeout"), RESPONSE_TIMEOUT_MS)
  })
  try {
    const outcome = await Promise.race([ask(), timeout])
    if (outcome === "timeout")
      return { part, status: "error", message: `no response within ${RESPONSE_TIMEOUT_MS / MS_PER_SECOND} seconds` }
    if (!outcome) return { part, status: "error", message: "responds, but is not ready" }
    return { part, status: "ok", message: `responds in ${Math.max(1, Math.round(clock.now() - startedMs))} ms` }
  } catch (thrown) {
    const { message } = asError(thrown)
    log.warn({ part, error: message }, "a part of the instance does not respond")
    return { part, status: "error", message }
  } finally {
    clearTimeout(timer)
  }
}

interface WorkerSigns {
  readonly nowMs: number
  readonly seenAtMs: number | null
  readonly queued: number
}

/** Checks for workers. Without a worker, questions are answered, but no job runs. */
function checkWorkers({ nowMs, seenAtMs, queued }: WorkerSigns): PartStatus {
  const part = "workers"
  if (seenAtMs !== null && nowMs - seenAtMs <= MISSED_REPORTS * WORKER_SEEN_INTERVAL_MS) {
    return { part, status: "ok", message: "at least one worker runs" }
  }
  const since = seenAtMs === null ? "no worker has ever run" : `no worker has reported since ${timestamp(seenAtMs)}`
  const effect = queued === 0 ? "" : `, and ${queued} ${queued === 1 ? "job waits" : "jobs wait"}`
  return { part, status: queued === 0 ? "warning" : "error", message: `${since}${effect}. Start lectern work` }
}

/** Reports backups if they are scheduled or if any exist. Other instances are backed up by other means. */
async function checkBackups({ catalogue, clock, settings }: StatusServices): Promise<readonly PartStatus[]> {
  const record = await readBackupRecord(catalogue)
  const intervalMs = backupIntervalOf(settings)
  if (intervalMs === undefined && record.latest === null && record.failure === null) return []
  const { status, summary } = assessBackups(record, { nowMs: clock.now(), intervalMs })
  return [{ part: "backups", status, message: summary }]
}

/** @returns undefined if the file system does not report its free space. */
async function spaceOf({ settings, log }: StatusServices): Promise<DiskSpace | undefined> {
  try {
    return await readDiskSpace(settings.LECTERN_DATA_DIR)
  } catch (thrown) {
    log.warn({ error: asError(thrown).message }, "cannot read the free disk space")
    return undefined
  }
}
