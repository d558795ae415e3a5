import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

let host: GitHost
beforeAll(async () => {
  host = await startGitHost()
})
afterAll(() => host.close())

describe("a request that takes too long", () => {
  it("answers 504 timeout after the time that is set", async () => {
    const program = await startProgram({
      LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
      LECTERN_REQUEST_TIMEOUT_SECONDS: "1",
    })
    await host.commit("slow/docs", { "a.md": "# Slow\n\nThe otter is slow.\n" })
    await program.call("POST", "/api/v2/add/repo/git", {
      key: program.key,
      json: { docsRepoUrl: `${host.url}/slow/docs.git` },
    })
    await program.settle("/slow/docs")
    const release = host.hold()
    const startedAt = performance.now()

    const answer = await program.call("POST", "/api/v1/refresh", {
      key: program.key,
      json: { libraryName: "/slow/docs", branch: "far" },
    })
    release()

    expect([answer.status, answer.json]).toEqual([504, { error: "timeout", message: expect.any(String) }])
    expect(performance.now() - startedAt).toBeLessThan(5000)
    await program.close()
  })
})

describe("a program that has lost its store", () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram()
    await program.loseStore()
  })
  afterAll(() => program.close())

  it("answers 500 internal_error and tells nothing of itself", async () => {
    const answer = await program.call("GET", "/api/v2/context?libraryId=/a/b&query=a")

    expect([answer.status, answer.json]).toEqual([500, { error: "internal_error", message: expect.any(String) }])
    expect(answer.text).not.toMatch(/sqlite|database|\.ts|\/tmp/i)
  })

  it("is not ready, with Retry-After, yet alive", async () => {
    const [ready, health] = [await program.call("GET", "/api/ready"), await program.call("GET", "/api/health")]

    expect([ready.status, ready.json]).toEqual([503, { error: "internal_error", message: expect.any(String) }])
    expect(Number(ready.headers["retry-after"])).toBeGreaterThan(0)
    expect(health.status).toBe(200)
  })
})

describe("libraries whose index cannot be read", () => {
  let program: Program
  const blobs = async () => {
    const found = await readdir(join(program.dataDir, "blobs"), { recursive: true, withFileTypes: true })
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }
  const addLibrary = async (name: string) => {
    const infoSnippets = [
      { id: `https://${name}.example`, content: `How ${name} connects to the river.`, breadcrumb: name },
    ]
    const libraries = [{ project: `/${name}/docs`, title: name, description: `The ${name} library`, infoSnippets }]
    await program.call("POST", "/api/v2/import-libraries", { key: program.key, json: { libraries } })
    await program.settle(`/${name}/docs`)
  }
  const search = () => program.call("GET", "/api/v3/search?query=how+do+otterkit+and+sealbase+connect")
  beforeAll(async () => {
    program = await startProgram()
  })
  afterAll(() => program.close())

  it("answer 503 search_failed when all of them fail, and leave the others to answer, which says partialSearchFailure", async () => {
    await addLibrary("otterkit")
    await Promise.all((await blobs()).map((path) => rm(path)))
    const failed = await search()
    await addLibrary("sealbase")
    const partial = await search()

    expect([
      partial.status,
      partial.headers["x-lectern-search-status"],
      partial.headers["x-lectern-search-reason"],
    ]).toEqual([200, "partial", "partialSearchFailure"])
    expect(partial.text).toContain("Library: /sealbase/docs")
    expect([failed.status, failed.json]).toMatchObject([503, { error: "search_failed" }])
    expect(Number(failed.headers["retry-after"])).toBeGreaterThan(0)
  })
})
