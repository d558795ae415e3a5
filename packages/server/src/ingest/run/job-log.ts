import { asError } from "../../base/errors.ts"
import type { Clock } from "../../base/clock.ts"
import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobLogEntry } from "../../catalogue/job-logs/records.ts"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"

/** Maximum length of a text in an entry. */
const MAX_TEXT_CHARACTERS = 500
/** Maximum number of notes, and of failed files, that are listed. */
const MAX_LISTED = 20

/** The log of one job, which is kept with the job. */
export interface JobLog {
  write(level: JobLogEntry["level"], event: string, fields?: JobLogEntry["fields"]): void
  /** Stores the new entries. Never throws, because a job must not fail if its log cannot be stored. */
  flush(): Promise<void>
}

/** Opens the log of a job; entries are added to those of earlier runs. */
export function openJobLog(
  { catalogue, clock, log }: { readonly catalogue: Catalogue; readonly clock: Clock; readonly log: Log },
  jobId: string,
): JobLog {
  let entries: JobLogEntry[] = []
  return {
    write(level, event, fields = {}) {
      const bounded = Object.entries(fields).map(([name, value]) => [name, boundedValue(value)] as const)
      entries.push({ atMs: clock.now(), level, event, fields: Object.fromEntries(bounded) })
    },
    async flush() {
      const writing = entries
      entries = []
      if (writing.length === 0) return
      try {
        await catalogue.jobLogs.append(jobId, writing)
      } catch (error) {
        log.warn({ jobId, error: asError(error).message }, "cannot store the log of a job")
      }
    },
  }
}

/** Writes what an ingestion reports about its files. */
export function logReport(jobLog: JobLog, { indexed, leftOut, failed, notes }: IngestionReport): void {
  const leftOutCount = leftOut.reduce((sum, { fileCount = 1 }) => sum + fileCount, 0)
  jobLog.write("info", "files read", { indexed: indexed.length, leftOut: leftOutCount, failed: failed.length })
  for (const note of notes.slice(0, MAX_LISTED)) jobLog.write("warn", "note", { note })
  for (const { path, reason } of failed.slice(0, MAX_LISTED)) jobLog.write("warn", "file failed", { path, reason })
  const unlisted = Math.max(0, notes.length - MAX_LISTED) + Math.max(0, failed.length - MAX_LISTED)
  if (unlisted > 0) jobLog.write("warn", "more notes and failed files are in the file report", { count: unlisted })
}

function boundedValue(value: string | number | boolean): string | number | boolean {
  return typeof value === "string" && value.length > MAX_TEXT_CHARACTERS
    ? `${value.slice(0, MAX_TEXT_CHARACTERS)}…`
    : value
}
