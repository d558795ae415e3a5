import {
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Driver,
  type OperationNode,
  OperatorNode,
  PostgresAdapter,
  type PostgresCursor,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
  sql,
  type TransactionSettings,
  ValueListNode,
} from "kysely"
import type pg from "pg"
import Cursor from "pg-cursor"
import { explainPostgresError } from "../../../base/postgres/explain-postgres-error.ts"
import { connectTo, databaseName, sendsTimeouts, TRANSACTION_TIMEOUTS } from "../../../base/postgres/open-pool.ts"
import { storableText } from "../../../base/storable-text.ts"

/**
 * Advisory lock of transactions, "LECT" in ASCII. Locks belong to one database, so instances that share a server do not
 * block each other.
 */
const TRANSACTION_LOCK = 0x4c454354

/** Kysely's PostgreSQL dialect with the behaviour of SQLite where the stores rely on it. */
export class SerialPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool, cursor: Cursor })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new SerialDriver(this.#pool)
  }

  override createQueryCompiler(): QueryCompiler {
    return new PortableCompiler()
  }

  override createAdapter(): PostgresAdapter {
    return new PatientAdapter()
  }
}

/**
 * Runs transactions one at a time. The stores read before they write, and rely on the absence of other writes in
 * between; stricter isolation levels would reject transactions instead of letting them wait.
 */
class SerialDriver extends PostgresDriver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    const database = databaseName(pool)
    const connect = async () => explainingClient(await connectTo(pool), database)
    super({ pool: { connect, end: () => pool.end() }, cursor: Cursor })
    this.#pool = pool
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === "read only") {
      // A snapshot for a full copy has no time-out and blocks nothing.
      await connection.executeQuery(
        CompiledQuery.raw(
          "begin isolation level repeatable read read only; set local statement_timeout = 0; " +
            "set local idle_in_transaction_session_timeout = 0",
        ),
      )
      return
    }
    // Sends several statements in one message, because each message costs a round trip.
    const timeouts = sendsTimeouts(this.#pool) ? "" : `${TRANSACTION_TIMEOUTS}; `
    const lock = `select pg_advisory_xact_lock(${TRANSACTION_LOCK})`
    await connection.executeQuery(CompiledQuery.raw(`begin; ${timeouts}${lock}`))
  }
}

/** Wraps a client so that its errors name the database and texts with U+0000 can be stored. */
function explainingClient(client: pg.PoolClient, database: string): PostgresPoolClient {
  function query<Row>(
    statement: string,
    parameters: readonly unknown[],
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(statement: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") return client.query(statement as Cursor)
    return client.query(statement, parameters.map(storable)).catch((error: unknown) => {
      throw explainPostgresError(error, database)
    })
  }
  return { query: query as PostgresPoolClient["query"], release: () => client.release() }
}

function storable(value: unknown): unknown {
  return typeof value === "string" ? storableText(value) : value
}

/** Compiles queries so that they have the same meaning as in SQLite. */
class PortableCompiler extends PostgresQueryCompiler {
  /** Sorts by code point, regardless of the locale of the database. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === "text") this.append(' collate "C"')
  }

  /**
   * Replaces comparisons with empty lists, which PostgreSQL does not allow: nothing is in an empty list, and everything
   * is not in it.
   */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : undefined
    if ((operator === "in" || operator === "not in") && isEmptyList(node.rightOperand)) {
      this.append(operator === "in" ? "false" : "true")
    } else {
      super.visitBinaryOperation(node)
    }
  }
}

function isEmptyList(node: OperationNode): boolean {
  return (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0
}

type LockArguments = Parameters<PostgresAdapter["acquireMigrationLock"]>

/** Removes the time limit of migrations. */
class PatientAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[db, options]: LockArguments): Promise<void> {
    // Migrations run in one transaction, and the setting ends with it. Behind a pooler, other clients may use this
    // connection later.
    await sql`set local statement_timeout = 0`.execute(db)
    await super.acquireMigrationLock(db, options)
  }
}
