import type { Kysely } from "kysely"

/** Key of the only teamspace of the self-hosted edition, and of its default project. */
const MAIN = "main"

/**
 * Creates the tables of teamspaces, members, projects, invitations, sessions and the audit log, and extends accounts
 * and keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTeamspaceTables(db)
  await createInvitationTable(db)
  await createSessionTables(db)
  await createAuditTable(db)
  await extendAccounts(db)
}

async function createTeamspaceTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("teamspace")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("plan", "text")
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema
    .createTable("membership")
    .addColumn("user_key", "text", (column) => column.notNull().references("account.key").onDelete("cascade"))
    .addColumn("teamspace_key", "text", (column) => column.notNull().references("teamspace.key"))
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("membership_of_user", ["user_key", "teamspace_key"])
    .execute()
  await db.schema.createIndex("membership_teamspace").on("membership").column("teamspace_key").execute()
  await db.schema
    .createTable("project")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("teamspace_key", "text", (column) => column.notNull().references("teamspace.key"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_default", "integer", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addUniqueConstraint("project_name_in_teamspace", ["teamspace_key", "name"])
    .execute()
  const main = { key: MAIN, name: "Main", plan: null, created_at_ms: 0 }
  const project = { key: MAIN, teamspace_key: MAIN, name: "Default", is_default: 1, created_at_ms: 0 }
  const tables = db as Kysely<Record<string, Record<string, unknown>>>
  await tables.insertInto("teamspace").values(main).execute()
  await tables.insertInto("project").values(project).execute()
}

async function createInvitationTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invitation")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("teamspace_key", "text", (column) => column.notNull().references("teamspace.key"))
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("invited_by", "text")
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .addColumn("accepted_at_ms", "bigint")
    .execute()
  await db.schema.createIndex("invitation_teamspace").on("invitation").column("teamspace_key").execute()
}

async function createSessionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("session")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("user_key", "text", (column) => column.notNull().references("account.key").onDelete("cascade"))
    .addColumn("teamspace_key", "text", (column) => column.notNull().references("teamspace.key"))
    .addColumn("signed_in_with", "text", (column) => column.notNull())
    .addColumn("created_at_ms", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at_ms", "bigint", (column) => column.notNull())
    .addColumn("ends_at_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("session_user").on("session").column("user_key").execute()
  await db.schema.createIndex("session_end").on("session").column("ends_at_ms").execute()
  await db.schema
    .createTable("sign_in_failure")
    .addColumn("bucket", "text", (column) => column.primaryKey())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("until_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("sign_in_failure_until").on("sign_in_failure").column("until_ms").execute()
}

async function createAuditTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit_entry")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("at_ms", "bigint", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("actor_key", "text")
    .addColumn("teamspace_key", "text")
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("address", "text")
    .execute()
  await db.schema.createIndex("audit_entry_time").on("audit_entry").columns(["at_ms", "key"]).execute()
  await db.schema
    .createIndex("audit_entry_teamspace")
    .on("audit_entry")
    .columns(["teamspace_key", "at_ms", "key"])
    .execute()
}

async function extendAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("account").addColumn("email", "text").execute()
  await db.schema.alterTable("account").addColumn("sso_issuer", "text").execute()
  await db.schema.alterTable("account").addColumn("sso_subject", "text").execute()
  await db.schema
    .alterTable("account")
    .addColumn("groups", "text", (column) => column.notNull().defaultTo("[]"))
    .execute()
  await db.schema.createIndex("account_sso").unique().on("account").columns(["sso_issuer", "sso_subject"]).execute()
  await db.schema
    .alterTable("api_key")
    .addColumn("teamspace_key", "text", (column) => column.notNull().defaultTo(MAIN))
    .execute()
}
