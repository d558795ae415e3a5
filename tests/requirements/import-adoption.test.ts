import { LibraryRecord, ListLibrariesResponse } from "@lectern/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type GitHost, startGitHost } from "./git-host.ts"
import { type Program, startProgram } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.commit("team/otter", { "a.md": "# Otter\n\nThe otter of the repository cracks shells.\n" })
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const post = (path: string, json: object) => program.call("POST", path, { key: program.key, json })
const record = async () =>
  LibraryRecord.parse((await program.call("GET", "/api/v2/libs/team/otter", { key: program.key })).json)

it("makes an imported library one of its source when its address is added", async () => {
  const docsRepoUrl = `${host.url}/team/otter.git`
  const infoSnippets = [{ id: "https://a.example", content: "The otter of the bundle swims.", breadcrumb: "Otter" }]
  const library = { project: "/team/otter", title: "Otter", type: "repo", branch: "main", docsRepoUrl, infoSnippets }
  await post("/api/v2/import-libraries", { libraries: [library] })
  await program.settle("/team/otter")
  expect((await post("/api/v1/refresh", { libraryName: "/team/otter" })).status).toBe(400)

  const added = await post("/api/v2/add/repo/git", { docsRepoUrl })
  await program.settle("/team/otter")

  expect(added).toMatchObject({ status: 200, json: { libraryName: "/team/otter" } })
  expect(await record()).toMatchObject({ source: { kind: "git", url: docsRepoUrl }, files: { indexedCount: 1 } })
  const libraries = ListLibrariesResponse.parse((await program.call("GET", "/api/v2/libs")).json)
  expect(libraries.libraries.map(({ id }) => id)).toEqual(["/team/otter"])
  const answer = await program.call("GET", "/api/v2/context?libraryId=/team/otter&query=otter")
  expect(answer.text).toContain("of the repository")
  expect(answer.text).not.toContain("of the bundle")
  expect(await post("/api/v1/refresh", { libraryName: "/team/otter" })).toMatchObject({ status: 200 })
  expect(await post("/api/v2/add/repo/git", { docsRepoUrl })).toMatchObject({
    json: { message: expect.stringContaining("already exists") as string },
  })
})
