import type { Kysely } from "kysely"

/** Creates the tables of connected accounts and of the page cache. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("connection")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("teamspace_key", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("site_url", "text", (column) => column.notNull())
    .addColumn("account_name", "text")
    .addColumn("sealed_token", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("last_used_at_ms", "bigint")
    .addUniqueConstraint("connection_of_site", ["teamspace_key", "kind", "site_url"])
    .execute()
  await db.schema
    .createTable("kept_page")
    .addColumn("library_key", "text", (column) => column.notNull().references("library.key"))
    .addColumn("page_id", "text", (column) => column.notNull())
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("kept_page_of_library", ["library_key", "page_id"])
    .execute()
}
