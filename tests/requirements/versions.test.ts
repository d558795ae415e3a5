import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import {
  CombinedSearchResponse,
  LibraryRecord,
  QueuedResponse,
  SEARCH_HEADERS,
  SearchLibrariesResponse,
} from "@lectern/contract"
import { startGitHost, type Files, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

let host: GitHost
let program: Program
let release = () => {}
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterEach(() => release())
afterAll(async () => {
  await program.close()
  await host.close()
})

const page = (word: string): Files => ({ "a.md": `# Otter\n\nThe otter is of ${word}.\n` })
const post = (path: string, json: object) => program.call("POST", path, { key: program.key, json })
const refresh = (libraryName: string, more: object = {}) => post("/api/v1/refresh", { libraryName, ...more })
const addVersion = (libraryId: string, tag: string) => post(`/api/v2/libs${libraryId}/versions`, { tag })
const ask = (libraryId: string) =>
  program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query: "otter" }).toString()}`)
const record = async (libraryId: string) =>
  LibraryRecord.parse((await program.call("GET", `/api/v2/libs${libraryId}`, { key: program.key })).json)
const isIndexed = (libraryId: string, ...tags: readonly string[]) =>
  vi.waitFor(async () => expect((await record(libraryId)).versions).toEqual(expect.arrayContaining([...tags])), {
    timeout: 25_000,
    interval: 20,
  })

/** A repository with one commit per tag, in the order given, and the branch `main` on top. */
async function repository(name: string, tags: readonly string[], last: Files = page("main")): Promise<void> {
  for (const tag of tags) {
    await host.commit(name, page(tag))
    await host.tag(name, tag)
  }
  await host.commit(name, last)
}

async function add(name: string, more: object = {}): Promise<void> {
  await post("/api/v2/add/repo/git", { docsRepoUrl: `${host.url}/${name}.git`, ...more })
  await program.settle(`/${name}`)
}

const TAGS = [
  "v14.2.0",
  "v15.1.7",
  "v15.1.8",
  "v15.3.0",
  "v15.4.0-canary.3",
  "v16.0.0-rc.1",
  "pkg@1.2.3",
  "release-1.2",
]

describe("versions of a repository", () => {
  beforeAll(async () => {
    const previousVersions = TAGS.map((tag) => ({ tag }))
    const manifest = {
      previousVersions: [...previousVersions, { tag: "v99" }],
      branchVersions: [{ branch: "next/17" }],
    }
    await host.commit("many/docs", page("the branch next"), "next/17")
    await repository("many/docs", TAGS, { ...page("main"), "lectern.json": JSON.stringify(manifest) })
    await add("many/docs")
    await isIndexed("/many/docs", ...TAGS, "next_17")
  }, 30_000)

  it.each([
    ["/many/docs", "main"],
    ["/many/docs/latest", "main"],
    ["/many/docs@LATEST", "main"],
    ["/many/docs/main", "main"],
    ["/many/docs/v15", "v15.3.0"],
    ["/many/docs@15", "v15.3.0"],
    ["/many/docs/15.1", "v15.1.8"],
    ["/many/docs/v15.1.7", "v15.1.7"],
    ["/MANY/Docs@V15.1.7", "v15.1.7"],
    ["/many/docs/16", "v16.0.0-rc.1"],
    ["/many/docs/15.4.0-canary", "v15.4.0-canary.3"],
    ["/many/docs@pkg@1.2.3", "pkg@1.2.3"],
    ["/many/docs@1.2.3", "pkg@1.2.3"],
    ["/many/docs/release-1.2", "release-1.2"],
    ["/many/docs/next_17", "the branch next"],
  ])("named by its manifest answer %s with %s", async (libraryId, word) => {
    const answer = await ask(libraryId)

    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`The otter is of ${word}.`)])
  })

  it.each([
    { version: "v15", served: "v15.3.0", status: "verified" },
    { version: "15", served: "v15.3.0", status: "verified" },
    { version: "15.1", served: "v15.1.8", status: "verified" },
    { version: "V15.1.7", served: "v15.1.7", status: "verified" },
    { version: "1.2.3", served: "pkg@1.2.3", status: "verified" },
    { library: "/many/docs@15", served: "v15.3.0", status: "verified" },
    { library: "/many/docs@pkg@1.2.3", served: "pkg@1.2.3", status: "verified" },
    { library: "/many/docs@release-1.2", served: "release-1.2", status: "verified" },
    { version: "16", served: "v16.0.0-rc.1", status: "prerelease", reason: "versionPrerelease" },
    { version: "15.4.0-canary.3", served: "v15.4.0-canary.3", status: "verified" },
    { version: "98", served: "current", status: "unverified", reason: "versionUnverified" },
    { version: "latest", served: undefined },
    { version: "LATEST", served: undefined },
    { library: "/many/docs@latest", served: undefined },
    { served: undefined },
  ])(
    "serve the combined search by the rules: %o",
    async ({ library = "/many/docs", version, served, status, reason }) => {
      const query = { query: "otter", type: "json", library, ...(version === undefined ? {} : { version }) }
      const { headers, json } = await program.call("GET", `/api/v3/search?${new URLSearchParams(query).toString()}`)

      const answer = CombinedSearchResponse.parse(json)
      const word = served === undefined || served === "current" ? "main" : served
      expect(answer.infoSnippets[0]?.content).toContain(`The otter is of ${word}.`)
      expect([headers[SEARCH_HEADERS.version.toLowerCase()], headers[SEARCH_HEADERS.reason.toLowerCase()]]).toEqual([
        served,
        reason,
      ])
      expect(headers[SEARCH_HEADERS.status.toLowerCase()]).toBe(reason === undefined ? undefined : "partial")
      expect([answer.version?.status, answer.version?.libraries[0]?.served]).toEqual([status, served])
    },
  )

  it("are listed newest first in search results", async () => {
    const found = await program.call("GET", "/api/v2/libs/search?libraryName=many/docs")

    expect(SearchLibrariesResponse.parse(found.json).results[0]?.versions).toEqual([
      "next_17",
      "v16.0.0-rc.1",
      "v15.4.0-canary.3",
      "v15.3.0",
      "v15.1.8",
      "v15.1.7",
      "v14.2.0",
      "pkg@1.2.3",
      "release-1.2",
    ])
  })

  it("answer 404 tag_not_found for one that the repository does not have, with those that are there", async () => {
    const missing = await ask("/many/docs/99")

    expect([missing.status, missing.json]).toMatchObject([404, { error: "tag_not_found" }])
    expect(missing.text).toContain("v15.3.0")
    expect(missing.text).not.toContain("queued")
  })
})

describe("a version that is asked for", () => {
  it("is indexed when it is added, also one that the library has not heard of", async () => {
    await repository("asked/docs", ["v1.0.0"])
    await add("asked/docs")
    await host.commit("asked/docs", page("v2"), "release/2")
    await host.tag("asked/docs", "v2.0.0", "release/2")

    const answers = [await addVersion("/asked/docs", "1.0"), await addVersion("/asked/docs", "release/2")]
    await isIndexed("/asked/docs", "v1.0.0", "release_2")

    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(QueuedResponse.parse(answers[0]?.json)).toMatchObject({
      message: expect.stringContaining("/asked/docs/v1.0.0"),
    })
    expect((await ask("/asked/docs@release_2")).text).toContain("The otter is of v2.")
  })

  it("is gone when it is deleted, and the library stays", async () => {
    await repository("dropped/docs", ["v1.0.0", "v2.0.0"])
    await add("dropped/docs")
    await addVersion("/dropped/docs", "v1.0.0")
    await isIndexed("/dropped/docs", "v1.0.0")
    const drop = (tag: string) =>
      program.call("DELETE", `/api/v2/libs/dropped/docs/versions/${tag}`, { key: program.key })

    const dropped = await drop("v1.0.0")
    const again = await drop("v1.0.0")

    expect([dropped.status, again.status]).toEqual([200, 404])
    expect((await record("/dropped/docs")).versions).toEqual([])
    expect((await ask("/dropped/docs")).text).toContain("The otter is of main.")
    expect((await ask("/dropped/docs/v1.0.0")).status).not.toBe(200)
  })

  it("answers 404 tag_not_found when neither library nor host knows it", async () => {
    await repository("none/docs", [])
    await add("none/docs")

    const unknown = await addVersion("/none/docs", "v9")
    const noLibrary = await addVersion("/none/nothing", "v9")

    expect([unknown.status, unknown.json]).toMatchObject([404, { error: "tag_not_found" }])
    expect([noLibrary.status, noLibrary.json]).toMatchObject([404, { error: "library_not_found" }])
    expect((await program.call("POST", "/api/v2/libs/none/docs/versions", { json: { tag: "v9" } })).status).toBe(401)
  })
})

describe("a version that a request missed", () => {
  it("is queued, named so in the answer, and answers a later request", async () => {
    await repository("missed/docs", ["v1.0.0", "v2.0.0"])
    await add("missed/docs")

    const missed = await ask("/missed/docs/2")
    const again = await ask("/missed/docs/2")
    await isIndexed("/missed/docs", "v2.0.0")

    expect([missed.status, missed.json]).toMatchObject([
      404,
      { error: "tag_not_found", message: expect.stringMatching(/no version is indexed.*v2\.0\.0 is queued/) },
    ])
    expect([404, 200]).toContain(again.status)
    expect((await ask("/missed/docs/2")).text).toContain("The otter is of v2.0.0.")
    expect((await record("/missed/docs")).versions).toEqual(["v2.0.0"])
  })

  it("is queued by the combined search too, which serves what is current until then", async () => {
    await repository("combined/docs", ["v3.0.0"])
    await add("combined/docs")
    const path = "/api/v3/search?query=otter&library=/combined/docs&version=3&type=json"

    const first = await program.call("GET", path)
    await isIndexed("/combined/docs", "v3.0.0")
    const later = await program.call("GET", path)

    expect(first.headers).toMatchObject({
      "x-lectern-search-status": "partial",
      "x-lectern-search-reason": "versionUnverified",
      "x-lectern-search-version": "current",
    })
    expect(CombinedSearchResponse.parse(later.json).version).toMatchObject({ status: "verified" })
    expect(later.headers["x-lectern-search-version"]).toBe("v3.0.0")
  })

  it("is not tried again by requests once it could not be indexed, and does not touch the library", async () => {
    await host.commit("bare/docs", { "picture.png": new Uint8Array([137, 80, 0]) })
    await host.tag("bare/docs", "v0.1.0")
    await repository("bare/docs", [])
    await add("bare/docs")
    await ask("/bare/docs/0.1")
    const states = async () => (await record("/bare/docs")).availableVersions.map(({ state }) => state)
    await expect.poll(states, { timeout: 20_000 }).toEqual(["failed"])

    const again = await ask("/bare/docs/0.1")

    expect([again.status, again.text]).toEqual([404, expect.stringContaining("Indexing v0.1.0 failed")])
    expect([(await record("/bare/docs")).state, (await ask("/bare/docs")).status]).toEqual(["finalized", 200])
    expect(await record("/bare/docs")).toMatchObject({ lastJob: { versionTag: null }, files: { indexedCount: 1 } })
  })

  it("is not queued for a private library, nor beyond three of one library", async () => {
    const tags = ["v1.0.0", "v2.0.0", "v3.0.0", "v4.0.0"]
    await repository("closed/docs", tags)
    await repository("flood/docs", tags)
    await add("closed/docs", { private: true })
    await add("flood/docs")
    release = host.hold()
    await refresh("/flood/docs")
    await expect.poll(async () => (await record("/flood/docs")).lastJob?.state).toBe("running")

    const answers = await Promise.all(tags.map((tag) => ask(`/flood/docs/${tag}`)))
    const queued = tags.filter((_, index) => answers[index]?.text.includes("is queued for indexing"))
    const closedUrl = "/api/v2/context?libraryId=/closed/docs/1&query=otter"
    const closed = await program.call("GET", closedUrl, { key: program.key })
    release()

    expect(queued).toHaveLength(3)
    expect([closed.status, closed.text.includes("queued")]).toEqual([404, false])
    await isIndexed("/flood/docs", ...queued)
  })
})

describe("a refresh", () => {
  it("discovers new tags, newest first, although nothing else has changed", async () => {
    await repository("tags/docs", ["v1.0.0"])
    await add("tags/docs")
    await host.tag("tags/docs", "v1.10.0")
    await host.tag("tags/docs", "v1.9.0")

    await refresh("/tags/docs")
    const { progress } = await program.settle("/tags/docs")

    expect(progress.parsing).toBeUndefined()
    expect((await record("/tags/docs")).availableVersions.map(({ tag }) => tag)).toEqual([
      "v1.10.0",
      "v1.9.0",
      "v1.0.0",
    ])
  })

  it("of another branch indexes that branch and reads it again later", async () => {
    await host.commit("branch/docs", page("next one"), "next")
    await repository("branch/docs", [])
    await add("branch/docs")

    const first = await refresh("/branch/docs", { branch: "next" })
    await isIndexed("/branch/docs", "next")
    const before = await ask("/branch/docs/next")
    await host.commit("branch/docs", page("next two"), "next")
    await refresh("/branch/docs", { branch: "next" })
    await program.settle("/branch/docs")

    expect([first.status, before.text]).toEqual([200, expect.stringContaining("The otter is of next one.")])
    expect((await ask("/branch/docs/next")).text).toContain("The otter is of next two.")
    expect((await ask("/branch/docs")).text).toContain("The otter is of main.")
  })

  it("answers 504 timeout when the host does not say within 10 s whether it knows a branch", async () => {
    await repository("slow/docs", [])
    await add("slow/docs")
    release = host.hold()

    const answers = await Promise.all([refresh("/slow/docs", { branch: "next" }), addVersion("/slow/docs", "next")])

    expect(answers.map(({ status, json }) => [status, json])).toMatchObject([
      [504, { error: "timeout" }],
      [504, { error: "timeout" }],
    ])
  }, 30_000)

  it("of the library reads again the versions whose branch has moved on", async () => {
    await host.commit("moving/docs", page("next one"), "next")
    await repository("moving/docs", [])
    await add("moving/docs")
    await addVersion("/moving/docs", "next")
    await isIndexed("/moving/docs", "next")
    await host.commit("moving/docs", page("next two"), "next")

    await refresh("/moving/docs")

    await expect
      .poll(async () => (await ask("/moving/docs/next")).text, { timeout: 20_000 })
      .toContain("The otter is of next two.")
  })
})

describe("a repository that moved on its host", () => {
  it("moves its library to the new identifier, and back, and the old one answers 301", async () => {
    await repository("old/docs", [])
    await add("old/docs")
    await host.move("old/docs", "new/docs")
    await refresh("/old/docs")
    await program.settle("/new/docs")

    const [old, moved] = [await ask("/old/docs"), await ask("/new/docs")]
    const again = await post("/api/v2/add/repo/git", { docsRepoUrl: `${host.url}/old/docs.git` })
    await host.move("new/docs", "old/docs")
    await refresh("/new/docs")
    await program.settle("/old/docs")

    expect([old.status, old.json]).toMatchObject([301, { error: "library_redirected", redirectUrl: "/new/docs" }])
    expect(old.headers["location"]).toBeUndefined()
    expect([moved.status, moved.text]).toEqual([200, expect.stringContaining("The otter is of main.")])
    expect(again.json).toMatchObject({ libraryName: "/new/docs" })
    await expect.poll(async () => (await ask("/old/docs")).status, { timeout: 10_000 }).toBe(200)
    expect((await ask("/new/docs")).json).toMatchObject({ redirectUrl: "/old/docs" })
  })

  it("points to the library that is there already", async () => {
    await repository("first/docs", [])
    await add("first/docs")
    await host.move("first/docs", "second/docs")
    await add("second/docs")

    await refresh("/first/docs")
    await program.settle("/first/docs")

    expect((await ask("/first/docs")).json).toMatchObject({ error: "library_redirected", redirectUrl: "/second/docs" })
    expect((await ask("/second/docs")).status).toBe(200)
  })

  it("takes the place of that library when it was deleted and the old address is added again", async () => {
    await repository("here/docs", [])
    await add("here/docs")
    await host.move("here/docs", "there/docs")
    await refresh("/here/docs")
    await program.settle("/there/docs")
    await program.call("DELETE", "/api/v2/libs/there/docs", { key: program.key })

    await post("/api/v2/add/repo/git", { docsRepoUrl: `${host.url}/here/docs.git` })

    await expect.poll(async () => (await ask("/there/docs")).status, { timeout: 20_000 }).toBe(200)
    expect((await ask("/here/docs")).json).toMatchObject({ redirectUrl: "/there/docs" })
  })

  it("follows redirectTo of the manifest, and a combined search follows the move", async () => {
    await repository("sign/docs", [], { ...page("sign"), "lectern.json": JSON.stringify({ redirectTo: "/many/docs" }) })
    await add("sign/docs")
    const answer = await ask("/sign/docs")
    expect([answer.status, answer.json]).toMatchObject([301, { redirectUrl: "/many/docs" }])
    const combined = await program.call("GET", "/api/v3/search?library=/sign/docs&query=otter")
    expect([combined.status, combined.text]).toEqual([200, expect.stringContaining("Library: /many/docs")])
  })
})
