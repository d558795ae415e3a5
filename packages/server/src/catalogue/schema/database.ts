import type { LibraryTable } from "./libraries.ts"
import type { VersionTable } from "./versions.ts"
import type { JobLogTable } from "./job-logs.ts"
import type { JobTable, JobTurnTable } from "./jobs.ts"
import type { AccountTable } from "./users.ts"
import type { ApiKeyTable } from "./api-keys.ts"
import type { ConnectionTable } from "./connections.ts"
import type { ConsentTable } from "./consents.ts"
import type { CachedPageTable } from "./page-cache.ts"
import type { WrittenTextTable } from "./written-texts.ts"
import type { VisibilityRulesTable } from "./visibility-rules.ts"
import type { UsageCountTable, UsageSaltTable, UsageVisitorTable } from "./usage.ts"
import type { QuestionTable } from "./questions.ts"
import type { DeviceSignInTable } from "./device-sign-ins.ts"
import type { RateCountTable } from "./rate-counts.ts"
import type { SettingTable } from "./settings.ts"
import type { Kysely } from "kysely"
import type { AuditEntryTable } from "./audit.ts"
import type { InvitationTable } from "./invitations.ts"
import type { MembershipTable, ProjectTable, TeamspaceTable } from "./teamspaces.ts"
import type { SessionTable } from "./sessions.ts"
import type { SignInFailureTable } from "./sign-in-failures.ts"
import type { WebhookDeliveryTable, WebhookTable } from "./webhooks.ts"

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
  question: QuestionTable
  device_sign_in: DeviceSignInTable
  job_turn: JobTurnTable
  job_log: JobLogTable
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
