import { afterAll, beforeAll, expect, it } from "vitest"
import { openGitHost, type GitHost } from "../../packages/server/src/sources/git/git-host.testing.ts"
import { startProgram, type Program } from "./program.ts"

const PASSWORD = "hunter2-is-not-enough"

let host: GitHost
let program: Program
let docsRepoUrl: string
beforeAll(async () => {
  host = await openGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.add("vault", { branches: { main: [{ path: "a.md", content: "# Vault\n\nThe otter guards it.\n" }] } })
  docsRepoUrl = `${host.url}/private/${PASSWORD}/vault.git`
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const ID = `/private/${PASSWORD}_vault`
const post = (path: string, json: object) => program.call("POST", path, { key: program.key, json })

it("reads a private repository of a dedicated path with the connected account of its host, and no other with it", async () => {
  await post("/api/v2/connections", { kind: "git", siteUrl: host.url, token: `docs:${PASSWORD}` })
  await post("/api/v2/add/repo/git", { docsRepoUrl, private: true })
  const withoutFallback = await program.settle(ID)
  await post("/api/v2/add/repo/gitlab", { docsRepoUrl })
  const notPrivate = await program.settle(ID)
  await post("/api/v2/add/repo/gitlab", { docsRepoUrl, private: true })
  const connected = await program.settle(ID)

  expect([withoutFallback.state, notPrivate.state, connected.state]).toEqual(["failed", "failed", "succeeded"])
})
