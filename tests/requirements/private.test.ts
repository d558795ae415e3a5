import { lookup } from "node:dns/promises"
import { hostname } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LibraryRecord, SearchLibrariesResponse } from "@lectern/contract"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.commit("den/secrets", { "a.md": "# Den\n\nThe otter hides here.\n" })
  await add()
  await program.settle("/den/secrets")
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const add = () =>
  program.call("POST", "/api/v2/add/repo/git", {
    key: program.key,
    json: { docsRepoUrl: `${host.url}/den/secrets.git`, private: true },
  })
const paths = ["/api/v2/context?libraryId=/den/secrets&query=otter", "/api/v2/libs/den/secrets"]

describe("a private library", () => {
  it("is read with a key and marked as private", async () => {
    const [asked, read] = await Promise.all(paths.map((path) => program.call("GET", path, { key: program.key })))
    const found = await program.call("GET", "/api/v2/libs/search?libraryName=secrets", { key: program.key })

    expect([asked?.status, asked?.text]).toEqual([200, expect.stringContaining("The otter hides here.")])
    expect(LibraryRecord.parse(read?.json).private).toBe(true)
    expect(SearchLibrariesResponse.parse(found.json).results[0]).toMatchObject({
      id: "/den/secrets",
      source: "Local (Private)",
    })
  })

  it("answers callers without a key like a library that does not exist", async () => {
    for (const path of paths) {
      const hidden = await program.call("GET", path)
      const missing = await program.call("GET", path.replace("den/secrets", "den/nothing"))

      expect([hidden.status, hidden.text.replaceAll("den/secrets", "den/nothing")]).toEqual([404, missing.text])
    }
    const found = await program.call("GET", "/api/v2/libs/search?libraryName=secrets")
    expect(found.json).toMatchObject({ results: [] })
  })

  it("answers 409 duplicate_repo when it is added again", async () => {
    const again = await add()

    expect([again.status, again.json]).toMatchObject([409, { error: "duplicate_repo" }])
  })
})

describe("a private library whose first ingestion failed", () => {
  it("is tried again when it is added again, without 409", async () => {
    const addLate = () =>
      program.call("POST", "/api/v2/add/repo/git", {
        key: program.key,
        json: { docsRepoUrl: `${host.url}/late/secrets.git`, private: true },
      })
    await addLate()
    const failed = await program.settle("/late/secrets")
    await host.commit("late/secrets", { "a.md": "# Late\n\nThe otter hides late.\n" })

    const again = await addLate()
    const settled = await program.settle("/late/secrets")

    expect([failed.state, again.status, settled.state]).toEqual(["failed", 200, "succeeded"])
  })
})

/** Names of this machine that lead to a private address; none on some machines. */
const privateNames = await lookup(hostname(), { all: true }).then(
  (found) =>
    found.some(({ address }) => /^(127|10|172\.(1[6-9]|2\d|3[01])|192\.168)\./.test(address)) ? [hostname()] : [],
  () => [],
)

describe.skipIf(privateNames.length === 0)("a host name that leads to a private address", () => {
  it.each(privateNames)("fails the job of %s, not the request", async (name) => {
    const strict = await startProgram()
    const before = host.requestCount()

    const answer = await strict.call("POST", "/api/v2/add/repo/git", {
      key: strict.key,
      json: { docsRepoUrl: `${host.url.replace("127.0.0.1", name)}/den/secrets.git` },
    })
    const job = await strict.settle("/den/secrets")

    expect([answer.status, job.state, host.requestCount()]).toEqual([200, "failed", before])
    expect(job.error?.message).toContain("the address is not allowed")
    await strict.close()
  })
})
