import type { Kysely } from "kysely"

/** Adds the number of snippets with suspicious text to libraries and versions. Indexes from before this migration are not searched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["library", "version"]) {
    await db.schema
      .alterTable(table)
      .addColumn("flagged_snippets", "integer", (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
