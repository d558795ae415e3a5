import { ListLibrariesResponse, RepositoryPreview } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openGitHost, type GitHost as PrivateGitHost } from "../../packages/server/src/sources/git/git-host.testing.ts"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const PASSWORD = "hunter2-is-not-enough"

let host: GitHost
let privateHost: PrivateGitHost
let program: Program
let docsRepoUrl: string
beforeAll(async () => {
  host = await startGitHost()
  privateHost = await openGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  docsRepoUrl = `${host.url}/preview/docs.git`
  await host.commit("preview/docs", {
    "README.md": "# Otters\n",
    "LICENSE.md": "# MIT\n",
    "docs/feeding.md": "# Feeding\n",
    "docs/internal/salaries.md": "# Salaries\n",
    "docs/tanks/rinse.md": "# Rinse\n",
    "tests/data.md": "# Data\n",
    "src/otter.ts": "export {}\n",
    "logo.png": "",
  })
  const note = { path: "a.md", content: "# Vault\n" }
  await privateHost.add("vault", { branches: { main: [note] } })
})
afterAll(async () => {
  await program.close()
  await Promise.all([host.close(), privateHost.close()])
})

const send = (json: object, options: { readonly key?: string; readonly host?: string } = {}) =>
  program.call("POST", `/api/v2/add/repo/${options.host ?? "git"}/preview`, { key: program.key, ...options, json })
const preview = async (json: object = {}) => {
  const answer = await send({ docsRepoUrl, ...json })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return RepositoryPreview.parse(answer.json)
}

