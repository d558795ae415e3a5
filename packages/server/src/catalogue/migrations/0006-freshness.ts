import type { Kysely } from "kysely"

/** Adds refresh schedules, titles from operators, owners of libraries, and archives of responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const library = db.schema.alterTable("library")
  await library.addColumn("refresh_schedule", "text").execute()
  await library.addColumn("given_words", "text").execute()
  await library.addColumn("kept_by", "text").execute()
  await db.schema.alterTable("version").addColumn("archive_hash", "text").execute()
  await db.schema.createIndex("library_keeper").on("library").columns(["kept_by", "is_deleted"]).execute()
}
