import type { LibraryStore } from "./libraries/records.ts"
import type { VersionStore } from "./versions/records.ts"
import type { JobStore } from "./jobs/records.ts"
import type { UserStore } from "./users/records.ts"
import type { ApiKeyStore } from "./api-keys/records.ts"
import type { ConnectionStore } from "./connections/records.ts"
import type { PageCacheStore } from "./page-cache/records.ts"
import type { MetadataStore } from "./metadata/records.ts"
import type { WrittenTextStore } from "./written-texts/records.ts"
import type { SettingStore } from "./settings/records.ts"
import type { VisibilityRulesStore } from "./visibility-rules/records.ts"
import type { ConsentStore } from "./consents/records.ts"
import type { AuditStore } from "./audit/records.ts"
import type { InvitationStore } from "./invitations/records.ts"
import type { SessionStore } from "./sessions/records.ts"
import type { SignInFailureStore } from "./sign-in-failures/records.ts"
import type { TeamspaceStore } from "./teamspaces/records.ts"
import type { RateCountStore } from "./rate-counts/records.ts"
import type { EncryptedValueStore } from "./encrypted-values/records.ts"
import type { UsageStore } from "./usage/records.ts"
import type { WebhookStore } from "./webhooks/records.ts"

/** Everything relational, behind one door. Implementations differ by engine only where claiming a job does. */
export interface Catalogue {
  readonly libraries: LibraryStore
  readonly versions: VersionStore
  readonly jobs: JobStore
  readonly users: UserStore
  readonly apiKeys: ApiKeyStore
  readonly connections: ConnectionStore
  /** Consents of OAuth that are under way. */
  readonly consents: ConsentStore
  readonly pageCache: PageCacheStore
  /** Whose host is to be asked what it knows. */
  readonly metadata: MetadataStore
  readonly writtenTexts: WrittenTextStore
  readonly teamspaces: TeamspaceStore
  readonly invitations: InvitationStore
  readonly sessions: SessionStore
  readonly signInFailures: SignInFailureStore
  readonly audit: AuditStore
  /** How libraries are used. */
  readonly usage: UsageStore
  /** Counts of requests that processes share. */
  readonly rateCounts: RateCountStore
  /** Who is told of events, and the events on their way. */
  readonly webhooks: WebhookStore
  /** Every sealed secret of the other stores. */
  readonly encryptedValues: EncryptedValueStore
  /** Small named values: instance facts such as `first_start_done`. */
  readonly settings: SettingStore
  /** What teamspaces decide about reading: policies and access rules. */
  readonly visibilityRules: VisibilityRulesStore
  /** Runs several calls as one transaction: all or nothing. */
  inTransaction<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result>
  /** Brings the schema up to date; safe from several processes at once. */
  migrate(): Promise<void>
  /** True when the engine answers and no migration is missing. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
