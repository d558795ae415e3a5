import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ContentSpool } from "./content-spool.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-spool-"))
})
afterEach(() => rm(folder, { recursive: true }))

describe("spool of contents", () => {
  it("returns texts and bytes as they were put in, from memory and from its file, in any order", async () => {
    const spool = new ContentSpool(join(folder, "contents"), 10)
    const texts = ["small", "é\u{1f600}\ufeff".repeat(1_000), "", "after\u0000all"]
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)

    const read = await Promise.all(texts.map((text) => spool.addText(text)))
    const readBytes = await spool.addBytes(bytes)

    expect(Buffer.from(await readBytes()).equals(bytes)).toBe(true)
    for (const at of [3, 1, 0, 2, 1]) expect(await read[at]!()).toBe(texts[at])
    await spool.close()
  })

  it("makes no file for what fits in memory, and removes the one it has made", async () => {
    const small = new ContentSpool(join(folder, "small"), 10)
    await small.addText("few words")
    const large = new ContentSpool(join(folder, "large"), 10)
    await large.addText("more than ten characters")

    const during = await readdir(folder)
    await small.close()
    await large.close()

    expect(during).toEqual(["large"])
    expect(await readdir(folder)).toEqual([])
  })
})
