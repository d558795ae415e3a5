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

/** Advisory lock of transactions, "LECT" in ASCII. Locks belong to one database, so instances on one server do not meet. */
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
 * Runs transactions one at a time. The stores read before they write, and rely on nobody else writing in between; stricter
 * isolation levels would refuse transactions instead of letting them wait.
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
      // A snapshot for a copy of everything, which takes as long as it takes and stops nobody.
      await connection.executeQuery(
        CompiledQuery.raw(
          "begin isolation level repeatable read read only; set local statement_timeout = 0; " +
            "set local idle_in_transaction_session_timeout = 0",
        ),
      )
      return
    }
    // One statement after the other in one message, because each message costs a round trip.
    const timeouts = sendsTimeouts(this.#pool) ? "" : `${TRANSACTION_TIMEOUTS}; `
    const lock = `select pg_advisory_xact_lock(${TRANSACTION_LOCK})`
    await connection.executeQuery(CompiledQuery.raw(`begin; ${timeouts}${lock}`))
  }
}

/** A connection whose errors name the database, and that stores texts with zero characters. */
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

/** Compiles queries so that they mean what they mean in SQLite. */
class PortableCompiler extends PostgresQueryCompiler {
  /** Sorts by code point, whatever the locale of the database. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === "text") this.append(' collate "C"')
  }

  /** PostgreSQL has no empty lists: nothing is in one, and everything is not. */
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

/** Lets a migration take as long as it needs. */
class PatientAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[db, options]: LockArguments): Promise<void> {
    // Migrations run in one transaction, with which the setting ends. Behind a pooler, the next one may use this connection.
    await sql`set local statement_timeout = 0`.execute(db)
    await super.acquireMigrationLock(db, options)
  }
}
