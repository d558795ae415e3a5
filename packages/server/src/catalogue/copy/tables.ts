import type { CatalogueTables } from "../schema/database.ts"

/** Name of a table of the catalogue. */
export type TableName = keyof CatalogueTables

/** The primary key of every table. Each table comes after the tables that its foreign keys refer to. */
const PRIMARY_KEYS = {
  teamspace: ["key"],
  account: ["key"],
  project: ["key"],
  membership: ["user_key", "teamspace_key"],
  invitation: ["key"],
  session: ["key"],
  api_key: ["key"],
  sign_in_failure: ["bucket"],
  device_sign_in: ["device_hash"],
  audit_entry: ["key"],
  reading_rules: ["teamspace_key"],
  connection: ["key"],
  consent: ["ticket_hash"],
  library: ["key"],
  version: ["key"],
  job: ["id"],
  job_turn: ["tenant"],
  job_log: ["job_id", "position"],
  kept_page: ["library_key", "page_id"],
  written_text: ["library_key", "hash"],
  question: ["id"],
  usage_count: ["library_key", "scope", "kind", "day", "name"],
  usage_visitor: ["library_key", "scope", "day", "client", "visitor"],
  usage_salt: ["day"],
  rate_count: ["bucket"],
  webhook: ["key"],
  webhook_delivery: ["key"],
  setting: ["name"],
  counter: ["name"],
} as const satisfies { readonly [Table in TableName]: readonly (keyof CatalogueTables[Table])[] }

/** Every table, in the order in which they can be filled. */
export const TABLE_NAMES = Object.keys(PRIMARY_KEYS) as readonly TableName[]

/** Returns the columns of a table's primary key. */
export function primaryKeyOf(table: TableName): readonly string[] {
  return PRIMARY_KEYS[table]
}
