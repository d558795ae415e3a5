import type { Kysely } from "kysely"

/** Creates the table of questions that libraries should answer better. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("question")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("library_key", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("version_tag", "text", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addColumn("first_asked_at", "bigint", (column) => column.notNull())
    .addColumn("last_asked_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("question_once", ["library_key", "kind", "version_tag", "question"])
    .execute()
}
