import { createReadStream } from "node:fs"
import type pg from "pg"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import { explainPostgresError } from "../../base/postgres/explain-postgres-error.ts"
import { connectTo, databaseName, openPool } from "../../base/postgres/open-pool.ts"
import { StorageUnavailable } from "../../base/storage-errors.ts"
import { BlobMissing, RemoteUnavailable } from "../errors.ts"
import type { RemoteBlob, RemoteBlobs } from "./remote-blobs.ts"

/** Bytes per row. A process holds at most two parts of a file in memory, and a row is far below the limit of 1 GB. */
const CHUNK_BYTES = 1 << 20
/** An upload needs its own connection; a fetch takes one for each part. */
const MAX_CONNECTIONS = 6
/** Rows per page when blobs are listed. */
const PAGE_ROWS = 1_000
/** Lock for the creation of the tables: "blob" in ASCII. */
const CREATION_LOCK = 0x62_6c_6f_62
/** Error code of a statement that was cancelled because it waited too long for a lock. */
const CANCELLED_CODE = "57014"

/** The bytes are already compressed, so PostgreSQL should not try again. */
const CREATE_TABLES = `
  create table lectern_blob (
    hash text primary key,
    chunk_count integer not null,
    stored_at_ms bigint not null
  );
  create table lectern_blob_chunk (
    hash text not null references lectern_blob on delete cascade,
    number integer not null,
    bytes bytea not null,
    primary key (hash, number)
  );
  alter table lectern_blob_chunk alter column bytes set storage external;
`
const NOW_MS = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

/**
 * Opens a remote blob store in two tables of a PostgreSQL database, and creates them if necessary. Files are stored and
 * read in parts of 1 MB.
 *
 * @throws {StorageUnavailable} if the server cannot be reached for 10 seconds.
 * @throws {InternalFailure} if the server refuses, for example because of missing privileges.
 */
export async function openPostgresBlobs(databaseUrl: string, log: Log): Promise<RemoteBlobs> {
  const pool = openPool(databaseUrl, { log, maxConnections: MAX_CONNECTIONS })
  try {
    await createTables(pool)
  } catch (error) {
    await pool.end()
    throw explainPostgresError(error, databaseName(pool))
  }
  return new PostgresBlobs(pool)
}

async function createTables(pool: pg.Pool): Promise<void> {
  const client = await connectTo(pool)
  try {
    await inTransaction(client, async () => {
      await client.query("select pg_advisory_xact_lock($1)", [CREATION_LOCK])
      // A user who may not create tables can still use existing ones.
      const { rows } = await client.query<{ found: string | null }>("select to_regclass('lectern_blob_chunk') as found")
      if (rows[0]?.found === null) await client.query(CREATE_TABLES)
    })
  } finally {
    client.release()
  }
}

class PostgresBlobs implements RemoteBlobs {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  put(hash: string, path: string): Promise<void> {
    return this.#connected(async (client) => {
      const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
      try {
        await inTransaction(client, () => writeChunks(client, hash, file))
      } finally {
        file.destroy()
      }
    })
  }

  async read(hash: string): Promise<AsyncIterable<Uint8Array>> {
    const { rows } = await this.#query<{ chunk_count: number }>(
      "select chunk_count from lectern_blob where hash = $1",
      [hash],
    )
    const [blob] = rows
    if (blob === undefined) throw new BlobMissing(hash)
    return this.#readChunks(hash, blob.chunk_count)
  }

  async has(hash: string): Promise<boolean> {
    return ((await this.#query("select 1 from lectern_blob where hash = $1", [hash])).rowCount ?? 0) > 0
  }

  async *list(): AsyncIterable<RemoteBlob> {
    for (let after = ""; ;) {
      const { rows } = await this.#query<{ hash: string; stored_at_ms: number }>(
        "select hash, stored_at_ms from lectern_blob where hash > $1 order by hash limit $2",
        [after, PAGE_ROWS],
      )
      for (const { hash, stored_at_ms: storedAtMs } of rows) yield { hash, storedAtMs }
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.hash
    }
  }

  /** Waits for any transaction that is storing the blob again, and then sees its new time. */
  async removeOlder(hash: string, storedBeforeMs: number): Promise<boolean> {
    const removed = await this.#query("delete from lectern_blob where hash = $1 and stored_at_ms <= $2", [
      hash,
      storedBeforeMs,
    ])
    return (removed.rowCount ?? 0) > 0
  }

  /** Does nothing, because an interrupted transaction leaves nothing. */
  removeUnfinished(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  async *#readChunks(hash: string, chunkCount: number): AsyncIterable<Uint8Array> {
    for (let number = 0; number < chunkCount; number++) {
      const { rows } = await this.#query<{ bytes: Buffer }>(
        "select bytes from lectern_blob_chunk where hash = $1 and number = $2",
        [hash, number],
      )
      const [chunk] = rows
      // If this row is missing, the hash of the file is wrong, which the caller detects.
      if (chunk !== undefined) yield chunk.bytes
    }
  }

  #query<Row extends pg.QueryResultRow>(sql: string, values: readonly (string | number)[]) {
    return this.#connected((client) => client.query<Row>(sql, [...values]))
  }

  async #connected<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    try {
      // The caller retries failures.
      const client = await connectTo(this.#pool, 0)
      let failure: Error | undefined
      try {
        return await work(client)
      } catch (error) {
        failure = asError(error)
        throw error
      } finally {
        // A connection in an unknown state is closed.
        client.release(failure)
      }
    } catch (error) {
      const isCancelled = error instanceof Error && "code" in error && error.code === CANCELLED_CODE
      if (isCancelled) throw new RemoteUnavailable(CANCELLED_CODE, { cause: error })
      const explained = explainPostgresError(error, databaseName(this.#pool))
      if (explained instanceof StorageUnavailable) throw new RemoteUnavailable("PostgreSQL", { cause: error })
      throw explained
    }
  }
}

/** Locks the blob first, so that two uploads of the same bytes run one after the other. */
async function writeChunks(client: pg.PoolClient, hash: string, file: AsyncIterable<Buffer>): Promise<void> {
  await client.query(
    `insert into lectern_blob (hash, chunk_count, stored_at_ms) values ($1, 0, ${NOW_MS})
     on conflict (hash) do update set stored_at_ms = ${NOW_MS}`,
    [hash],
  )
  let chunkCount = 0
  for await (const bytes of file) {
    await client.query(
      `insert into lectern_blob_chunk (hash, number, bytes) values ($1, $2, $3)
       on conflict (hash, number) do update set bytes = excluded.bytes`,
      [hash, chunkCount, bytes],
    )
    chunkCount++
  }
  await client.query("delete from lectern_blob_chunk where hash = $1 and number >= $2", [hash, chunkCount])
  await client.query(`update lectern_blob set chunk_count = $2, stored_at_ms = ${NOW_MS} where hash = $1`, [
    hash,
    chunkCount,
  ])
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query("begin")
  try {
    await work()
    await client.query("commit")
  } catch (error) {
    // A lost connection has already been rolled back.
    await client.query("rollback").catch(() => undefined)
    throw error
  }
}
