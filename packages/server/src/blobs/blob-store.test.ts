import { createHash, randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { blobStoresUnderTest, type BlobStoreUnderTest } from "./blob-store.contract.testing.ts"
import { BlobMissing } from "./errors.ts"

describe.each(blobStoresUnderTest())("blob store in %s", (_name, start) => {
  let home: BlobStoreUnderTest

  beforeEach(async () => {
    home = await start()
  })
  afterEach(() => home.close())

  const bytesOf = (text: string) => new TextEncoder().encode(text)

  it("names an object by the hash of its bytes and gives it back", async () => {
    const hash = await home.blobs.put(bytesOf("hello"))

    expect(hash).toBe(createHash("sha256").update("hello").digest("hex"))
    expect(Buffer.from(await home.blobs.get(hash)).toString()).toBe("hello")
    expect(await home.blobs.has(hash)).toBe(true)
  })

  it("takes a finished file over, so that the file is gone and the object is there", async () => {
    const path = join(home.folder, "index")
    const bytes = randomBytes(3_000_000)
    await writeFile(path, bytes)

    const hash = await home.blobs.putFile(path)

    expect(Buffer.from(await home.blobs.get(hash)).equals(bytes)).toBe(true)
    await expect(home.blobs.putFile(path)).rejects.toThrow("ENOENT")
    expect(await home.blobs.localPath(hash)).toContain(hash)
  })

  it("keeps equal bytes once, however they come and however many store them at the same time", async () => {
    const path = join(home.folder, "same")
    await writeFile(path, "same")

    const hashes = await Promise.all([
      home.blobs.putFile(path),
      ...Array.from({ length: 8 }, () => home.blobs.put(bytesOf("same"))),
    ])

    expect(new Set(hashes).size).toBe(1)
    expect(await home.storedNames()).toEqual([hashes[0]])
  })

  it("says when there is no such object, whatever the name looks like", async () => {
    for (const name of ["0".repeat(64), "../../etc/passwd", ""]) {
      await expect(home.blobs.get(name)).rejects.toBeInstanceOf(BlobMissing)
      await expect(home.blobs.localPath(name)).rejects.toBeInstanceOf(BlobMissing)
      expect(await home.blobs.has(name)).toBe(false)
    }
  })

  it("sweeps what nobody refers to, and nothing that is young", async () => {
    const [kept, orphan] = [await home.blobs.put(bytesOf("kept")), await home.blobs.put(bytesOf("orphan"))]

    expect(await home.blobs.sweep(new Set([kept]), 60_000)).toBe(0)
    expect(await home.blobs.sweep(new Set([kept]), 0)).toBe(1)
    expect(await home.storedNames()).toEqual([kept])
    expect(await home.blobs.has(orphan)).toBe(false)
  })
})
