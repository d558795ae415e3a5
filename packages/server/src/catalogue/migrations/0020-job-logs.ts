import type { Kysely } from "kysely"

/** Creates the table of job log entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job_log")
    .addColumn("job_id", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("level", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("job_log_key", ["job_id", "position"])
    .execute()
}
