import type { Kysely } from "kysely"

/** Adds the question that a language model wrote about a snippet; empty if there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = db.schema.alterTable("written_text")
  await texts.addColumn("question", "text", (column) => column.notNull().defaultTo("")).execute()
}
