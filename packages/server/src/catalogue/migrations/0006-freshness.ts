import type { Kysely } from "kysely"

/** Adds what keeps libraries fresh: schedules, titles that an operator gave, owners of libraries, archives of answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const library = db.schema.alterTable("library")
  await library.addColumn("refresh_schedule", "text").execute()
  await library.addColumn("given_words", "text").execute()
  await library.addColumn("kept_by", "text").execute()
  await db.schema.alterTable("version").addColumn("archive_hash", "text").execute()
  await db.schema.createIndex("library_keeper").on("library").columns(["kept_by", "is_deleted"]).execute()
}
