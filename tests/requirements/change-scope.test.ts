import { LibraryRecord, type ScopePreview } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.commit("scope/docs", {
    "README.md": "# Otters\n\nOtters hold hands.\n",
    "docs/feeding.md": "# Feeding\n\nFeed herring at dawn.\n",
    "docs/internal/salaries.md": "# Salaries\n\nThe cook earns forty herrings.\n",
  })
  await program.call("POST", "/api/v2/add/repo/git", {
    key: program.key,
    json: { docsRepoUrl: `${host.url}/scope/docs.git` },
  })
  await program.settle("/scope/docs")
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const path = "/api/v2/libs/scope/docs"
const send = (method: "PATCH" | "POST", at: string, json: object) =>
  program.call(method, at, { key: program.key, json })
const record = async () => LibraryRecord.parse((await program.call("GET", path, { key: program.key })).json)

describe("what is read of a repository", () => {
  it("can be previewed without a change", async () => {
    const { json } = await send("POST", `${path}/scope-preview`, {
      folders: ["docs"],
      excludeFolders: ["docs/internal"],
    })

    expect(json as ScopePreview).toMatchObject({
      knownCount: 3,
      includedCount: 1,
      included: ["docs/feeding.md"],
      excludedCount: 2,
      excluded: ["README.md", "docs/internal/salaries.md"],
      folders: [
        { path: "docs", includedCount: 1, knownCount: 2 },
        { path: "docs/internal", includedCount: 0, knownCount: 1 },
      ],
      exclusions: [
        { reason: "outside_folders", byDefault: false, fileCount: 1 },
        { reason: "excluded_folder", byDefault: false, fileCount: 1 },
      ],
    })
    expect((await record()).source).toMatchObject({ folders: [], excludeFolders: [] })
  })

  it("changes with a refresh that follows at once, and changes back", async () => {
    const changed = await send("PATCH", path, { folders: ["docs"], excludeFolders: ["docs/internal"] })
    await program.settle("/scope/docs")
    const narrow = await record()
    const same = await send("PATCH", path, { folders: ["docs"] })
    const jobAfterSame = (await record()).lastJob?.id
    await send("PATCH", path, { folders: [], excludeFolders: [] })
    await program.settle("/scope/docs")

    expect([changed.status, same.status]).toEqual([200, 200])
    expect(narrow).toMatchObject({ source: { folders: ["docs"] }, files: { indexedCount: 1 } })
    expect(jobAfterSame).toBe(narrow.lastJob?.id)
    expect((await record()).files?.indexedCount).toBe(3)
  })
})
