import type { Database } from "../schema/database.ts"
import { atomically } from "../engines/transactions.ts"
import { type JobLogEntry, type JobLogStore, MAX_JOB_LOG_ENTRIES } from "./records.ts"

/** Stores the logs of jobs. */
export function createJobLogStore(db: Database): JobLogStore {
  return {
    append: (jobId, entries) => atomically(db, (inside) => append(inside, jobId, entries)),
    async ofJob(jobId) {
      const rows = db.selectFrom("job_log").selectAll().where("job_id", "=", jobId).orderBy("position")
      return (await rows.execute()).map((row) => ({
        atMs: row.at_ms,
        level: row.level as JobLogEntry["level"],
        event: row.event,
        fields: JSON.parse(row.fields) as JobLogEntry["fields"],
      }))
    },
    async prune(limit) {
      const existing = db.selectFrom("job").select("id")
      const orphans = db.selectFrom("job_log").select("job_id").distinct().where("job_id", "not in", existing)
      const ids = (await orphans.limit(limit).execute()).map((row) => row.job_id)
      if (ids.length === 0) return 0
      return Number((await db.deleteFrom("job_log").where("job_id", "in", ids).executeTakeFirst()).numDeletedRows)
    },
  }
}

async function append(db: Database, jobId: string, entries: readonly JobLogEntry[]): Promise<void> {
  const last = db.selectFrom("job_log").where("job_id", "=", jobId)
  const found = await last.select((row) => row.fn.max("position").as("position")).executeTakeFirst()
  const first = (found?.position ?? 0) + 1
  const rows = entries.map(({ atMs, level, event, fields }, at) => ({
    job_id: jobId,
    position: first + at,
    at_ms: atMs,
    level,
    event,
    fields: JSON.stringify(fields),
  }))
  const kept = rows.filter(({ position }) => position <= MAX_JOB_LOG_ENTRIES)
  if (kept.length > 0) await db.insertInto("job_log").values(kept).execute()
}
