import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { systemClock } from "../../../base/clock.ts"
import { type Log, silentLog } from "../../../base/log.ts"
import { openPool } from "../../../base/postgres/open-pool.ts"
import { type PostgresServer, startPostgres } from "../../../base/postgres/postgres-server.testing.ts"
import { aJob, aLibrary } from "../../catalogue.contract.testing.ts"
import { CHANGE_NOTICES, type ChangeNotices } from "../../change-notices.ts"
import { listenForChanges } from "./listen-for-changes.ts"
import { openPostgresCatalogue } from "./open-postgres-catalogue.ts"

const environment = { clock: systemClock, log: silentLog }
const PATIENCE = { timeout: 20_000, interval: 10 }
let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.close())

async function migrated() {
  const databaseUrl = await server.createDatabase()
  const catalogue = await openPostgresCatalogue(databaseUrl, environment)
  await catalogue.migrate()
  return { catalogue, databaseUrl }
}

/** Collects notices, and removes those that a new connection sends. */
async function collect(notices: ChangeNotices): Promise<string[]> {
  const received: string[] = []
  notices.subscribe((notice) => received.push(notice))
  await vi.waitFor(() => expect(notices.isLive).toBe(true), PATIENCE)
  received.length = 0
  return received
}

it("reports what another process changes, once per transaction", async () => {
  const { catalogue, databaseUrl } = await migrated()
  const other = await openPostgresCatalogue(databaseUrl, environment)
  const received = await collect(other.notices)

  async function noticesOf(change: () => Promise<unknown>): Promise<readonly string[]> {
    received.length = 0
    await change()
    // Notices arrive in the order of the commits, so nothing can follow this one.
    await catalogue.settings.set("live.last", String(performance.now()))
    await vi.waitFor(() => expect(received).toContain("settings"), PATIENCE)
    return received.filter((notice) => notice !== "settings")
  }

  const account = { name: "ada", role: "member", passwordHash: "x", mustChangePassword: false } as const
  const user = await catalogue.users.add(account)
  const userKey = user!.key
  const key = await catalogue.apiKeys.add({ userKey, teamspaceKey: "main", label: "k", keyHash: "h", hint: "…" })
  expect(await noticesOf(() => catalogue.libraries.add(aLibrary()))).toEqual(["libraries"])
  expect(
    await noticesOf(() => catalogue.libraries.addMany([aLibrary({ id: "/a/b" }), aLibrary({ id: "/a/c" })])),
  ).toEqual(["libraries"])
  expect(await noticesOf(() => catalogue.jobs.add(aJob(null, { kind: "import" })))).toEqual(["jobs"])
  expect(await noticesOf(() => catalogue.apiKeys.markUsed(key.key, 1))).toEqual([])
  expect(await noticesOf(() => catalogue.apiKeys.revoke(key.key))).toEqual(["people"])
  expect(await noticesOf(() => catalogue.users.update(userKey, { role: "admin" }))).toEqual(["people"])
  expect(await noticesOf(() => catalogue.settings.set("other", "value"))).toEqual([])
  const undone = catalogue.inTransaction(async ({ jobs }) => {
    await jobs.add(aJob(null, { kind: "import" }))
    throw new Error("undone")
  })
  expect(await noticesOf(() => undone.catch(() => undefined))).toEqual([])

  await Promise.all([catalogue.close(), other.close()])
}, 60_000)

it("connects again after a restart of the server, and then reports everything", async () => {
  const { catalogue } = await migrated()
  const received = await collect(catalogue.notices)

  await server.stop()
  await vi.waitFor(() => expect(catalogue.notices.isLive).toBe(false), PATIENCE)
  await server.start()

  await vi.waitFor(() => expect(received).toEqual(CHANGE_NOTICES), PATIENCE)
  expect(catalogue.notices.isLive).toBe(true)
  await catalogue.close()
}, 60_000)

it("is not live where notices do not arrive, as behind some poolers, and says so once", async () => {
  // What one connection sends does not reach the other, because channels belong to one database.
  const pool = openPool(await server.createDatabase(), { log: silentLog, maxConnections: 1 })
  const messages: string[] = []
  const log: Log = { ...silentLog, info: (_fields, message) => void messages.push(message) }
  const notices = listenForChanges({ databaseUrl: await server.createDatabase(), pool, log, echoTimeoutMs: 1 })
  notices.subscribe(() => undefined)

  await vi.waitFor(() => expect(messages).toHaveLength(1), PATIENCE)

  expect(notices.isLive).toBe(false)
  expect(messages[0]).toContain("does not deliver notifications")
  await notices.close()
  await pool.end()
})
