import type { Kysely } from "kysely"

/** Adds the grants of connected OAuth accounts, and creates the table of started consents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const connection = () => db.schema.alterTable("connection")
  await connection().addColumn("grant_key", "text").execute()
  await connection().addColumn("api_url", "text").execute()
  await connection().addColumn("expires_at_ms", "bigint").execute()
  await connection().addColumn("refused_at_ms", "bigint").execute()
  await connection().addColumn("renewing_by", "text").execute()
  await connection().addColumn("renewing_until_ms", "bigint").execute()
  await db.schema
    .createTable("consent")
    .addColumn("ticket_hash", "text", (column) => column.primaryKey())
    .addColumn("teamspace_key", "text", (column) => column.notNull())
    .addColumn("user_key", "text")
    .addColumn("via", "text", (column) => column.notNull())
    .addColumn("via_key", "text")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("site_url", "text")
    .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
    .execute()
}
