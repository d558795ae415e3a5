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
} from "kysely"
import { LRUCache } from "lru-cache"

/** Statements kept prepared; the catalogue's queries come in a few dozen shapes. */
const PREPARED_MAX_COUNT = 200
/** Other processes' transactions last under a millisecond each; only a hang makes anyone wait this long. */
const BUSY_TIMEOUT_MS = 10_000
const BUSY_RETRY_MS = 4

/** Kysely's SQLite dialect for a file that several processes write: transactions take the write lock when they begin. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: Sqlite.Database) {
    const kept = keepPrepared(database)
    super({ database: kept })
    this.#database = kept
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database })
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * A transaction that first reads and then writes fails at once in SQLite when another process wrote in between, whatever
 * the time-out; taking the write lock first makes it wait instead.
 */
class ImmediateDriver extends SqliteDriver {
  #patient: DatabaseConnection | undefined

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#patient ??= waitForLocks(connection)
    return this.#patient
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"))
  }
}

/** SQLite itself waits by putting the thread to sleep; this waits without holding up anything else in the process. */
function waitForLocks(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery(query) {
      const deadlineMs = performance.now() + BUSY_TIMEOUT_MS
      for (;;) {
        try {
          return await connection.executeQuery(query)
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadlineMs) {
            throw error
          }
          await delay(1 + Math.random() * BUSY_RETRY_MS)
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** Tells whether another connection holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")
}

/** SQLite rolls schema changes back as well; with that known, all migrations run in one locked transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Keeps recently used statements prepared, since preparing costs more than running most of them. */
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
