import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { VisibilityRulesCache } from "../../access/visibility/visibility-rules-cache.ts"
import { createVisibilityRulesCache } from "../../access/visibility/visibility-rules-cache.ts"
import { silentLog } from "../../base/log.ts"
import { aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { enginesUnderTest, type EngineUnderTest } from "../../catalogue/engines-under-test.testing.ts"
import type { LibraryStore } from "../../catalogue/libraries/records.ts"
import { type CatalogueSync, syncFromCatalogue } from "./catalogue-sync.ts"

/** More than one batch of the fill. */
const COUNT = 450

describe.each(enginesUnderTest())("a sync with a catalogue in %s", (_name, startEngine) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue

  beforeEach(async () => {
    engine = await startEngine()
    catalogue = await engine.open()
    await catalogue.migrate()
    await catalogue.libraries.addMany(
      Array.from({ length: COUNT }, (_, at) => aLibrary({ id: `/zebu/library${at}`, title: `Library ${at}` })),
    )
  })
  afterEach(() => engine.close())

  function syncWith(changes: Partial<LibraryStore> = {}): CatalogueSync {
    const visibilityRules: VisibilityRulesCache = createVisibilityRulesCache(catalogue, new Set())
    const libraries = { ...catalogue.libraries, ...changes }
    return syncFromCatalogue({ catalogue: { ...catalogue, libraries }, visibilityRules, log: silentLog })
  }

  async function idsNamed(sync: CatalogueSync, name: string): Promise<readonly string[]> {
    const directory = await sync.directory()
    const hits = directory.lookUp(name, name, { limit: 3, fast: false, teamspaceKey: null })
    return hits.map(({ id }) => id)
  }

  it("has the attributes of all libraries before any of their texts was read", async () => {
    const sync = syncWith({ changedSince: () => Promise.reject(new Error("texts were read")) })

    await sync.catchUp()

    expect([...sync.listedLibraries()]).toHaveLength(COUNT)
    expect([...sync.listedLibraries()][7]).toMatchObject({ foldedId: "/zebu/library7", host: "github.com" })
  })

  it("reports when the directory is half filled, and takes further libraries once it is filled", async () => {
    const sync = syncWith()
    await sync.catchUp()

    await sync.directory()
    await sync.halfFilled
    await catalogue.libraries.add(aLibrary({ id: "/zebu/gnu", title: "Gnu" }))
    await sync.catchUp()

    expect(await idsNamed(sync, "gnu")).toEqual(["/zebu/gnu"])
  })

  it("has the newest state of libraries that change while the directory is filled", async () => {
    const first = (await catalogue.libraries.byId("/zebu/library3"))!
    const last = (await catalogue.libraries.byId(`/zebu/library${COUNT - 1}`))!
    const deleted = (await catalogue.libraries.byId("/zebu/library5"))!
    let isChanged = false
    const sync = syncWith({
      async changedSince(after, limit) {
        const rows = await catalogue.libraries.changedSince(after, limit)
        if (!isChanged) {
          isChanged = true
          // Between reading the first batch and applying it.
          await catalogue.libraries.update(first.key, { title: "Quagga" })
          await catalogue.libraries.update(last.key, { title: "Okapi" })
          await catalogue.libraries.remove(deleted.key)
          await sync.catchUp()
        }
        return rows
      },
    })
    await sync.catchUp()

    expect(await idsNamed(sync, "quagga")).toEqual([first.id])
    expect(await idsNamed(sync, "okapi")).toEqual([last.id])
    expect(await idsNamed(sync, "library5")).not.toContain(deleted.id)
    expect((await sync.directory()).size).toBe(COUNT - 1)
  })

  it("continues to fill the directory after the catalogue has failed", async () => {
    let calls = 0
    const sync = syncWith({
      changedSince(after, limit) {
        calls++
        return calls === 2 ? Promise.reject(new Error("no connection")) : catalogue.libraries.changedSince(after, limit)
      },
    })

    await expect(sync.directory()).rejects.toThrow("no connection")

    expect((await sync.directory()).size).toBe(COUNT)
  })
})
