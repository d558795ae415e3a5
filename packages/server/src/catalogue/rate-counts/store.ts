import type { RateCount, RateCountStore } from "./records.ts"
import { sql } from "kysely"
import type { Database } from "../schema/database.ts"

/** Rows per statement: databases limit the number of bound values. */
const ROWS_PER_STATEMENT = 200

/** Stores the counts of rate limits. */
export function createRateCountStore(db: Database): RateCountStore {
  return {
    async add(counts) {
      const totals: RateCount[] = []
      for (let at = 0; at < counts.length; at += ROWS_PER_STATEMENT) {
        totals.push(...(await addSome(db, counts.slice(at, at + ROWS_PER_STATEMENT))))
      }
      return totals
    },
    async prune(nowMs) {
      const over = await db.deleteFrom("rate_count").where("ends_at_ms", "<=", nowMs).executeTakeFirst()
      return Number(over.numDeletedRows)
    },
  }
}

async function addSome(db: Database, counts: readonly RateCount[]): Promise<readonly RateCount[]> {
  const values = counts.map(({ bucket, endsAtMs, count }) => ({ bucket, ends_at_ms: endsAtMs, count }))
  const rows = await db
    .insertInto("rate_count")
    .values(values)
    .onConflict((conflict) =>
      conflict.column("bucket").doUpdateSet({
        count: sql<number>`case
          when excluded.ends_at_ms = rate_count.ends_at_ms then rate_count.count + excluded.count
          when excluded.ends_at_ms > rate_count.ends_at_ms then excluded.count
          else rate_count.count end`,
        ends_at_ms: sql<number>`case
          when excluded.ends_at_ms > rate_count.ends_at_ms then excluded.ends_at_ms
          else rate_count.ends_at_ms end`,
      }),
    )
    .returningAll()
    .execute()
  return rows.map((row) => ({ bucket: row.bucket, endsAtMs: row.ends_at_ms, count: row.count }))
}