describe("the preview of a repository", () => {
  it("names the files that would be read, and why the others are left out", async () => {
    const found = await preview({ excludeFolders: ["docs/internal"] })

    expect(found).toMatchObject({
      branch: "main",
      libraryConfig: null,
      knownCount: 6,
      includedCount: 3,
      included: ["README.md", "docs/feeding.md", "docs/tanks/rinse.md"],
      excluded: ["LICENSE.md", "docs/internal/salaries.md", "tests/data.md"],
      folderCount: 4,
      folders: [
        { path: "docs", includedCount: 2, knownCount: 3 },
        { path: "docs/internal", includedCount: 0, knownCount: 1 },
        { path: "docs/tanks", includedCount: 1, knownCount: 1 },
        { path: "tests", includedCount: 0, knownCount: 1 },
      ],
    })
    expect(found.exclusions).toEqual([
      { reason: "boilerplate", byDefault: true, fileCount: 1, files: [{ path: "LICENSE.md", detail: "LICENSE.md" }] },
      {
        reason: "excluded_folder",
        byDefault: false,
        fileCount: 1,
        files: [{ path: "docs/internal/salaries.md", detail: null }],
      },
      { reason: "excluded_folder", byDefault: true, fileCount: 1, files: [{ path: "tests/data.md", detail: "tests" }] },
    ])
    expect(found.otherFiles).toEqual([
      { pattern: "*.png", fileCount: 1 },
      { pattern: "*.ts", fileCount: 1 },
    ])
  })

  it("reads what it names, and stores nothing before", async () => {
    const { included } = await preview({ folders: ["docs"] })
    const before = ListLibrariesResponse.parse((await program.call("GET", "/api/v2/libs", { key: program.key })).json)
    await program.call("POST", "/api/v2/add/repo/git", { key: program.key, json: { docsRepoUrl, folders: ["docs"] } })
    await program.settle("/preview/docs")
    const { json } = await program.call("GET", "/api/v2/libs/preview/docs", { key: program.key })

    expect(before.libraries).toEqual([])
    expect(json).toMatchObject({ files: { indexedCount: included.length } })
  })

  it("fetches a repository once for all folders and exclusions, once for everyone who asks at the same time", async () => {
    await host.commit("preview/once", { "README.md": "# Once\n", "docs/a.md": "# A\n" })
    const url = `${host.url}/preview/once.git`
    const before = host.requestCount()
    await preview({ docsRepoUrl: url })
    const forOne = host.requestCount() - before
    const narrow = await preview({ docsRepoUrl: url, folders: ["docs"] })
    const afterNarrow = host.requestCount()
    await Promise.all([1, 2, 3].map(() => preview({ docsRepoUrl: url, branch: "main" })))

    expect(narrow.included).toEqual(["docs/a.md"])
    expect(afterNarrow - before).toBe(forOne)
    expect(host.requestCount() - afterNarrow).toBe(forOne)
  })

  it("applies the library config, and the branch and folder of the address", async () => {
    const config = JSON.stringify({ folders: ["guide"], excludeFiles: ["draft.md"] })
    const files = { "guide/a.md": "# A\n", "guide/draft.md": "# D\n", "other/b.md": "# B\n", "lectern.json": config }
    await host.commit("preview/configured", files)
    await host.commit("preview/configured", { "other/c.md": "# C\n" }, "next")
    const url = `${host.url}/preview/configured`
    const configured = await preview({ docsRepoUrl: `${url}.git` })
    const next = await preview({ docsRepoUrl: `${url}/tree/next/other` })

    expect(configured).toMatchObject({ libraryConfig: "lectern.json", included: ["guide/a.md"] })
    expect(next).toMatchObject({ branch: "next", libraryConfig: null, included: ["other/c.md"] })
  })

  it("says what a repository without documentation contains instead", async () => {
    await host.commit("preview/code", { "main.go": "package main\n", "lib/a.go": "package lib\n", "b.svg": "<svg/>" })
    const found = await preview({ docsRepoUrl: `${host.url}/preview/code.git` })

    expect(found).toMatchObject({ knownCount: 0, includedCount: 0, folders: [] })
    expect(found.otherFiles).toEqual([
      { pattern: "*.go", fileCount: 2 },
      { pattern: "*.svg", fileCount: 1 },
    ])
  })

  it("reads a private repository with its token, which no other caller's listing reveals", async () => {
    const url = `${privateHost.url}/private/${PASSWORD}/vault.git`
    const refused = await send({ docsRepoUrl: url, gitToken: "wrong" })
    const found = await send({ docsRepoUrl: url, gitToken: `docs:${PASSWORD}` })
    const again = await send({ docsRepoUrl: url })

    expect([refused.status, found.status, again.status]).toEqual([403, 200, 403])
    expect(RepositoryPreview.parse(found.json).included).toEqual(["a.md"])
    expect(refused.text + found.text).not.toContain("docs:")
  })

  it("is refused like an addition, with the reason", async () => {
    const missing = await send({ docsRepoUrl: `${host.url}/preview/none.git` })
    const branch = await send({ docsRepoUrl, branch: "none" })
    const local = await send({ docsRepoUrl: "http://10.0.0.1/a/b.git" })
    const text = await send({ docsRepoUrl: "no address" })
    const anonymous = await program.call("POST", "/api/v2/add/repo/git/preview", { json: { docsRepoUrl } })

    expect([missing, branch, local, text, anonymous].map(({ status }) => status)).toEqual([400, 404, 400, 400, 401])
  })
})

it("counts towards the limit of additions when the repository is fetched", async () => {
  const settings = { LECTERN_RATE_LIMITS: "on", LECTERN_RATE_ADD: "key=2", LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" }
  const limited = await startProgram(settings)
  const ask = async (json: object) =>
    (await limited.call("POST", "/api/v2/add/repo/git/preview", { key: limited.key, json: { docsRepoUrl, ...json } }))
      .status
  try {
    const statuses = []
    for (const json of [{}, { folders: ["docs"] }, { branch: "main" }, { branch: "none" }, {}]) {
      statuses.push(await ask(json))
    }

    expect(statuses).toEqual([200, 200, 200, 429, 200])
  } finally {
    await limited.close()
  }
})
