import type { Kysely } from "kysely"

/** Creates the table of programs without a browser that are signing in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("device_sign_in")
    .addColumn("device_hash", "text", (column) => column.primaryKey())
    .addColumn("user_code", "text", (column) => column.notNull().unique())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("user_key", "text")
    .addColumn("teamspace_key", "text")
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .execute()
}
