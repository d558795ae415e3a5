import type { Kysely } from "kysely"

/** Adds the packages that a library documents, as JSON; null until its next ingestion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("library").addColumn("aliases", "text").execute()
}
