import type { Kysely } from "kysely"

/** Creates the tables of libraries, versions, jobs, accounts, keys, settings and counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLibraryTable(db)
  await createVersionTable(db)
  await createJobTable(db)
  await createAccountTables(db)
  await createSmallTables(db)
}

async function createLibraryTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("library")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("folded_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("is_described", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("state_reason", "text")
    .addColumn("is_private", "integer", (column) => column.notNull())
    .addColumn("source_url", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("stars", "bigint", (column) => column.notNull())
    .addColumn("trust_score", "double precision", (column) => column.notNull())
    .addColumn("benchmark_score", "double precision", (column) => column.notNull())
    .addColumn("is_verified", "integer", (column) => column.notNull())
    .addColumn("redirect_to", "text")
    .addColumn("rules", "text", (column) => column.notNull())
    .addColumn("available_tags", "text", (column) => column.notNull())
    .addColumn("characteristic_terms", "text", (column) => column.notNull())
    .addColumn("total_tokens", "bigint", (column) => column.notNull())
    .addColumn("total_snippets", "bigint", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("published_at_ms", "bigint")
    .addColumn("change_number", "bigint", (column) => column.notNull())
    .addColumn("is_deleted", "integer", (column) => column.notNull())
    .execute()
  const living = db.schema.createIndex("library_living_id").unique().on("library").column("folded_id")
  await living.where("is_deleted" as never, "=", 0 as never).execute()
  await db.schema
    .createIndex("library_source")
    .on("library")
    .columns(["source_url", "is_deleted", "created_at_ms"])
    .execute()
  await db.schema.createIndex("library_change").unique().on("library").column("change_number").execute()
  await db.schema
    .createIndex("library_published")
    .on("library")
    .columns(["is_deleted", "published_at_ms", "key"])
    .execute()
}

async function createVersionTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("version")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("library_key", "text", (column) => column.notNull().references("library.key"))
    .addColumn("tag", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("branch", "text", (column) => column.notNull())
    .addColumn("revision", "text")
    .addColumn("index_hash", "text")
    .addColumn("report_hash", "text")
    .addColumn("recipe", "text")
    .addColumn("total_tokens", "bigint", (column) => column.notNull())
    .addColumn("total_snippets", "bigint", (column) => column.notNull())
    .addColumn("generation", "bigint", (column) => column.notNull())
    .addColumn("published_at_ms", "bigint")
    .addUniqueConstraint("version_tag_of_library", ["library_key", "tag"])
    .execute()
}

async function createJobTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("library_key", "text", (column) => column.references("library.key"))
    .addColumn("library_id", "text")
    .addColumn("version_tag", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("stage", "text")
    .addColumn("progress", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("bundle_hash", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("max_attempts", "integer", (column) => column.notNull())
    .addColumn("run_after_ms", "bigint", (column) => column.notNull())
    .addColumn("worker_id", "text")
    .addColumn("heartbeat_at_ms", "bigint")
    .addColumn("is_cancel_requested", "integer", (column) => column.notNull())
    .addColumn("error_code", "text")
    .addColumn("error_message", "text")
    .addColumn("report_hash", "text")
    .addColumn("requested_by", "text")
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("started_at_ms", "bigint")
    .addColumn("finished_at_ms", "bigint")
    .execute()
  await db.schema.createIndex("job_sequence").unique().on("job").column("sequence").execute()
  await db.schema.createIndex("job_state").on("job").columns(["state", "sequence"]).execute()
  await db.schema.createIndex("job_library").on("job").columns(["library_key", "sequence"]).execute()
  // At most one job per library version is queued; further requests are merged into it while it waits.
  const oneWaiting = db.schema.createIndex("job_one_waiting").unique().on("job").columns(["library_key", "version_tag"])
  await oneWaiting
    .where("state" as never, "=", "queued" as never)
    .where("kind" as never, "=", "ingest" as never)
    .execute()
}

async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("must_change_password", "integer", (column) => column.notNull())
    .addColumn("is_active", "integer", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("api_key")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("user_key", "text", (column) => column.notNull().references("account.key"))
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("last_used_at_ms", "bigint")
    .addColumn("revoked_at_ms", "bigint")
    .execute()
  await db.schema.createIndex("api_key_user").on("api_key").column("user_key").execute()
}

async function createSmallTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("counter")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "bigint", (column) => column.notNull())
    .execute()
}
