import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { systemClock } from "../../../base/clock.ts"
import { type Log, silentLog } from "../../../base/log.ts"
import { type PostgresServer, startPostgres } from "../../../base/postgres/postgres-server.testing.ts"
import type { Catalogue } from "../../catalogue.ts"
import { aJob, aLibrary } from "../../catalogue.contract.testing.ts"
import { hashTables } from "../../copy/copy-tables.ts"
import { openPostgresCatalogue } from "./open-postgres-catalogue.ts"
import { freePort } from "../../../base/free-port.testing.ts"

const PGBOUNCER = "/usr/sbin/pgbouncer"
const PATIENCE = { timeout: 30_000, interval: 20 }

describe.skipIf(!existsSync(PGBOUNCER))("the catalogue behind PgBouncer", { timeout: 60_000 }, () => {
  let server: PostgresServer
  let folder: string
  const started: ChildProcess[] = []
  const opened: Catalogue[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lectern-pgbouncer-"))
    // As root, PgBouncer runs as the user postgres, which must be able to read its configuration.
    chmodSync(folder, 0o755)
    server = await startPostgres()
  }, 60_000)
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((catalogue) => catalogue.close()))
    for (const process of started.splice(0)) process.kill("SIGKILL")
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts PgBouncer before a new database. @returns the address of the database through it. */
  async function startPooler(mode: string, more = ""): Promise<string> {
    const database = new URL(await server.createDatabase())
    const port = await freePort()
    const [users, settings] = [join(folder, `${port}.txt`), join(folder, `${port}.ini`)]
    writeFileSync(users, `"${database.username}" "${decodeURIComponent(database.password)}"\n`)
    writeFileSync(
      settings,
      `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
        `unix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\n${more}\n`,
    )
    const user = process.getuid?.() === 0 ? ["-u", "postgres"] : []
    started.push(spawn(PGBOUNCER, ["-q", ...user, settings], { stdio: "ignore" }))
    database.port = String(port)
    await waitUntilReachable(database.href)
    return database.href
  }

  async function open(databaseUrl: string, log: Log = silentLog): Promise<Catalogue> {
    const catalogue = await openPostgresCatalogue(databaseUrl, { clock: systemClock, log })
    opened.push(catalogue)
    return catalogue
  }

  it.each([
    ["session", ""],
    ["transaction", ""],
    ["transaction", "ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout"],
  ])("migrates, leases jobs and writes in mode %s %s", async (mode, more) => {
    const databaseUrl = await startPooler(mode, more)
    const [first, second] = [await open(databaseUrl), await open(databaseUrl)]
    const catalogues = [first, second]

    await Promise.all(catalogues.map((catalogue) => catalogue.migrate()))
    const ids = Array.from({ length: 20 }, (_, at) => `/a/${at}`)
    await Promise.all(ids.map((id, at) => (at % 2 === 0 ? first : second).libraries.add(aLibrary({ id }))))
    await first.jobs.add(aJob(null, { kind: "import" }))
    const claimed = await Promise.all(catalogues.map((catalogue, at) => catalogue.jobs.claim(`w${at}`, 15_000)))

    expect(await second.libraries.count()).toBe(ids.length)
    expect(claimed.filter((job) => job !== undefined)).toHaveLength(1)
  })

  it("receives notices in mode session, and says that none arrive in mode transaction", async () => {
    const direct = await open(await startPooler("session"))
    direct.notices.subscribe(() => undefined)
    const messages: string[] = []
    const log: Log = { ...silentLog, info: (_fields, message) => void messages.push(message) }
    const pooled = await open(await startPooler("transaction"), log)
    pooled.notices.subscribe(() => undefined)

    await vi.waitFor(() => expect(direct.notices.isLive).toBe(true), PATIENCE)
    await vi.waitFor(() => expect(messages.join()).toContain("does not deliver notifications"), PATIENCE)

    expect(pooled.notices.isLive).toBe(false)
  })

  it.each(["session", "transaction"])("copies all tables in mode %s", async (mode) => {
    const [source, target] = [await open(await startPooler(mode)), await open(await startPooler(mode))]
    await Promise.all([source, target].map((catalogue) => catalogue.migrate()))
    for (let at = 0; at < 20; at++) await source.libraries.add(aLibrary({ id: `/a/${at}` }))

    const { hash } = await source.copyTo(target)

    expect(await target.inTablesTransaction(hashTables)).toBe(hash)
    expect(await target.libraries.count()).toBe(20)
  })

  it("sets time-outs in each transaction", async () => {
    const catalogue = await open(await startPooler("transaction", "default_pool_size = 1"))
    await catalogue.migrate()

    const timeouts = await catalogue.inTablesTransaction((db) => sql`show statement_timeout`.execute(db))

    expect(timeouts.rows).toEqual([{ statement_timeout: "30s" }])
  })

  it("is refused in mode statement, with what to do", async () => {
    const databaseUrl = await startPooler("statement")

    await expect(open(databaseUrl)).rejects.toThrow(
      "is behind a pooler in statement mode, which has no transactions: set its pool_mode to transaction or session",
    )
  })
})

async function waitUntilReachable(databaseUrl: string): Promise<void> {
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.end()
  }, PATIENCE)
}
