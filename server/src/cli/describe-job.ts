import type { Job, JobStage, StageProgress } from "@lectern/contract"

/** Width of a progress bar in characters. */
const BAR_CELLS = 24
const BYTES_PER_MEGABYTE = 2 ** 20

/**
 * Says how far a stage has come, with a bar where the end is known.
 *
 * @returns for instance `parsing    ━━━━━━━━━━━━────────────  77 of 155 files`.
 */
export function drawStage(stage: JobStage, progress: StageProgress | undefined): string {
  return `${stage.padEnd(10)} ${drawBar(progress)}  ${describeCounts(progress)}`.trimEnd()
}

/** Says how far a stage has come in words: `77 of 155 files`, `1.2 MB`; empty when nothing is known. */
export function describeCounts(progress: StageProgress | undefined): string {
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

/** Says where a job stands in one line. */
export function describeState(job: Job): string {
  switch (job.state) {
    case "queued":
      return job.nextAttemptAt === null ? "queued" : `queued, next attempt at ${job.nextAttemptAt}`
    case "running": {
      const counts = job.stage === null ? "" : describeCounts(job.progress[job.stage])
      return `running${job.stage === null ? "" : `, ${job.stage}`}${counts === "" ? "" : ` ${counts}`}`
    }
    case "failed":
      return `failed: ${job.error?.message ?? "no reason was given"}`
    case "succeeded":
      return `succeeded in ${describeDuration(job)}`
    case "cancelled":
      return "cancelled"
  }
}

/** Says how long a job ran: `1.8 s`, `3 min 20 s`. */
export function describeDuration(job: Job): string {
  if (job.startedAt === null || job.finishedAt === null) {
    return "0 s"
  }
  const seconds = Math.max(0, (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000)
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Writes a count with commas between thousands, the same on every machine. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** Writes a number of snippets: `1 snippet`, `2,151 snippets`. */
export function formatSnippets(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "snippet" : "snippets"}`
}

/** Writes a number of files: `1 file`, `2,151 files`. */
export function formatFiles(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "file" : "files"}`
}

function drawBar(progress: StageProgress | undefined): string {
  const isKnown = progress !== undefined && progress.total !== null && progress.total > 0
  const share = isKnown ? Math.min(1, progress.done / (progress.total ?? 1)) : 0
  const filled = Math.round(share * BAR_CELLS)
  return `${"━".repeat(filled)}${"─".repeat(BAR_CELLS - filled)}`
}
