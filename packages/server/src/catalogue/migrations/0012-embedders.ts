import type { Kysely } from "kysely"

/** Adds the embedder of a version's index; null if it has no vectors or this is unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("version").addColumn("embedder", "text").execute()
}
