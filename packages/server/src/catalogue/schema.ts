import type { LibraryTable } from "./libraries/schema.ts"
import type { VersionTable } from "./versions/schema.ts"
import type { JobTable, JobTurnTable } from "./jobs/schema.ts"
import type { AccountTable } from "./users/schema.ts"
import type { ApiKeyTable } from "./api-keys/schema.ts"
import type { ConnectionTable } from "./connections/schema.ts"
import type { ConsentTable } from "./consents/schema.ts"
import type { CachedPageTable } from "./page-cache/schema.ts"
import type { WrittenTextTable } from "./written-texts/schema.ts"
import type { VisibilityRulesTable } from "./visibility-rules/schema.ts"
import type { UsageCountTable, UsageSaltTable, UsageVisitorTable } from "./usage/schema.ts"
import type { RateCountTable } from "./rate-counts/schema.ts"
import type { SettingTable } from "./settings/schema.ts"
import type { Kysely } from "kysely"
import type { AuditEntryTable } from "./audit/schema.ts"
import type { InvitationTable } from "./invitations/schema.ts"
import type { MembershipTable, ProjectTable, TeamspaceTable } from "./teamspaces/schema.ts"
import type { SessionTable } from "./sessions/schema.ts"
import type { SignInFailureTable } from "./sign-in-failures/schema.ts"
import type { WebhookDeliveryTable, WebhookTable } from "./webhooks/schema.ts"

/**
 * All tables of the database. Times are epoch milliseconds (bigint), booleans are 0 or 1, and lists and objects are JSON text, so that
 * every engine can use the same schema and queries.
 */
export interface CatalogueTables {
  library: LibraryTable
  version: VersionTable
  job: JobTable
  account: AccountTable
  api_key: ApiKeyTable
  connection: ConnectionTable
  consent: ConsentTable
  kept_page: CachedPageTable
  written_text: WrittenTextTable
  teamspace: TeamspaceTable
  membership: MembershipTable
  project: ProjectTable
  invitation: InvitationTable
  session: SessionTable
  sign_in_failure: SignInFailureTable
  audit_entry: AuditEntryTable
  reading_rules: VisibilityRulesTable
  usage_count: UsageCountTable
  usage_visitor: UsageVisitorTable
  usage_salt: UsageSaltTable
  rate_count: RateCountTable
  job_turn: JobTurnTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  setting: SettingTable
  counter: CounterTable
}

/** A connection to the database, inside or outside a transaction. */
export type Database = Kysely<CatalogueTables>

export interface CounterTable {
  name: string
  value: number
}
