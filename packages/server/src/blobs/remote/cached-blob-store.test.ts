import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { access, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { silentLog } from "../../base/log.ts"
import type { BlobStore } from "../blob-store.ts"
import { BlobDamaged, BlobMissing, RemoteUnavailable } from "../errors.ts"
import { type CachedBlobStoreOptions, openCachedBlobStore } from "./cached-blob-store.ts"
import type { RemoteBlobs } from "./remote-blobs.ts"
import { type S3Server, startS3Remote } from "./s3-server.testing.ts"
import { sha256Hex } from "../../base/sha256.ts"

const PUT_SCRIPT = fileURLToPath(new URL("put-process.testing.ts", import.meta.url))

let server: S3Server
let remote: RemoteBlobs
let folder: string
let reads: string[]
let ends: (() => Promise<unknown>)[]

beforeEach(async () => {
  const started = await startS3Remote()
  server = started.server
  folder = await mkdtemp(join(tmpdir(), "lectern-cached-"))
  reads = []
  ends = []
  remote = {
    put: (hash, path) => started.remote.put(hash, path),
    has: (hash) => started.remote.has(hash),
    list: () => started.remote.list(),
    removeOlder: (hash, storedBeforeMs) => started.remote.removeOlder(hash, storedBeforeMs),
    removeUnfinished: (startedBeforeMs) => started.remote.removeUnfinished(startedBeforeMs),
    close: () => started.remote.close(),
    read(hash) {
      reads.push(hash)
      return started.remote.read(hash)
    },
  }
})
afterEach(async () => {
  for (const end of ends) await end()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a store as another machine would: with local copies of its own. */
async function openNode(name: string, options: Partial<CachedBlobStoreOptions> = {}) {
  const directory = join(folder, name)
  const blobs = await openCachedBlobStore({ remote, directory, maxBytes: 50_000_000, log: silentLog, ...options })
  ends.unshift(() => blobs.close())
  return blobs
}

const objectFile = (hash: string) =>
  join(server.directory, "lectern-test", "some", "prefix", hash.slice(0, 2), `${hash}._S3rver_object`)
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const hashOf = (bytes: Uint8Array) => sha256Hex(bytes)

const filesBelow = async (path: string) =>
  (await exists(path)) ? (await readdir(path, { recursive: true })).join(" ") : ""

describe("blobs in a remote store with local copies", () => {
  it("gives another machine the bytes that one has stored", async () => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const bytes = randomBytes(12_000_000)
    const path = join(folder, "index")
    await writeFile(path, bytes)

    const hash = await one.putFile(path)

    expect(hash).toBe(hashOf(bytes))
    expect(hashOf(await readFile(await other.localPath(hash)))).toBe(hash)
    expect(await exists(path)).toBe(false)
  })

  it("fetches a blob once however many wait for it, and not at all on the machine that stored it", async () => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const hash = await one.put(randomBytes(6_000_000))

    await one.localPath(hash)
    expect(reads).toEqual([])
    const paths = await Promise.all(Array.from({ length: 30 }, () => other.localPath(hash)))

    expect(new Set(paths).size).toBe(1)
    expect(reads).toEqual([hash])
  })

  it("waits for a store that does not respond for a moment, to write and to read", async () => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const before = await one.put(randomBytes(1000))
    await server.stop()
    const writing = one.put(randomBytes(2000))
    const reading = other.get(before)
    await delay(1500)
    await server.restart()

    expect(await reading).toHaveLength(1000)
    expect(await other.get(await writing)).toHaveLength(2000)
  })

  it("reports a store that stays away as temporarily unavailable, and serves local copies meanwhile", async () => {
    const patience = { writeMs: 300, readMs: 300 }
    const [one, other] = [await openNode("one"), await openNode("other", { patience })]
    const [known, unknown] = [await one.put(randomBytes(1000)), await one.put(randomBytes(1000))]
    await other.localPath(known)
    await server.stop()

    expect(await other.get(known)).toHaveLength(1000)
    await expect(other.localPath(unknown)).rejects.toBeInstanceOf(RemoteUnavailable)
    await expect(other.put(randomBytes(10))).rejects.toMatchObject({ retryable: true })
    await server.restart()

    expect(await other.get(unknown)).toHaveLength(1000)
    expect((await readdir(join(folder, "other", ".tmp"))).length).toBe(0)
  })

  it("lets one read at a time try while the store stays away, so that the others do not wait", async () => {
    const one = await openNode("one")
    const hashes = await Promise.all(Array.from({ length: 20 }, () => one.put(randomBytes(1000))))
    const [other, job] = [
      await openNode("other", { patience: { writeMs: 100, readMs: 1500 } }),
      await openNode("job", { readsAreFor: "jobs", patience: { writeMs: 100, readMs: 1500 } }),
    ]
    await server.stop()
    for (const node of [other, job]) await expect(node.localPath(hashes[0]!)).rejects.toThrow(RemoteUnavailable)

    const slowReadsOf = async (node: BlobStore) => {
      const startedAtMs = performance.now()
      const ends = await Promise.all(
        hashes.map(async (hash) => {
          await expect(node.localPath(hash)).rejects.toThrow(RemoteUnavailable)
          return performance.now() - startedAtMs
        }),
      )
      return ends.filter((ms) => ms > 700).length
    }
    expect(await slowReadsOf(other)).toBe(1)
    expect(await slowReadsOf(job)).toBe(20)

    await server.restart()
    await other.localPath(hashes[0]!)
    await Promise.all(hashes.map((hash) => other.localPath(hash)))
  })

  it.each([
    ["truncated", (path: string) => truncate(path, 700)],
    ["empty", (path: string) => truncate(path, 0)],
    ["changed", (path: string) => writeFile(path, randomBytes(1000))],
  ])("never returns a %s object, and replaces it when it is stored again", async (_how, damage) => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const bytes = randomBytes(1000)
    const hash = await one.put(bytes)
    await damage(objectFile(hash))

    await expect(other.localPath(hash)).rejects.toBeInstanceOf(BlobDamaged)
    await expect(other.get(hash)).rejects.toBeInstanceOf(BlobDamaged)
    expect(reads).toHaveLength(4)
    expect(await one.isIntact(hash)).toBe(false)

    await one.put(bytes)
    expect(await other.isIntact(hash)).toBe(true)
    expect(Buffer.from(await other.get(hash)).equals(bytes)).toBe(true)
  })

  it("fetches again when only the transfer was damaged", async () => {
    const [one, other] = [await openNode("one"), await openNode("other")]
    const hash = await one.put(randomBytes(1000))
    const { read } = remote
    vi.spyOn(remote, "read").mockImplementationOnce(async function* () {
      yield randomBytes(1000)
    } as unknown as typeof read)

    expect(hashOf(await other.get(hash))).toBe(hash)
  })

  it("replaces a damaged local copy, also one from before a restart", async () => {
    const one = await openNode("one")
    const hash = await one.put(randomBytes(1000))
    await writeFile(await one.localPath(hash), randomBytes(1000))
    expect(hashOf(await one.get(hash))).toBe(hash)

    await writeFile(await one.localPath(hash), randomBytes(1000))
    const restarted = await openNode("one")
    expect(hashOf(await readFile(await restarted.localPath(hash)))).toBe(hash)
  })

  it("keeps the local copies below their limit, least recently used first, and those in use always", async () => {
    const node = await openNode("one", { maxBytes: 5_000, recentMs: 40 })
    const hashes: string[] = []
    for (let number = 0; number < 8; number++) {
      hashes.push(await node.put(randomBytes(1000)))
      if (number === 0) await node.borrow(hashes[0]!)
      await delay(15)
    }
    const kept = () => readdir(join(folder, "one"), { recursive: true })
    const isKept = async (hash: string) => (await kept()).some((name) => name.endsWith(hash))
    await vi.waitFor(async () => expect((await kept()).filter((name) => name.length > 64).length).toBeLessThan(6), 5000)

    expect(await isKept(hashes[0]!)).toBe(true)
    expect(await isKept(hashes[1]!)).toBe(false)
    expect(await isKept(hashes[7]!)).toBe(true)
    expect(hashOf(await node.get(hashes[1]!))).toBe(hashes[1])
  })

  it("removes no copy that was handed out a moment ago", async () => {
    const node = await openNode("one", { maxBytes: 1 })
    const path = await node.localPath(await node.put(randomBytes(1000)))
    await node.put(randomBytes(1000))

    expect(await readFile(path)).toHaveLength(1000)
  })

  it("serves nothing of an upload whose process was killed", async () => {
    const [node, other] = [await openNode("one"), await openNode("other")]
    const bytes = randomBytes(60_000_000)
    const path = join(folder, "index")
    await writeFile(path, bytes)
    const uploads = join(server.directory, "lectern-test", "._S3rver_uploads")
    const args = ["--conditions=lectern-source", "--import", "tsx", PUT_SCRIPT, path, hashOf(bytes)]
    const uploading = spawn(process.execPath, [...args, JSON.stringify(server.location)], { stdio: "inherit" })
    const exit = once(uploading, "exit")
    await vi.waitFor(async () => expect(await filesBelow(uploads)).toMatch(/\b1\b/), { timeout: 20_000, interval: 5 })
    uploading.kill("SIGKILL")
    expect(await exit).toEqual([null, "SIGKILL"])

    expect(await other.has(hashOf(bytes))).toBe(false)
    await expect(other.localPath(hashOf(bytes))).rejects.toBeInstanceOf(BlobMissing)
    expect(await node.sweep(new Set(), 0)).toBe(0)
    await node.putFile(path)
    expect(hashOf(await other.get(hashOf(bytes)))).toBe(hashOf(bytes))
  }, 30_000)

  it("serves nothing of an upload that was interrupted", async () => {
    const node = await openNode("one", { patience: { writeMs: 0, readMs: 1000 } })
    const bytes = randomBytes(30_000_000)
    const path = join(folder, "index")
    await writeFile(path, bytes)
    const cut = delay(30).then(() => server.stop())

    await expect(node.putFile(path)).rejects.toBeInstanceOf(RemoteUnavailable)
    await cut
    await server.restart()

    expect(await node.has(hashOf(bytes))).toBe(false)
    await expect(node.localPath(hashOf(bytes))).rejects.toBeInstanceOf(BlobMissing)
    expect(await node.putFile(path)).toBe(hashOf(bytes))
  })
})
