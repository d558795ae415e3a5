import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { describe, expect, it, onTestFinished } from "vitest"

import { openDirectoryBlobStore } from "./open-directory-blob-store.ts"
import { RankingSession } from "@lectern/engine"
import { aPage, buildTestIndex } from "@lectern/engine/testing"
import { createOpenIndexCache } from "./open-index-cache.ts"

const session = new RankingSession()

async function storeWith(count: number) {
  const folder = mkdtempSync(join(tmpdir(), "lectern-open-indexes-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const blobs = await openDirectoryBlobStore(folder)
  const hashes: string[] = []
  for (let number = 0; number < count; number++) {
    hashes.push(
      await blobs.putFile(buildTestIndex([aPage(`p${number}.md`, `Page ${number}`, [[1, "H", `word${number}`]])]).path),
    )
  }
  return { blobs, hashes }
}

describe("createOpenIndexCache", () => {
  it("opens a file once however many wait for it", async () => {
    const { blobs, hashes } = await storeWith(1)
    const indexes = createOpenIndexCache({ blobs, session, maxOpen: 4 })

    const lent = await Promise.all(Array.from({ length: 20 }, () => indexes.use(hashes[0]!, (rankable) => rankable)))

    expect(new Set(lent).size).toBe(1)
    indexes.close()
  })

  it("closes the least recently used file, and opens it again when it is asked for", async () => {
    const { blobs, hashes } = await storeWith(3)
    const indexes = createOpenIndexCache({ blobs, session, maxOpen: 2 })
    const titleOf = (hash: string) => indexes.use(hash, ({ index }) => index.snippet(0).pageTitle)

    const titles = [
      await titleOf(hashes[0]!),
      await titleOf(hashes[1]!),
      await titleOf(hashes[2]!),
      await titleOf(hashes[0]!),
    ]

    expect(titles).toEqual(["Page 0", "Page 1", "Page 2", "Page 0"])
    expect(indexes.openCount).toBe(2)
    indexes.close()
  })

  it("closes the file that another one replaces, and no other", async () => {
    const { blobs, hashes } = await storeWith(3)
    const indexes = createOpenIndexCache({ blobs, session, maxOpen: 4 })
    const titleOf = (hash: string, servedAs?: string) =>
      indexes.use(hash, ({ index }) => index.snippet(0).pageTitle, servedAs)

    await titleOf(hashes[0]!, "otter")
    await titleOf(hashes[1]!, "seal")
    await titleOf(hashes[1]!)
    expect(await titleOf(hashes[2]!, "otter")).toBe("Page 2")

    expect(indexes.openCount).toBe(2)
    // Somebody who has read the catalogue before may still ask it.
    expect(await titleOf(hashes[0]!, "otter")).toBe("Page 0")
    indexes.close()
  })

  it("serves every caller when more files are wanted at once than stay open", async () => {
    const { blobs, hashes } = await storeWith(8)
    const indexes = createOpenIndexCache({ blobs, session, maxOpen: 1 })

    const titles = await Promise.all(hashes.map((hash) => indexes.use(hash, ({ index }) => index.snippet(0).pageTitle)))

    expect(titles).toEqual(hashes.map((_, number) => `Page ${number}`))
    indexes.close()
  })

  it("passes on that a file is missing, and tries again the next time", async () => {
    const { blobs, hashes } = await storeWith(1)
    const indexes = createOpenIndexCache({ blobs, session, maxOpen: 2 })

    await expect(indexes.use("0".repeat(64), () => 1)).rejects.toThrow()
    await expect(indexes.use(hashes[0]!, () => 1)).resolves.toBe(1)
    indexes.close()
  })
})
