import type { Kysely } from "kysely"
import type {
  AuditEntryTable,
  InvitationTable,
  MembershipTable,
  ProjectTable,
  SessionTable,
  SignInFailureTable,
  TeamspaceTable,
} from "./people/people-schema.ts"
import type { WebhookDeliveryTable, WebhookTable } from "./webhooks/schema.ts"

/**
 * The tables as the database sees them. Times are bigint epoch milliseconds, booleans 0 or 1, lists and objects JSON
 * text, so that one schema and one set of queries serve every engine.
 */
export interface CatalogueTables {
  library: LibraryTable
  version: VersionTable
  job: JobTable
  account: AccountTable
  api_key: ApiKeyTable
  connection: ConnectionTable
  consent: ConsentTable
  kept_page: KeptPageTable
  written_text: WrittenTextTable
  teamspace: TeamspaceTable
  membership: MembershipTable
  project: ProjectTable
  invitation: InvitationTable
  session: SessionTable
  sign_in_failure: SignInFailureTable
  audit_entry: AuditEntryTable
  reading_rules: ReadingRulesTable
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

/** A connection to the catalogue's database, inside or outside of a transaction. */
export type Database = Kysely<CatalogueTables>

export interface LibraryTable {
  key: string
  id: string
  folded_id: string
  kind: string
  title: string
  description: string
  is_described: number
  state: string
  state_reason: string | null
  is_private: number
  /** Empty for a public library. */
  teamspace_key: string
  project_key: string | null
  license: string | null
  site_facts: string | null
  access: string | null
  source_url: string
  /** The whole SourceRecord as JSON; `source_url` repeats its address for look-ups. */
  source: string
  branch: string
  stars: number
  trust_score: number
  benchmark_score: number
  is_verified: number
  redirect_to: string | null
  rules: string
  available_tags: string
  characteristic_terms: string
  total_tokens: number
  total_snippets: number
  created_at_ms: number
  published_at_ms: number | null
  change_number: number
  is_deleted: number
  refresh_schedule: string | null
  /** Title and description that an operator gave, as JSON. */
  given_words: string | null
  kept_by: string | null
  /** When the schedule looks at the library next, epoch milliseconds; no part of what followers of changes see. */
  look_at_ms: number
  /** What its host and source say of it, as JSON. */
  facts: string | null
  /** When its host is asked again. */
  facts_due_at_ms: number
  written_description: string | null
  written_tokens: number
}

export interface WrittenTextTable {
  library_key: string
  hash: string
  writer: string
  title: string
  description: string
  /** Empty: none was written. */
  question: string
}

export interface VersionTable {
  key: string
  library_key: string
  tag: string
  state: string
  branch: string
  revision: string | null
  index_hash: string | null
  report_hash: string | null
  archive_hash: string | null
  recipe: string | null
  embedder: string | null
  total_tokens: number
  total_snippets: number
  generation: number
  published_at_ms: number | null
}

export interface JobTable {
  id: string
  /** Order of queueing. */
  sequence: number
  kind: string
  library_key: string | null
  library_id: string | null
  version_tag: string
  /** Who the job is done for; empty where it is nobody in particular. */
  tenant: string
  state: string
  stage: string | null
  progress: string
  payload: string
  /** Repeats the payload's blob, so that it can be found without reading every payload. */
  bundle_hash: string | null
  attempts: number
  max_attempts: number
  run_after_ms: number
  worker_id: string | null
  heartbeat_at_ms: number | null
  is_cancel_requested: number
  error_code: string | null
  error_message: string | null
  report_hash: string | null
  requested_by: string | null
  created_at_ms: number
  started_at_ms: number | null
  finished_at_ms: number | null
}

export interface AccountTable {
  key: string
  name: string
  /** As names are compared; unique. */
  folded_name: string
  role: string
  password_hash: string
  must_change_password: number
  is_active: number
  created_at_ms: number
  email: string | null
  sso_issuer: string | null
  sso_subject: string | null
  /** JSON list of names. */
  groups: string
}

export interface ApiKeyTable {
  key: string
  user_key: string
  label: string
  key_hash: string
  hint: string
  created_at_ms: number
  last_used_at_ms: number | null
  revoked_at_ms: number | null
  teamspace_key: string
}

export interface ConnectionTable {
  key: string
  teamspace_key: string
  kind: string
  site_url: string
  account_name: string | null
  sealed_token: string
  created_at_ms: number
  last_used_at_ms: number | null
  /** Null for an account that was connected with a token of one's own. */
  grant_key: string | null
  api_url: string | null
  expires_at_ms: number | null
  refused_at_ms: number | null
  renewing_by: string | null
  renewing_until_ms: number | null
}

export interface ConsentTable {
  ticket_hash: string
  teamspace_key: string
  user_key: string | null
  via: string
  via_key: string | null
  kind: string
  site_url: string | null
  expires_at_ms: number
}

export interface KeptPageTable {
  library_key: string
  page_id: string
  revision: string
  hash: string
}

export interface ReadingRulesTable {
  teamspace_key: string
  policies: string
  access_rules: string
  change_number: number
}

export interface UsageCountTable {
  library_key: string
  scope: string
  kind: string
  day: string
  name: string
  count: number
}

export interface UsageVisitorTable {
  library_key: string
  scope: string
  day: string
  client: string
  visitor: string
}

export interface UsageSaltTable {
  day: string
  salt: string
}

export interface RateCountTable {
  bucket: string
  ends_at_ms: number
  count: number
}

/** When somebody was last served by the queue. */
export interface JobTurnTable {
  tenant: string
  turn: number
}

export interface SettingTable {
  name: string
  value: string
}

export interface CounterTable {
  name: string
  value: number
}
