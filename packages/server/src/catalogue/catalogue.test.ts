import { sql } from "kysely"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "./catalogue.ts"
import { aJob, aLibrary, aPublication } from "./catalogue.contract.testing.ts"
import { enginesUnderTest, type EngineUnderTest } from "./engines-under-test.testing.ts"
import type { LibraryRecord } from "./libraries/records.ts"

describe.each(enginesUnderTest())("catalogue on %s", (_name, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue

  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
  })
  afterEach(() => engine.close())

  async function added(id: string): Promise<LibraryRecord> {
    return (await catalogue.libraries.add(aLibrary({ id })))!
  }

  describe("as a whole", () => {
    it("names the migration of a newer release that keeps this one from starting", async () => {
      await catalogue.inTablesTransaction(async (db) => {
        await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', 'now')`.execute(db)
      })

      const starting = (await engine.open()).migrate()

      await expect(starting).rejects.toThrow(
        "a newer release of Lectern has migrated the catalogue (9999-of-the-future)",
      )
      // A server that was already running continues to work.
      expect(await catalogue.isReady()).toBe(true)
      expect(await added("/still/writes")).toMatchObject({ id: "/still/writes" })
    })

    it("is ready once migrated, for every process that opens it", async () => {
      const fresh = await start()
      const notMigrated = await fresh.open()
      const other = await fresh.open()

      expect(await notMigrated.isReady()).toBe(false)
      await Promise.all([notMigrated.migrate(), other.migrate()])
      expect(await (await fresh.open()).isReady()).toBe(true)
      await fresh.close()
    })

    it("takes back everything of a transaction that fails", async () => {
      const work = catalogue.inTransaction(async (inside) => {
        await inside.libraries.add(aLibrary())
        await inside.inTransaction((deeper) => deeper.settings.set("a", "b"))
        throw new Error("planned")
      })

      await expect(work).rejects.toThrow("planned")
      expect(await catalogue.libraries.count()).toBe(0)
      expect(await catalogue.settings.get("a")).toBeUndefined()
    })
  })

  describe("libraries", () => {
    it("gives back what was added, by key, by id in any letter case and by source", async () => {
      const library = await catalogue.libraries.add(aLibrary({ id: "/FastAPI/FastAPI", rules: ["be kind"], stars: 7 }))

      expect(library).toMatchObject({
        state: "initial",
        stars: 7,
        trustScore: -1,
        rules: ["be kind"],
        isPrivate: false,
      })
      expect(await catalogue.libraries.byKey(library!.key)).toEqual(library)
      expect(await catalogue.libraries.byId("/fastapi/FASTAPI")).toEqual(library)
      expect(await catalogue.libraries.bySourceUrl(library!.source.url)).toEqual(library)
    })

    it("lists the redirects to a library, but not the libraries that redirect to it themselves", async () => {
      const [old, own] = [await added("/a/old"), await added("/a/own")]
      await catalogue.libraries.update(old.key, { redirectTo: "/A/\u00dcb" })
      await catalogue.libraries.update(own.key, { redirectTo: "/a/\u00fcb", publishedAtMs: 1 })

      const found = await catalogue.libraries.redirectsTo("/A/\u00dcb", null)
      expect(found.map(({ id }) => id)).toEqual(["/a/old"])
      expect(await catalogue.libraries.redirectsTo("/a/other", null)).toEqual([])
    })

    it("refuses a second living library with the same folded id", async () => {
      await added("/a/b")

      expect(await catalogue.libraries.add(aLibrary({ id: "/A/B" }))).toBeUndefined()
    })

    it("adds many at once and says which ids were taken", async () => {
      await added("/a/2")
      const many = Array.from({ length: 250 }, (_, number) => aLibrary({ id: `/a/${number}` }))

      const result = await catalogue.libraries.addMany(many)

      expect(result.map((library) => library?.id)).toEqual(many.map(({ id }) => (id === "/a/2" ? undefined : id)))
      expect(await catalogue.libraries.count()).toBe(250)
    })

    it("lets everyone follow changes by their numbers, deletions included", async () => {
      const [first, second, third] = [await added("/a/1"), await added("/a/2"), await added("/a/3")]
      const seen = third.changeNumber

      await catalogue.libraries.update(second.key, { title: "New", characteristicTerms: ["depends"], isVerified: true })
      await catalogue.libraries.remove(first.key)

      const changes = await catalogue.libraries.changedSince(seen, 10)
      expect(changes.map((library) => [library.id, library.isDeleted])).toEqual([
        ["/a/2", false],
        ["/a/1", true],
      ])
      expect(changes[0]).toMatchObject({ title: "New", characteristicTerms: ["depends"], isVerified: true })
      expect(await catalogue.libraries.changedSince(0, 1)).toHaveLength(1)
    })

    it("moves the state only from where it is expected", async () => {
      const library = await added("/a/b")

      expect(await catalogue.libraries.moveState(library.key, ["processing"], "finalized", null)).toBe(false)
      expect(await catalogue.libraries.moveState(library.key, ["initial", "error"], "processing", "why")).toBe(true)
      expect(await catalogue.libraries.byKey(library.key)).toMatchObject({ state: "processing", stateReason: "why" })
    })

    it("lists the living by newest publication, those never published last", async () => {
      const [first, second, third] = [await added("/a/1"), await added("/a/2"), await added("/a/3")]
      await catalogue.libraries.update(first.key, { publishedAtMs: 10 })
      await catalogue.libraries.update(third.key, { publishedAtMs: 20 })
      await catalogue.libraries.remove((await added("/a/4")).key)

      const listed = await catalogue.libraries.list({ offset: 0, limit: 10 })

      expect(listed.map((library) => library.id)).toEqual([third.id, first.id, second.id])
      expect(await catalogue.libraries.list({ offset: 2, limit: 10 })).toHaveLength(1)
      const unpublished = async (afterKey?: string) =>
        (await catalogue.libraries.unpublished({ afterKey, limit: 10, reader: null })).map(({ id }) => id)
      expect([await unpublished(), await unpublished(second.key)]).toEqual([[second.id], []])
    })

    it("gives what results show of many libraries as their records have it", async () => {
      const [first, second] = [await added("/a/1"), await added("/a/2")]
      await catalogue.libraries.update(first.key, { given: { benchmarkScore: 80 }, writtenDescription: "written" })
      await catalogue.libraries.remove(second.key)

      const shown = await catalogue.libraries.shownByKeys([second.key, first.key, "missing"])

      const records = await catalogue.libraries.byKeys([first.key, second.key])
      const byKey = new Map(records.map((library) => [library.key, library]))
      expect(shown).toHaveLength(2)
      for (const library of shown) expect(byKey.get(library.key)).toMatchObject(library)
      expect(shown.find(({ key }) => key === first.key)?.given).toEqual({ benchmarkScore: 80 })
      expect(await catalogue.libraries.shownByKeys([])).toEqual([])
    })

    it("gives the tags of many libraries at once, by library", async () => {
      const [first, second, third] = [await added("/a/1"), await added("/a/2"), await added("/a/3")]
      for (const tag of ["v2", "", "v1"]) await catalogue.versions.ensure(first.key, tag)
      await catalogue.versions.ensure(second.key, "")

      const versions = await catalogue.versions.tagsOf([third.key, second.key, first.key, "missing"])

      expect([...versions.keys()].toSorted()).toEqual([first.key, second.key].toSorted())
      const ofFirst = await catalogue.versions.ofLibrary(first.key)
      expect(versions.get(first.key)).toEqual(ofFirst.map(({ tag, indexHash }) => ({ tag, indexHash })))
      expect(versions.get(second.key)?.map(({ tag }) => tag)).toEqual([""])
      expect((await catalogue.versions.tagsOf([])).size).toBe(0)
    })

    it("frees the id of a removed library, drops its versions and stops its jobs", async () => {
      const library = await added("/a/b")
      await catalogue.versions.ensure(library.key, "")
      const running = await catalogue.jobs.add(aJob(library))
      await catalogue.jobs.claim("w", 1000)
      const waiting = await catalogue.jobs.add(aJob(library))

      await catalogue.libraries.remove(library.key)

      expect(await catalogue.libraries.byId("/a/b")).toBeUndefined()
      expect(await catalogue.versions.ofLibrary(library.key)).toEqual([])
      expect((await catalogue.jobs.byId(running.id))?.isCancelRequested).toBe(true)
      expect((await catalogue.jobs.byId(waiting.id))?.state).toBe("cancelled")
      expect(await added("/a/b")).toMatchObject({ state: "initial" })
    })

    it("deletes the access token of a removed library, which nothing needs afterwards", async () => {
      const { source } = aLibrary()
      const library = await catalogue.libraries.add(aLibrary({ source: { ...source, sealedToken: "sealed" } }))
      const { key } = library!

      await catalogue.libraries.remove(key)

      expect((await catalogue.libraries.byKey(key))?.source).toEqual({ ...source, sealedToken: null })
    })

    it("lists the private libraries of a teamspace", async () => {
      const teamspace = await catalogue.teamspaces.add({ name: "Otters", plan: "team" })
      const own = { isPrivate: true, teamspaceKey: teamspace.key }
      await catalogue.libraries.add(aLibrary({ id: "/public/one" }))
      for (const id of ["/b/b", "/a/a", "/c/c"]) await catalogue.libraries.add(aLibrary({ id, ...own }))
      await catalogue.libraries.remove((await catalogue.libraries.byId("/c/c", teamspace.key))!.key)

      const listed = await catalogue.libraries.ofTeamspace(teamspace.key)

      expect(listed.map(({ id }) => id)).toEqual(["/a/a", "/b/b"])
    })

    it("keeps change numbers gapless in order when two processes write at once", async () => {
      const other = await engine.open()
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          (number % 2 ? catalogue : other).libraries.add(aLibrary({ id: `/a/${number}` })),
        ),
      )

      const numbers = (await catalogue.libraries.changedSince(0, 100)).map((library) => library.changeNumber)

      expect(numbers).toEqual(Array.from({ length: 40 }, (_, place) => place + 1))
    })
  })

  describe("versions", () => {
    it("makes a version once", async () => {
      const library = await added("/a/b")
      const version = await catalogue.versions.ensure(library.key, "v1")

      expect(await catalogue.versions.ensure(library.key, "v1")).toEqual(version)
      expect(await catalogue.versions.get(library.key, "v1")).toEqual(version)
      expect(await catalogue.versions.get(library.key, "")).toBeUndefined()
    })

    it("publishes only onto the generation that was expected", async () => {
      const { key, libraryKey } = await catalogue.versions.ensure((await added("/a/b")).key, "")

      expect(await catalogue.versions.publish(key, 0, aPublication({ indexHash: "first" }))).toBe(true)
      expect(await catalogue.versions.publish(key, 0, aPublication({ indexHash: "late" }))).toBe(false)
      expect(await catalogue.versions.get(libraryKey, "")).toMatchObject({
        indexHash: "first",
        generation: 1,
        state: "finalized",
        publishedAtMs: engine.clock.now(),
      })
    })

    it("names the blobs of uploaded files as long as their library lives", async () => {
      const { libraries, versions } = await engine.open()
      const upload = aLibrary({ id: "/docs/handbook" })
      const files = [{ path: "guide.pdf", hash: "a".repeat(64), byteLength: 7 }]
      const library = await libraries.add({ ...upload, source: { ...upload.source, type: "upload", files } })

      expect((await versions.referencedBlobs()).has("a".repeat(64))).toBe(true)

      await libraries.remove(library!.key)

      expect((await versions.referencedBlobs()).has("a".repeat(64))).toBe(false)
    })

    it("names every blob that something refers to, an import's bundle only until the import ends", async () => {
      const library = await added("/a/b")
      const { key } = await catalogue.versions.ensure(library.key, "")
      await catalogue.versions.publish(key, 0, aPublication({ indexHash: "index", reportHash: "report" }))
      const job = await catalogue.jobs.add(aJob(null, { kind: "import", payload: { bundleHash: "bundle" } }))

      expect(await catalogue.versions.referencedBlobs()).toEqual(new Set(["index", "report", "bundle"]))
      await catalogue.jobs.claim("w", 1000)
      await catalogue.jobs.finish(job.id, "w", { state: "failed", reportHash: "failure" })
      expect(await catalogue.versions.referencedBlobs()).toEqual(new Set(["index", "report", "failure"]))
    })
  })

  describe("people, keys and settings", () => {
    it("keeps one account per name", async () => {
      const user = { name: "admin", role: "admin", passwordHash: "hash", mustChangePassword: true } as const
      const account = (await catalogue.users.add(user))!

      expect(await catalogue.users.add(user)).toBeUndefined()
      await catalogue.users.setPassword(account.key, "other", false)
      expect(await catalogue.users.byName("admin")).toMatchObject({ passwordHash: "other", mustChangePassword: false })
      expect(await catalogue.users.byKey(account.key)).toMatchObject({ name: "admin", isActive: true })
      expect(await catalogue.users.count()).toBe(1)
    })

    it("takes names that differ in letter case or width only for one", async () => {
      const user = { role: "member", passwordHash: "hash", mustChangePassword: false } as const
      const ann = await catalogue.users.add({ ...user, name: "Ann Öz" })

      expect(await catalogue.users.add({ ...user, name: "ANN öZ" })).toBeUndefined()
      expect(await catalogue.users.add({ ...user, name: "Ａnn O\u0308z" })).toBeUndefined()
      expect(await catalogue.users.byName("ann öz")).toEqual(ann)
      expect(ann?.name).toBe("Ann Öz")
      expect(await catalogue.users.byName("ann")).toBeUndefined()
    })

    it("finds a key by its hash until it is revoked", async () => {
      const user = { name: "a", role: "member", passwordHash: "", mustChangePassword: false } as const
      const { key: userKey } = (await catalogue.users.add(user))!
      const apiKey = await catalogue.apiKeys.add({
        userKey,
        teamspaceKey: "main",
        label: "ci",
        keyHash: "hash",
        hint: "abcd",
      })
      await catalogue.apiKeys.markUsed(apiKey.key, 5)

      expect(await catalogue.apiKeys.byHash("hash")).toEqual({ ...apiKey, lastUsedAtMs: 5 })
      expect(await catalogue.apiKeys.revoke(apiKey.key)).toBe(true)
      expect(await catalogue.apiKeys.revoke(apiKey.key)).toBe(false)
      expect(await catalogue.apiKeys.byHash("hash")).toBeUndefined()
      expect(await catalogue.apiKeys.ofUser(userKey)).toHaveLength(1)
    })

    it("lets exactly one process claim a setting", async () => {
      const other = await engine.open()

      const claims = await Promise.all([
        catalogue.settings.claim("first_start_done", "a"),
        other.settings.claim("first_start_done", "b"),
      ])
      await catalogue.settings.set("x", "1")
      await catalogue.settings.set("x", "2")

      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await catalogue.settings.get("x")).toBe("2")
    })
  })
})
