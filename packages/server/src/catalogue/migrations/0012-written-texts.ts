import type { Kysely } from "kysely"

/** Creates the table of texts that a language model wrote about snippets, and adds those about libraries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("written_text")
    .addColumn("library_key", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("writer", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("written_text_place", ["library_key", "hash"])
    .execute()
  const library = db.schema.alterTable("library")
  await library.addColumn("written_description", "text").execute()
  await library.addColumn("written_tokens", "bigint", (column) => column.notNull().defaultTo(0)).execute()
}
