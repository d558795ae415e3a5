import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "../catalogue.ts"
import { aLibrary } from "../catalogue.contract.testing.ts"
import { enginesUnderTest, type EngineUnderTest } from "../engines-under-test.testing.ts"

const aConnection = {
  teamspaceKey: "main",
  kind: "wiki",
  siteUrl: "https://otter.atlassian.net",
  accountName: "tender@otter.example",
  sealedToken: "v1.one",
} as const

describe.each(enginesUnderTest())("connections on %s", (_name, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue

  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
  })
  afterEach(() => engine.close())

  it("are found by teamspace, kind and address", async () => {
    const wiki = await catalogue.connections.put(aConnection)
    const git = await catalogue.connections.put({ ...aConnection, kind: "git", accountName: null })
    await catalogue.connections.put({ ...aConnection, teamspaceKey: "other" })

    expect(await catalogue.connections.find(aConnection)).toEqual(wiki)
    expect(await catalogue.connections.find({ ...aConnection, siteUrl: "https://x.example" })).toBeUndefined()
    expect(await catalogue.connections.ofTeamspace("main")).toEqual([git, wiki])
  })

  it("keep their key and time when another token takes the place", async () => {
    const first = await catalogue.connections.put(aConnection)
    await catalogue.connections.markUsed(first.key, 7)
    engine.clock.advance(1000)

    const second = await catalogue.connections.put({ ...aConnection, accountName: null, sealedToken: "v1.two" })

    expect(second).toEqual({ ...first, accountName: null, sealedToken: "v1.two", lastUsedAtMs: null })
    expect(await catalogue.connections.ofTeamspace("main")).toHaveLength(1)
  })

  it("are removed by their own teamspace only", async () => {
    const { key } = await catalogue.connections.put(aConnection)

    expect(await catalogue.connections.remove("other", key)).toBe(false)
    expect(await catalogue.connections.remove("main", key)).toBe(true)
    expect(await catalogue.connections.remove("main", key)).toBe(false)
  })

  it("keep one when two connect the same address at once", async () => {
    const other = await engine.open()

    await Promise.all([catalogue.connections.put(aConnection), other.connections.put(aConnection)])

    expect(await catalogue.connections.ofTeamspace("main")).toHaveLength(1)
  })

  it("keep pages of a library until it is deleted, and their blobs with them", async () => {
    const library = (await catalogue.libraries.add(aLibrary()))!
    const hash = "c".repeat(64)
    await catalogue.pageCache.put(library.key, { pageId: "1", revision: "1", hash: "b".repeat(64) })
    await catalogue.pageCache.put(library.key, { pageId: "1", revision: "2", hash })
    await catalogue.pageCache.put(library.key, { pageId: "2", revision: "1", hash: "d".repeat(64) })
    await catalogue.pageCache.retain(library.key, new Set(["1"]))

    expect(await catalogue.pageCache.ofLibrary(library.key)).toEqual([{ pageId: "1", revision: "2", hash }])
    expect([...(await catalogue.versions.referencedBlobs())]).toEqual([hash])
    expect(await catalogue.pageCache.prune()).toBe(0)
    await catalogue.libraries.remove(library.key)
    expect([...(await catalogue.versions.referencedBlobs())]).toEqual([])
    expect(await catalogue.pageCache.prune()).toBe(1)
  })
})
