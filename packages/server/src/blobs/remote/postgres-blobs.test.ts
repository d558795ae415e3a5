import { randomBytes } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import { type PostgresServer, startPostgres } from "../../base/postgres/postgres-server.testing.ts"
import type { BlobStore } from "../blob-store.ts"
import { BlobDamaged, BlobMissing } from "../errors.ts"
import { openCachedBlobStore } from "./cached-blob-store.ts"
import { openPostgresBlobs } from "./postgres-blobs.ts"

let server: PostgresServer
let databaseUrl: string
let folder: string
let opened: BlobStore[]

beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  databaseUrl = await server.createDatabase()
  folder = await mkdtemp(join(tmpdir(), "lectern-postgres-blobs-"))
  opened = []
})
afterEach(async () => {
  for (const blobs of opened) await blobs.close()
  await rm(folder, { recursive: true, force: true })
})

async function openNode(name: string) {
  const remote = await openPostgresBlobs(databaseUrl, silentLog)
  const options = { remote, directory: join(folder, name), maxBytes: 100_000_000, log: silentLog }
  const blobs = await openCachedBlobStore(options)
  opened.push(blobs)
  return blobs
}

async function query(sql: string): Promise<pg.QueryResult<{ count: number }>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, "index")
  await writeFile(path, bytes)
  return path
}

describe("blobs in PostgreSQL", () => {
  it("keeps files of every size, and creates its tables once when many processes start", async () => {
    const [one, other] = await Promise.all(["one", "other", "third", "fourth"].map(openNode))
    for (const size of [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5_000_000]) {
      const bytes = randomBytes(size)
      const hash = await one!.putFile(await fileOf(bytes))
      expect((await readFile(await other!.localPath(hash))).equals(bytes)).toBe(true)
    }
  })

  it("stores equal bytes once, when several machines store them at the same time", async () => {
    const nodes = await Promise.all(["one", "other", "third"].map(openNode))
    const bytes = randomBytes(3_000_000)

    await Promise.all(nodes.map((node) => node.put(bytes)))

    expect((await query("select count(*)::integer as count from lectern_blob_chunk")).rows).toEqual([{ count: 3 }])
  })

  it("notices missing and changed chunks, and replaces them when the blob is stored again", async () => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const bytes = randomBytes(3_000_000)
    for (const damage of [
      "delete from lectern_blob_chunk where number = 1",
      "update lectern_blob_chunk set bytes = 'x' where number = 1",
      "update lectern_blob set chunk_count = 1",
    ]) {
      const hash = await one.put(bytes)
      expect(await one.isIntact(hash)).toBe(true)
      await query(damage)

      expect(await one.isIntact(hash)).toBe(false)
      const fresh = await openNode(`after ${damage}`)
      await expect(fresh.localPath(hash)).rejects.toBeInstanceOf(BlobDamaged)
    }
    const hash = await one.put(bytes)
    expect(await other.get(hash)).toHaveLength(3_000_000)
  })

  it("leaves nothing of an upload whose connection ends", async () => {
    const one = await openNode("one")
    const bytes = randomBytes(40_000_000)
    const path = await fileOf(bytes)
    const remote = await openPostgresBlobs(databaseUrl, silentLog)
    const hash = "a".repeat(64)
    const ending = (async () => {
      for (;;) {
        const ended = await query(
          "select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity where query like 'insert into lectern_blob_chunk%'",
        )
        if (ended.rows[0]!.count > 0) return
      }
    })()

    await expect(remote.put(hash, path)).rejects.toMatchObject({ retryable: true })
    await ending
    await remote.close()

    expect(await one.has(hash)).toBe(false)
    expect((await query("select count(*)::integer as count from lectern_blob_chunk")).rows).toEqual([{ count: 0 }])
    await expect(one.localPath(hash)).rejects.toBeInstanceOf(BlobMissing)
  })

  it("waits for a server that restarts", async () => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const before = await one.put(randomBytes(1000))
    await server.stop()
    const writing = one.put(randomBytes(2000))
    const reading = other.get(before)
    await server.start()

    expect(await reading).toHaveLength(1000)
    expect(await other.get(await writing)).toHaveLength(2000)
  })
})
