import { LibraryRecord } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type GitHost, startGitHost } from "./git-host.ts"
import { type Program, startProgram } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  for (const repo of ["website", "otter"]) {
    await host.commit(`honojs/${repo}`, { "README.md": "# Website\n\nHow to build and deploy this site.\n" })
  }
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const add = async (name: string, more: object = {}) => {
  const json = { docsRepoUrl: `${host.url}/${name}.git`, ...more }
  await program.call("POST", "/api/v2/add/repo/git", { key: program.key, json })
  await program.settle(`/${name}`)
  return LibraryRecord.parse((await program.call("GET", `/api/v2/libs/${name}`, { key: program.key })).json)
}

describe("the title of a library", () => {
  it("is the owner where repository and README say no more than website", async () => {
    expect((await add("honojs/website")).title).toBe("honojs")
  })

  it("is the one that was given, for every kind, and stays after a refresh", async () => {
    const given = { title: "Otter", description: "All about otters." }
    expect(await add("honojs/otter", given)).toMatchObject(given)
    await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: "/honojs/otter" } })
    await program.settle("/honojs/otter")
    expect(await add("honojs/otter", { force: true })).toMatchObject(given)
    expect(await add("honojs/otter", { title: "Otters", force: true })).toMatchObject({ ...given, title: "Otters" })
  })
})
