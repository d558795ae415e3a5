import type { Kysely } from "kysely"

/** Adds whose vectors the index of a version holds; null where nobody has looked yet, or there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("version").addColumn("embedder", "text").execute()
}
