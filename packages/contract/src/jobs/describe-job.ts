import { formatCount } from "../text/counts.ts"
import type { Job, StageProgress } from "./jobs.ts"

const BYTES_PER_MEGABYTE = 2 ** 20

/** Describes the progress of a stage: `77 of 155 files`, `1.2 MB`; empty if unknown. */
export function describeStageProgress(progress: StageProgress | undefined): string {
  if (progress === undefined) {
    return ""
  }
  const { done, total, unit } = progress
  if (unit === "bytes") {
    const megabytes = (bytes: number) => (bytes / BYTES_PER_MEGABYTE).toFixed(1)
    return total === null ? `${megabytes(done)} MB` : `${megabytes(done)} of ${megabytes(total)} MB`
  }
  return total === null ? `${formatCount(done)} ${unit}` : `${formatCount(done)} of ${formatCount(total)} ${unit}`
}

/** Describes the state of a job on one line. */
export function describeJobState(job: Job): string {
  switch (job.state) {
    case "queued":
      return job.nextAttemptAt === null ? "queued" : `queued, next attempt at ${job.nextAttemptAt}`
    case "running": {
      const counts = job.stage === null ? "" : describeStageProgress(job.progress[job.stage])
      return `running${job.stage === null ? "" : `, ${job.stage}`}${counts === "" ? "" : ` ${counts}`}`
    }
    case "failed":
      return `failed: ${job.error?.message ?? "no reason was given"}`
    case "succeeded":
      return `succeeded in ${describeJobDuration(job)}`
    case "cancelled":
      return "cancelled"
  }
}

/** Formats the duration of a job: `1.8 s`, `3 min 20 s`. */
export function describeJobDuration(job: Job): string {
  if (job.startedAt === null || job.finishedAt === null) {
    return "0 s"
  }
  return describeDuration(Date.parse(job.finishedAt) - Date.parse(job.startedAt))
}

/** Formats milliseconds: `1.8 s`, `3 min 20 s`. */
export function describeDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs / 1000)
  const whole = Math.round(seconds)
  return whole < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
