import { type Kysely, sql } from "kysely"
import { foldName } from "../users/fold-name.ts"

/**
 * Adds the folded name of accounts. If the names of several accounts differ only in letter case, the oldest account
 * gets it; the others are found only by their exact names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("account").addColumn("folded_name", "text").execute()
  const accounts = await sql<{
    key: string
    name: string
  }>`select key, name from account order by created_at_ms, key`.execute(db)
  const taken = new Set<string>()
  for (const { key, name } of accounts.rows) {
    const folded = foldName(name)
    const own = taken.has(folded) ? `=${key}` : folded
    taken.add(own)
    await sql`update account set folded_name = ${own} where key = ${key}`.execute(db)
  }
  await db.schema.createIndex("account_folded_name").on("account").column("folded_name").unique().execute()
}
