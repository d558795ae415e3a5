import { type Kysely, sql } from "kysely"

/** The owner of all private libraries before there were several teamspaces. */
const BUILT_IN_TEAMSPACE = "main"

/** Adds owners, policy attributes and access rules to libraries, and visibility rules to teamspaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addLibraryColumns(db)
  await db.schema
    .createTable("reading_rules")
    .addColumn("teamspace_key", "text", (column) => column.primaryKey())
    .addColumn("policies", "text", (column) => column.notNull())
    .addColumn("access_rules", "text", (column) => column.notNull())
    .addColumn("change_number", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("reading_rules_change").on("reading_rules").column("change_number").execute()
}

/** Adds columns to libraries. Public libraries have an empty owner, because unique indexes treat nulls as different. */
async function addLibraryColumns(db: Kysely<unknown>): Promise<void> {
  const library = () => db.schema.alterTable("library")
  await library()
    .addColumn("teamspace_key", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  await library().addColumn("project_key", "text").execute()
  await library().addColumn("license", "text").execute()
  await library().addColumn("site_facts", "text").execute()
  await library().addColumn("access", "text").execute()
  await sql`update library set teamspace_key = ${BUILT_IN_TEAMSPACE} where is_private = 1`.execute(db)
  await db.schema.dropIndex("library_living_id").execute()
  const living = db.schema
    .createIndex("library_living_id")
    .unique()
    .on("library")
    .columns(["folded_id", "teamspace_key"])
  await living.where("is_deleted" as never, "=", 0 as never).execute()
}
