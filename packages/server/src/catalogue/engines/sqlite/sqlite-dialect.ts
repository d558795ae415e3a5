import { setTimeout as delay } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteDatabase,
  type SqliteStatement,
  type TransactionSettings,
} from "kysely"
import { LRUCache } from "lru-cache"
import { asStorageError } from "../../../base/storage-errors.ts"

/** Maximum number of prepared statements; the catalogue has a few dozen different queries. */
const PREPARED_MAX_COUNT = 200
/** Transactions last less than a millisecond, so only a process that hangs causes a wait this long. */
const BUSY_TIMEOUT_MS = 10_000
const BUSY_RETRY_MS = 4

/** Kysely's SQLite dialect for a file that several processes write: transactions take the write lock when they begin. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  readonly #prepared: SqliteDatabase

  constructor(database: Sqlite.Database) {
    const prepared = keepPrepared(database)
    super({ database: prepared })
    this.#database = database
    this.#prepared = prepared
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#prepared)
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Takes the write lock when a transaction begins. In SQLite, a transaction that reads and then writes fails
 * immediately, regardless of the time-out, if another process wrote in between. With the lock, it waits instead.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  #patient: DatabaseConnection | undefined

  constructor(database: Sqlite.Database, prepared: SqliteDatabase) {
    super({ database: prepared })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#patient ??= waitForLocks(connection)
    return this.#patient
  }

  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    // Reading needs no lock: with a write-ahead log, a transaction sees one consistent state while others write.
    await connection.executeQuery(CompiledQuery.raw(settings?.accessMode === "read only" ? "begin" : "begin immediate"))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk, SQLite has already rolled back. A second rollback would fail and hide the reason.
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Waits for locks without blocking the event loop; SQLite itself would block the thread. */
function waitForLocks(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery(query) {
      const deadlineMs = performance.now() + BUSY_TIMEOUT_MS
      for (;;) {
        try {
          return await connection.executeQuery(query)
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadlineMs) {
            throw asStorageError(error)
          }
          await delay(1 + Math.random() * BUSY_RETRY_MS)
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** Returns true if a statement failed because another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")
}

/** Declares that SQLite can roll back schema changes, so that Kysely runs all migrations in one locked transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Caches prepared statements, because preparing most of them takes longer than running them. */
function keepPrepared(database: Sqlite.Database): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: PREPARED_MAX_COUNT })
  return {
    close: () => void database.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      const statement = database.prepare(sql) as SqliteStatement
      prepared.set(sql, statement)
      return statement
    },
  }
}
