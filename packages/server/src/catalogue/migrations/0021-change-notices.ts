import { type Kysely, PostgresAdapter, sql } from "kysely"

/**
 * The notices (`ChangeNotice`) that PostgreSQL sends: name of the trigger, table, events and payload. Columns that
 * change through use alone, such as the last use of a key, send none.
 */
const TRIGGERS = [
  ["notify_job", "counter", "insert or update", "jobs", "when (new.name = 'job')"],
  ["notify_delivery", "counter", "insert or update", "deliveries", "when (new.name = 'webhook_delivery')"],
  [
    "notify_library",
    "counter",
    "insert or update",
    "libraries",
    "when (new.name in ('library_change', 'reading_rules_change'))",
  ],
  ["notify_setting", "setting", "insert or update", "settings", "when (new.name like 'live.%')"],
  ["notify_key", "api_key", "delete or update of revoked_at_ms", "people", ""],
  ["notify_session", "session", "delete or update of teamspace_key, ends_at_ms", "people", ""],
  [
    "notify_account",
    "account",
    "delete or update of name, role, groups, is_active, must_change_password, password_hash",
    "people",
    "",
  ],
  ["notify_membership", "membership", "insert or delete or update", "people", ""],
  ["notify_teamspace", "teamspace", "delete or update of name, plan", "people", ""],
] as const

/**
 * Makes PostgreSQL notify the processes of an instance of changes, in the transaction that makes the change. PostgreSQL
 * merges equal notices of one transaction. SQLite has no notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`create function lectern_notify_change() returns trigger language plpgsql as
    $$ begin perform pg_notify('lectern', tg_argv[0]); return null; end $$`.execute(db)
  for (const [name, table, events, payload, condition] of TRIGGERS) {
    await sql`create trigger ${sql.id(name)} after ${sql.raw(events)} on ${sql.table(table)}
      for each row ${sql.raw(condition)} execute function lectern_notify_change(${sql.lit(payload)})`.execute(db)
  }
}
