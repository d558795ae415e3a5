import type { Kysely } from "kysely"

/** Creates the tables of usage: counters, visitors of recent days, and the salts of their hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("usage_count")
    .addColumn("library_key", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_count_place", ["library_key", "scope", "kind", "day", "name"])
    .execute()
  await db.schema
    .createTable("usage_visitor")
    .addColumn("library_key", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("client", "text", (column) => column.notNull())
    .addColumn("visitor", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_visitor_place", ["library_key", "scope", "day", "client", "visitor"])
    .execute()
  await db.schema
    .createTable("usage_salt")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("salt", "text", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("usage_count_day").on("usage_count").columns(["day"]).execute()
  await db.schema.createIndex("usage_visitor_day").on("usage_visitor").columns(["day"]).execute()
}
