import type { Database } from "../schema/database.ts"

/** Runs work in a transaction, or in the one that is already open on this connection. */
export function atomically<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** Names of the counters. */
type Counter = "library_change" | "job" | "job_turn" | "reading_rules_change" | "webhook_delivery"

/**
 * Takes consecutive numbers from a named counter. The counter's row stays locked until the transaction ends, so numbers become
 * visible in order and a reader that polls for higher numbers misses none.
 *
 * @param count how many numbers to take, at least 1.
 * @returns the last number; the others directly precede it.
 */
export async function takeNumbers(db: Database, counter: Counter, count: number): Promise<number> {
  const row = await db
    .insertInto("counter")
    .values({ name: counter, value: count })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((old) => ({ value: old("counter.value", "+", count) })),
    )
    .returning("value")
    .executeTakeFirstOrThrow()
  return row.value
}
