import type { Kysely } from "kysely"

/** Adds when the schedule looks at a library next, so that a look asks for those alone whose time has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("library")
    .addColumn("look_at_ms", "bigint", (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex("library_look").on("library").columns(["is_deleted", "look_at_ms"]).execute()
}
