import type { Database } from "../schema.ts"

/** Runs the work as one transaction, or inside the one that is already open on this connection. */
export function atomically<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** Names of the counters. */
type Counter = "library_change" | "job" | "job_turn" | "reading_rules_change" | "webhook_delivery"

/**
 * Takes numbers from a named counter. The row stays locked until the transaction ends, so numbers become visible in
 * their order and a reader that follows them misses none.
 *
 * @param count how many numbers are taken, at least 1.
 * @returns the last one taken; the others are those right before it.
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
