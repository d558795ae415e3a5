import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { InternalFailure } from "../../../base/errors.ts"
import type { Log } from "../../../base/log.ts"
import { explainPostgresError } from "../../../base/postgres/explain-postgres-error.ts"
import { connectTo, databaseName, forgetTimeouts, openPool, sendsTimeouts } from "../../../base/postgres/open-pool.ts"
import type { Catalogue } from "../../catalogue.ts"
import { type CatalogueDependencies, createCatalogue } from "../../create-catalogue.ts"
import { listenForChanges } from "./listen-for-changes.ts"
import { SerialPostgresDialect } from "./postgres-dialect.ts"

/**
 * PostgreSQL 13, the oldest version that was maintained when this was written. The tests run on version 18; the contract
 * tests also passed on version 15 (`TEST_POSTGRES_BINARIES`). Versions 13 and 14 have not been tried.
 */
const MIN_SERVER_VERSION = 130_000
/** Enough, because a request uses one connection at a time, for milliseconds. */
const MAX_CONNECTIONS = 10
const READY_TIMEOUT_MS = 2_000

/**
 * Opens the catalogue in a PostgreSQL database. Call `migrate` before using it.
 *
 * @param databaseUrl such as `postgres://user:password@host:5432/name`.
 * @throws {DatabaseUnavailable} if the server cannot be reached. @throws {InternalFailure} if it refuses the user, is older
 *   than version 13, or is read-only.
 */
export async function openPostgresCatalogue(
  databaseUrl: string,
  environment: CatalogueDependencies,
): Promise<Catalogue> {
  const pool = openPool(databaseUrl, { log: environment.log, maxConnections: MAX_CONNECTIONS })
  try {
    await assertUsable(pool, environment.log)
  } catch (error) {
    await pool.end()
    throw error
  }
  const catalogue = createCatalogue(new SerialPostgresDialect(pool), environment)
  // A health check must not wait as long for a restarting server as a request does.
  const isReady = () =>
    Promise.race([catalogue.isReady(), delay(READY_TIMEOUT_MS, undefined, { ref: false }).then(() => false)])
  const notices = listenForChanges({ databaseUrl, pool, log: environment.log })
  const close = async () => {
    await notices.close()
    await catalogue.close()
  }
  return { ...catalogue, notices, isReady, close }
}

async function assertUsable(pool: pg.Pool, log: Log): Promise<void> {
  const client = await connectTo(pool)
  try {
    const { rows } = await client.query<{
      version: string
      number: string
      is_replica: boolean
      encoding: string
      timeout: string
    }>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
         pg_is_in_recovery() as is_replica, current_setting('server_encoding') as encoding,
         current_setting('statement_timeout') as timeout`,
    )
    const [server] = rows
    if (server === undefined)
      throw new InternalFailure(`cannot determine the version of the database ${databaseName(pool)}`)
    const problem = findProblem(server)
    if (problem !== undefined) throw new InternalFailure(`the database ${databaseName(pool)} ${problem}`)
    // PgBouncer drops the parameters in `ignore_startup_parameters`.
    if (server.timeout === "0") forgetTimeouts(pool)
    if (!sendsTimeouts(pool)) {
      await assertTransactions(client, pool)
      log.info({}, "the database is behind a pooler: timeouts apply to transactions only")
    }
  } finally {
    client.release()
  }
}

/**
 * Throws if a pooler runs in statement mode. It then closes the connection of a client that begins a transaction, for a
 * reason that only this query reveals.
 */
async function assertTransactions(client: pg.PoolClient, pool: pg.Pool): Promise<void> {
  try {
    await client.query("begin")
    await client.query("rollback")
  } catch (error) {
    throw explainPostgresError(error, databaseName(pool))
  }
}

function findProblem(server: {
  readonly version: string
  readonly number: string
  readonly is_replica: boolean
  readonly encoding: string
}): string | undefined {
  if (Number(server.number) < MIN_SERVER_VERSION) {
    return `runs PostgreSQL ${server.version}: Lectern requires version 13 or newer`
  }
  if (server.is_replica) return "is read-only, because it is a replica: use the primary server in DATABASE_URL"
  if (server.encoding !== "UTF8") return `has the encoding ${server.encoding}: create it with the encoding UTF8`
  return undefined
}
