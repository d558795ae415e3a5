import { countOf } from "@lectern/contract"
import type { BackupRecord } from "./backup-record.ts"
import { HOUR_MS } from "../../base/durations.ts"

/** More than one, because a backup that takes long, or a worker that restarts, delays the next one slightly. */
const LATE_AFTER_INTERVALS = 2

/** The state of the backups, in one sentence. */
export interface BackupAssessment {
  readonly status: "ok" | "warning"
  readonly summary: string
}

/** @param options.intervalMs between scheduled backups; undefined if backups are not scheduled. */
export function assessBackups(
  { latest, failure, failures }: BackupRecord,
  { nowMs, intervalMs }: { readonly nowMs: number; readonly intervalMs: number | undefined },
): BackupAssessment {
  const made =
    latest === null
      ? "there is no backup yet"
      : `the newest backup is ${latest.name} in ${latest.location}, ${ageOf(nowMs - latest.madeAtMs)} old`
  if (failure !== null) {
    const times = failures === 1 ? "the last attempt failed" : `the last ${failures} attempts failed`
    return { status: "warning", summary: `${times}: ${failure.message}; ${made}` }
  }
  if (latest !== null && latest.blobsLost > 0) {
    const lost = `${latest.blobsLost} of its files were missing or damaged in the original`
    return { status: "warning", summary: `${made}, but ${lost}. Run lectern doctor` }
  }
  if (latest !== null && latest.removalProblem !== null) {
    return { status: "warning", summary: `${made}, but older ones could not be removed: ${latest.removalProblem}` }
  }
  if (intervalMs === undefined) {
    return { status: "ok", summary: latest === null ? `${made}, and none is scheduled` : made }
  }
  const isLate = latest !== null && nowMs - latest.madeAtMs > LATE_AFTER_INTERVALS * intervalMs
  return isLate
    ? {
        status: "warning",
        summary: `${made}, although one is due every ${countOf(intervalMs / HOUR_MS, "hour")}. Check the workers`,
      }
    : { status: "ok", summary: made }
}

function ageOf(ageMs: number): string {
  const hours = Math.max(0, ageMs) / HOUR_MS
  if (hours < 1) return countOf(Math.round(hours * 60), "minute")
  return hours < 48 ? countOf(Math.round(hours), "hour") : countOf(Math.round(hours / 24), "day")
}
