import { type Dialect, Kysely, Migrator, sql } from "kysely"
import { asError, InvalidInput, ServiceError } from "../base/errors.ts"
import type { Log } from "../base/log.ts"
import { createApiKeyStore } from "./api-keys/store.ts"
import { createAuditStore } from "./audit/store.ts"
import type { Catalogue } from "./catalogue.ts"
import { createCounterStore } from "./counters/store.ts"
import { silentNotices } from "./change-notices.ts"
import { createConnectionStore } from "./connections/store.ts"
import { createConsentStore } from "./consents/store.ts"
import { copyTables } from "./copy/copy-tables.ts"
import { createMetadataStore } from "./libraries/metadata-store.ts"
import { createInvitationStore } from "./invitations/store.ts"
import { createJobLogStore } from "./job-logs/store.ts"
import { createJobStore, type JobStoreDependencies } from "./jobs/store.ts"
import { createPageCacheStore } from "./page-cache/store.ts"
import { createLibraryStore } from "./libraries/store.ts"
import { migrationList } from "./migrations/migration-list.ts"
import type { CatalogueTables, Database } from "./schema/database.ts"
import { createDeviceSignInStore } from "./device-sign-ins/store.ts"
import { createQuestionStore } from "./questions/store.ts"
import { createRateCountStore } from "./rate-counts/store.ts"
import { createEncryptedValueStore } from "./encrypted-values/store.ts"
import { createSessionStore } from "./sessions/store.ts"
import { createSignInFailureStore } from "./sign-in-failures/store.ts"
import { createVisibilityRulesStore } from "./visibility-rules/store.ts"
import { createSettingStore } from "./settings/store.ts"
import { createTeamspaceStore } from "./teamspaces/store.ts"
import { createUsageStore } from "./usage/store.ts"
import { createUserStore } from "./users/store.ts"
import { createVersionStore } from "./versions/store.ts"
import { createWrittenTextStore } from "./written-texts/store.ts"
import { type StatementWatch, watchStatements } from "./watch-statements.ts"
import { createWebhookStore } from "./webhooks/store.ts"

/** Dependencies of a catalogue besides its database. */
export interface CatalogueDependencies extends JobStoreDependencies {
  readonly log: Log
  /** Measures statements; if undefined, they are not measured. */
  readonly statements?: StatementWatch | undefined
}

/** Kysely's error message if the database contains a migration that this program does not have. */
const NEWER_MIGRATION = /previously executed migration (?<newer>\S+) is missing/

function describeNewer(migration: string): string {
  return (
    `a newer release of Lectern has migrated the catalogue (${migration}). Install that release again, or restore a ` +
    "backup from before the upgrade"
  )
}

/**
 * Creates the stores on a database.
 *
 * @param dialect its transactions must lock the whole database for writing when they begin.
 */
export function createCatalogue(dialect: Dialect, dependencies: CatalogueDependencies): Catalogue {
  const { statements } = dependencies
  const observed = statements === undefined ? {} : { log: watchStatements(statements) }
  const db = new Kysely<CatalogueTables>({ dialect, ...observed })
  // Kysely's own comparison of names loads the rules of a language, which takes 3 ms.
  const nameComparator = (left: string, right: string) => (left < right ? -1 : 1)
  const migrator = new Migrator({ db, provider: migrationList, nameComparator })
  let isMigrated = false
  return {
    ...storesOn(db, dependencies),
    inTransaction: (work) => db.transaction().execute((transaction) => work(within(transaction, dependencies))),
    copyTo: (other, { prepare, onTable = () => {} } = {}) =>
      inSnapshot(db, async (snapshot) => {
        await prepare?.(within(snapshot, dependencies))
        return other.inTablesTransaction((target) => copyTables(snapshot, target, onTable))
      }),
    inTablesTransaction: (work) => db.transaction().execute(work),
    async migrate() {
      const { error, results } = await migrator.migrateToLatest()
      if (error !== undefined) {
        // The error from the engine already says what to do.
        if (error instanceof ServiceError) throw error
        const { newer } = NEWER_MIGRATION.exec(asError(error).message)?.groups ?? {}
        if (newer !== undefined) throw new InvalidInput(describeNewer(newer), { cause: error })
        throw new Error("cannot migrate the catalogue", { cause: error })
      }
      const migrations = (results ?? []).map(({ migrationName }) => migrationName)
      if (migrations.length > 0) dependencies.log.info({ migrations }, "catalogue migrated")
      isMigrated = true
    },
    async isReady() {
      try {
        isMigrated ||= (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined)
        await sql`select 1`.execute(db)
        return isMigrated
      } catch (error) {
        dependencies.log.warn({ err: error }, "catalogue does not respond")
        return false
      }
    },
    close: () => db.destroy(),
  }
}

/** Runs work on one consistent state of the database, while other connections may write. */
function inSnapshot<Result>(db: Database, work: (snapshot: Database) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work)
}

function storesOn(db: Database, dependencies: JobStoreDependencies) {
  const { clock } = dependencies
  return {
    libraries: createLibraryStore(db, clock),
    versions: createVersionStore(db, clock),
    jobs: createJobStore(db, dependencies),
    jobLogs: createJobLogStore(db),
    users: createUserStore(db, clock),
    apiKeys: createApiKeyStore(db, clock),
    connections: createConnectionStore(db, clock),
    consents: createConsentStore(db, clock),
    pageCache: createPageCacheStore(db),
    metadata: createMetadataStore(db),
    teamspaces: createTeamspaceStore(db, clock),
    invitations: createInvitationStore(db, clock),
    sessions: createSessionStore(db, clock),
    signInFailures: createSignInFailureStore(db),
    audit: createAuditStore(db, clock),
    visibilityRules: createVisibilityRulesStore(db),
    usage: createUsageStore(db),
    questions: createQuestionStore(db, clock),
    deviceSignIns: createDeviceSignInStore(db, clock),
    rateCounts: createRateCountStore(db),
    counters: createCounterStore(db),
    encryptedValues: createEncryptedValueStore(db),
    webhooks: createWebhookStore(db, clock),
    settings: createSettingStore(db),
    writtenTexts: createWrittenTextStore(db),
    notices: silentNotices,
  }
}

/** Returns the catalogue inside a transaction, where a nested transaction joins the outer one. */
function within(db: Database, dependencies: CatalogueDependencies): Catalogue {
  const catalogue: Catalogue = {
    ...storesOn(db, dependencies),
    inTransaction: (work) => work(catalogue),
    copyTo: () => Promise.reject(new Error("cannot copy inside a transaction")),
    inTablesTransaction: (work) => work(db),
    migrate: () => Promise.reject(new Error("cannot migrate inside a transaction")),
    isReady: () => Promise.resolve(true),
    close: () => Promise.reject(new Error("cannot close the catalogue inside a transaction")),
  }
  return catalogue
}
