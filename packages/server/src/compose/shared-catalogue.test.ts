import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { systemClock } from "../base/clock.ts"
import { InvalidInput } from "../base/errors.ts"
import { silentLog } from "../base/log.ts"
import { type PostgresServer, startPostgres } from "../base/postgres/postgres-server.testing.ts"
import { readSettings } from "../config/settings.ts"
import { moveInstance } from "./keeping/move-instance.ts"
import { openStore, type Store } from "./open-store.ts"

const [KEY, OTHER_KEY] = ["1".repeat(64), "2".repeat(64)]

let server: PostgresServer
let databaseUrl: string
let folder: string
let opened: Store[]

beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  databaseUrl = await server.createDatabase()
  folder = await mkdtemp(join(tmpdir(), "lectern-shared-"))
  opened = []
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const store of opened) await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a machine with a data directory of its own. */
async function openMachine(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Store> {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    LECTERN_BLOBS: "postgres",
    LECTERN_ENCRYPTION_KEY: KEY,
    LECTERN_DATA_DIR: join(folder, name),
    ...environment,
  })
  const store = await openStore(settings, { clock: systemClock, log: silentLog })
  opened.push(store)
  return store
}

describe("a catalogue that several machines share", () => {
  it("opens on every machine with the same key, and refuses one with another key", async () => {
    await openMachine("one")
    await openMachine("two")

    const opening = openMachine("three", { LECTERN_ENCRYPTION_KEY: OTHER_KEY })

    await expect(opening).rejects.toBeInstanceOf(InvalidInput)
    await expect(opening).rejects.toThrow("the encryption key of this machine differs")
  })

  it("opens with a new key in front of the one that it was written with", async () => {
    await openMachine("one")

    await openMachine("two", { LECTERN_ENCRYPTION_KEY: `${OTHER_KEY},${KEY}` })
  })

  it("belongs to one of the keys when machines with different keys start at the same time", async () => {
    const starts = await Promise.allSettled([
      openMachine("one"),
      openMachine("two", { LECTERN_ENCRYPTION_KEY: OTHER_KEY }),
      openMachine("three"),
      openMachine("four", { LECTERN_ENCRYPTION_KEY: OTHER_KEY }),
    ])

    expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"])
    expect(starts[0].status).toBe(starts[2].status)
  })

  it("refuses another key although it has secrets and no check value yet", async () => {
    const { catalogue, sealer } = await openMachine("one")
    await catalogue.settings.set("hook_secret", sealer.seal("secret"))
    await catalogue.settings.set("encryption_key_check", sealer.seal("x"))
    const { default: pg } = await import("pg")
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query("delete from setting where name = 'encryption_key_check'")
    await client.end()

    await expect(openMachine("two", { LECTERN_ENCRYPTION_KEY: OTHER_KEY })).rejects.toBeInstanceOf(InvalidInput)
    await openMachine("three")
  })

  it("gives every machine the blobs of the others, in PostgreSQL", async () => {
    const [one, two] = [await openMachine("one"), await openMachine("two")]

    const hash = await one.blobs.put(Buffer.from("shared"))

    expect(Buffer.from(await two.blobs.get(hash)).toString()).toBe("shared")
  })

  it("refuses a machine with a directory of blobs of its own", async () => {
    const local = { LECTERN_BLOBS: "" }
    await Promise.all([openMachine("one", local), openMachine("one", local)])

    await expect(openMachine("two", local)).rejects.toThrow("has its index files in a directory other than")
    await openMachine("one", local)
  })

  it("refuses a machine without the LECTERN_BLOBS of the others", async () => {
    await openMachine("one")

    await expect(openMachine("two", { LECTERN_BLOBS: "" })).rejects.toThrow(
      "has its index files in PostgreSQL. Set LECTERN_BLOBS to postgres",
    )
    await openMachine("one")
  })

  it("refuses a machine with LECTERN_BLOBS if the others use a shared directory", async () => {
    await openMachine("one", { LECTERN_BLOBS: "" })

    await expect(openMachine("two")).rejects.toThrow("has its index files in a data directory, not in LECTERN_BLOBS")
  })

  it("is not backed up without its index files, and stays with its blobs after it has moved", async () => {
    await openMachine("one", { LECTERN_BLOBS: "" })
    const target = await server.createDatabase()
    const flags = { to: target, blobs: "postgres", onProgress() {} }
    vi.stubEnv("DATABASE_URL", databaseUrl)

    await expect(moveInstance({ dataDir: join(folder, "two"), ...flags })).rejects.toThrow("a directory other than")
    await moveInstance({ dataDir: join(folder, "one"), ...flags })

    await expect(openMachine("one", { DATABASE_URL: target, LECTERN_BLOBS: "" })).rejects.toThrow("in PostgreSQL")
    await openMachine("one", { DATABASE_URL: target })
  })
})
