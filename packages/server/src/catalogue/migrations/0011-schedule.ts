import type { Kysely } from "kysely"

/** Adds the time of a library's next schedule check, so that a check reads only libraries that are due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("library")
    .addColumn("look_at_ms", "bigint", (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex("library_look").on("library").columns(["is_deleted", "look_at_ms"]).execute()
}
