import type { Kysely } from "kysely"

/** Adds the counts of rate limits, and the tenants of jobs, so that the queue serves teamspaces in turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rate_count")
    .addColumn("bucket", "text", (column) => column.primaryKey())
    .addColumn("ends_at_ms", "bigint", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("rate_count_end").on("rate_count").columns(["ends_at_ms"]).execute()
  await db.schema
    .alterTable("job")
    .addColumn("tenant", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  await db.schema.createIndex("job_tenant").on("job").columns(["state", "tenant", "sequence"]).execute()
  await db.schema
    .createTable("job_turn")
    .addColumn("tenant", "text", (column) => column.primaryKey())
    .addColumn("turn", "bigint", (column) => column.notNull())
    .execute()
}
