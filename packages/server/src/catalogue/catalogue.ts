import type { LibraryStore } from "./libraries/records.ts"
import type { VersionStore } from "./versions/records.ts"
import type { JobLogStore } from "./job-logs/records.ts"
import type { JobStore } from "./jobs/records.ts"
import type { UserStore } from "./users/records.ts"
import type { ApiKeyStore } from "./api-keys/records.ts"
import type { ConnectionStore } from "./connections/records.ts"
import type { PageCacheStore } from "./page-cache/records.ts"
import type { MetadataStore } from "./libraries/metadata-records.ts"
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
import type { DeviceSignInStore } from "./device-sign-ins/records.ts"
import type { QuestionStore } from "./questions/records.ts"
import type { CounterStore } from "./counters/records.ts"
import type { WebhookStore } from "./webhooks/records.ts"
import type { ChangeNotices } from "./change-notices.ts"
import type { CopiedTables } from "./copy/copy-tables.ts"
import type { TableName } from "./copy/tables.ts"
import type { Database } from "./schema/database.ts"

/** The database of the instance, as one store per resource. Its transactions run one at a time. */
export interface Catalogue {
  readonly libraries: LibraryStore
  readonly versions: VersionStore
  readonly jobs: JobStore
  /** Log entries of each job. */
  readonly jobLogs: JobLogStore
  readonly users: UserStore
  readonly apiKeys: ApiKeyStore
  readonly connections: ConnectionStore
  /** OAuth consents that have been started but not finished. */
  readonly consents: ConsentStore
  readonly pageCache: PageCacheStore
  /** Which libraries' metadata to query from their git hosts next. */
  readonly metadata: MetadataStore
  readonly writtenTexts: WrittenTextStore
  readonly teamspaces: TeamspaceStore
  readonly invitations: InvitationStore
  readonly sessions: SessionStore
  readonly signInFailures: SignInFailureStore
  readonly audit: AuditStore
  /** Usage counters of libraries. */
  readonly usage: UsageStore
  /** Programs without a browser that are signing in. */
  readonly deviceSignIns: DeviceSignInStore
  /** Questions that libraries should answer better. */
  readonly questions: QuestionStore
  /** Request counts, shared by all processes. */
  readonly rateCounts: RateCountStore
  /** Outgoing webhooks and their deliveries. */
  readonly webhooks: WebhookStore
  /** The counters that number jobs and changes. */
  readonly counters: CounterStore
  /** Every encrypted secret in the other stores. */
  readonly encryptedValues: EncryptedValueStore
  /** Small named values of the instance, such as `first_start_done`. */
  readonly settings: SettingStore
  /** Policies and access rules of teamspaces. */
  readonly visibilityRules: VisibilityRulesStore
  /** Notices of changes by any process, if the database supports them. */
  readonly notices: ChangeNotices
  /** Runs several calls as one transaction: all or nothing. */
  inTransaction<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result>
  /**
   * Copies all rows into another catalogue, which may be in another database. The copy shows one consistent state of
   * this catalogue, even while other processes write, and is complete or absent.
   *
   * @param prepare runs on that state before its rows are copied.
   * @throws {InvalidInput} if the other catalogue is not empty.
   */
  copyTo(
    other: Catalogue,
    options?: {
      readonly prepare?: ((snapshot: Catalogue) => Promise<void>) | undefined
      readonly onTable?: ((table: TableName, rows: number) => void) | undefined
    },
  ): Promise<CopiedTables>
  /** Runs work in one transaction on a writable connection to all tables. For {@link Catalogue.copyTo}. */
  inTablesTransaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /** Migrates the schema to the current version. Safe to call from several processes at once. */
  migrate(): Promise<void>
  /** Returns true if the database responds and no migration is missing. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
