import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { StorageFull } from "../base/storage-errors.ts"
import { openDirectoryBlobStore } from "./open-directory-blob-store.ts"

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe("blobs in a directory", () => {
  it("sweeps objects that were never finished, once they are old", async () => {
    const blobs = await openDirectoryBlobStore(folder)
    const leftover = join(folder, ".tmp", "leftover")
    await writeFile(leftover, "half")

    await blobs.sweep(new Set(), 60_000)
    expect(await readdir(join(folder, ".tmp"))).toEqual(["leftover"])
    await utimes(leftover, 1000, 1000)
    await blobs.sweep(new Set(), 60_000)
    expect(await readdir(join(folder, ".tmp"))).toEqual([])
  })

  it("makes an old object young when it is stored again, so that a sweep leaves it to its new owner", async () => {
    const blobs = await openDirectoryBlobStore(folder)
    const hash = await blobs.put(Buffer.from("again"))
    await utimes(await blobs.localPath(hash), 1000, 1000)

    await blobs.put(Buffer.from("again"))

    expect(await blobs.sweep(new Set(), 60_000)).toBe(0)
    expect((await stat(await blobs.localPath(hash))).mtimeMs).toBeGreaterThan(1_000_000)
  })

  it("notices that an object is damaged, and replaces it when it is stored again", async () => {
    const blobs = await openDirectoryBlobStore(folder)
    const bytes = Buffer.from("what was stored")
    const hash = await blobs.put(bytes)
    for (const store of [
      () => blobs.put(bytes),
      async () => {
        await writeFile(join(folder, "again"), bytes)
        return await blobs.putFile(join(folder, "again"))
      },
    ]) {
      expect(await blobs.isIntact(hash)).toBe(true)
      await writeFile(await blobs.localPath(hash), "what was storee")
      expect(await blobs.isIntact(hash)).toBe(false)

      expect(await store()).toBe(hash)
      expect(Buffer.from(await blobs.get(hash)).toString()).toBe("what was stored")
    }
    expect(await blobs.isIntact("0".repeat(64))).toBe(false)
  })

  // A disk small enough to fill has to be mounted, which only root may do.
  it.runIf(process.getuid?.() === 0)("says that the disk is full and leaves nothing unfinished", async () => {
    const small = join(folder, "small")
    await mkdir(small)
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", small])
    try {
      const blobs = await openDirectoryBlobStore(join(small, "blobs"))
      const kept = await blobs.put(Buffer.alloc(50_000, 1))
      const big = join(folder, "big")
      await writeFile(big, Buffer.alloc(2_000_000, 2))

      await expect(blobs.put(Buffer.alloc(2_000_000, 3))).rejects.toBeInstanceOf(StorageFull)
      await expect(blobs.putFile(big)).rejects.toBeInstanceOf(StorageFull)

      expect(await readdir(join(small, "blobs", ".tmp"))).toEqual([])
      expect(await blobs.get(kept)).toHaveLength(50_000)
      expect((await stat(big)).size).toBe(2_000_000)
    } finally {
      execFileSync("umount", [small])
    }
  })

  it("takes a file over from another file system", async () => {
    const other = await mkdtemp("/dev/shm/lectern-blobs-")
    try {
      const blobs = await openDirectoryBlobStore(folder)
      await writeFile(join(other, "index"), "from elsewhere")

      const hash = await blobs.putFile(join(other, "index"))

      expect(Buffer.from(await blobs.get(hash)).toString()).toBe("from elsewhere")
      expect(await readdir(other)).toEqual([])
    } finally {
      await rm(other, { recursive: true })
    }
  })
})
