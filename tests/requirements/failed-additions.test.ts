import { SearchLibrariesResponse, ListLibrariesResponse, LibraryRecord, PolicyConfiguration } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type GitHost, startGitHost } from "./git-host.ts"
import { type Program, startProgram } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.commit("team/otter", { "a.md": "# Otter\n\nThe otter cracks shells.\n" })
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const add = async (name: string) => {
  const json = { docsRepoUrl: `${host.url}/team/${name}.git` }
  const answer = await program.call("POST", "/api/v2/add/repo/git", { key: program.key, json })
  await program.settle(`/team/${name}`)
  return answer
}
const found = async (libraryName: string) => {
  const path = `/api/v2/libs/search?${new URLSearchParams({ libraryName }).toString()}`
  return SearchLibrariesResponse.parse((await program.call("GET", path)).json).results.map(({ id }) => id)
}
const listed = async (key?: string) =>
  ListLibrariesResponse.parse((await program.call("GET", "/api/v2/libs", { key })).json)
const accessible = async () =>
  PolicyConfiguration.parse((await program.call("GET", "/api/v2/policies", { key: program.key })).json)
    .accessibleLibraryCount

describe("a library whose first ingestion failed", () => {
  it("is offered to nobody and not counted, but admins see it with the reason and can retry it", async () => {
    await add("otter")
    await add("badger")

    await expect.poll(() => found("badger"), { timeout: 10_000 }).toEqual([])
    expect(await found("otter")).toEqual(["/team/otter"])
    expect(await accessible()).toBe(1)
    const anonymous = await listed()
    expect([anonymous.libraries.map(({ id }) => id), anonymous.totalCount]).toEqual([["/team/otter"], 1])
    const admin = await listed(program.key)
    expect(admin.libraries.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "/team/otter finalized",
      "/team/badger error",
    ])
    expect(admin.totalCount).toBe(1)
    const record = (await program.call("GET", "/api/v2/libs/team/badger", { key: program.key })).json
    expect(LibraryRecord.parse(record).lastJob?.error?.message).toContain("no git repository found")

    await host.commit("team/badger", { "a.md": "# Badger\n\nThe badger digs setts.\n" })
    expect(await add("badger")).toMatchObject({ status: 200 })
    await expect.poll(() => found("badger"), { timeout: 10_000 }).toEqual(["/team/badger"])
    expect(await accessible()).toBe(2)
  })
})
