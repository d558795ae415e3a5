import { isUrl } from "@lectern/contract"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import type { Log } from "../log.ts"
import { explainPostgresError, isRefusedParameter, isStillStarting } from "./explain-postgres-error.ts"
import { MINUTE_MS } from "../durations.ts"

/**
 * Type ids of columns that pg returns as text by default, because a value may exceed the range of a number. Lectern's
 * times, counts and sums never do.
 */
const INT8_OID = 20
const NUMERIC_OID = 1700

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Transactions run one at a time, so a process that hangs inside one would block all others. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000
const IDLE_CONNECTION_MS = MINUTE_MS
/** How long a call waits for a server that is restarting. */
const RECONNECT_MS = 10_000
const FIRST_RETRY_MS = 50
const MAX_RETRY_MS = 1_000

/** Options of a pool. */
export interface PoolOptions {
  readonly log: Log
  /** Maximum number of connections of this process. */
  readonly maxConnections: number
}

/**
 * Prepares a pool of connections; the first query opens one. `bigint` and `numeric` columns arrive as numbers.
 *
 * @param databaseUrl such as `postgres://user:password@host:5432/name?sslmode=require`.
 */
export function openPool(databaseUrl: string, { log, maxConnections }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8_OID, Number)
  types.setTypeParser(NUMERIC_OID, Number)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    types,
    application_name: "lectern",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  })
  const report = (error: Error) => log.warn({ reason: error.message }, "lost a database connection")
  // Without listeners, a connection that the server closes would end the process, whether it is idle or in use.
  pool.on("error", report)
  pool.on("connect", (client) => client.on("error", () => undefined))
  return pool
}

/**
 * Takes a connection from the pool. If the server is restarting, it waits and tries again, which is safe because
 * nothing has been sent yet. A pooler such as PgBouncer refuses connections with time-outs; in that case, it connects
 * without them.
 *
 * @throws {StorageUnavailable} if the server cannot be reached for 10 seconds.
 * @throws {InternalFailure} if the server refuses, for example because of a wrong password.
 */
export async function connectTo(pool: pg.Pool, reconnectMs = RECONNECT_MS): Promise<pg.PoolClient> {
  const deadlineMs = performance.now() + reconnectMs
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, MAX_RETRY_MS)) {
    try {
      return await pool.connect()
    } catch (error) {
      if (isRefusedParameter(error) && sendsTimeouts(pool)) {
        forgetTimeouts(pool)
        continue
      }
      if (!isStillStarting(error) || performance.now() + waitMs > deadlineMs) {
        throw explainPostgresError(error, databaseName(pool))
      }
      await delay(waitMs)
    }
  }
}

/** Returns true if the server ends statements and transactions that take too long; false behind most poolers. */
export function sendsTimeouts(pool: pg.Pool): boolean {
  return pool.options.statement_timeout !== undefined
}

/** Lets new connections start without time-outs. */
export function forgetTimeouts({ options }: pg.Pool): void {
  options.statement_timeout = undefined
  options.idle_in_transaction_session_timeout = undefined
}

/** Sets the time-outs of one transaction, for connections that have none. */
export const TRANSACTION_TIMEOUTS =
  `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; ` +
  `set local idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_TIMEOUT_MS}`

/** Returns the host and name of the database without user and password, such as `db.example:5432/lectern`. */
export function databaseName(pool: pg.Pool): string {
  const { connectionString } = pool.options
  if (connectionString === undefined || !isUrl(connectionString)) return "PostgreSQL"
  const { host, pathname } = new URL(connectionString)
  return `${host}${pathname}`
}
