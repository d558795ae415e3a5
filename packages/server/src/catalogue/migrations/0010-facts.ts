import { type Kysely, sql } from "kysely"

/** Adds host and source metadata of libraries, and when it is due for an update. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const library = db.schema.alterTable("library")
  await library.addColumn("facts", "text").execute()
  await library.addColumn("facts_due_at_ms", "bigint", (column) => column.notNull().defaultTo(0)).execute()
  // Only repositories have host metadata.
  await sql`update library set facts_due_at_ms = ${sql.lit(Number.MAX_SAFE_INTEGER)} where kind <> 'repo'`.execute(db)
  await db.schema.createIndex("library_facts_due").on("library").columns(["facts_due_at_ms"]).execute()
}
