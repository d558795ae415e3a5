import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openGitHost, type GitHost } from "../../packages/server/src/sources/git/git-host.testing.ts"
import { startProgram, type Program } from "./program.ts"

const PASSWORD = "hunter2-is-not-enough"

let host: GitHost
let program: Program
let docsRepoUrl: string
const seen: string[] = []
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
async function call(method: string, path: string, json?: object) {
  const answer = await program.call(method, path, { key: program.key, ...(json === undefined ? {} : { json }) })
  seen.push(answer.text)
  return answer
}
const add = (gitToken: string) => call("POST", "/api/v2/add/repo/git", { docsRepoUrl, gitToken })
const refresh = (json: object = {}) => call("POST", "/api/v1/refresh", { libraryName: ID, ...json })

async function settle() {
  const job = await program.settle(ID)
  seen.push(JSON.stringify(job))
  return job
}

/** Everything that the program has written so far. */
async function bytesOnDisk(): Promise<string> {
  const entries = await readdir(program.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n")
}

describe("the token of a private repository", () => {
  it("is sent to the host, replaced by adding a failed library again and by a refresh, and shown nowhere", async () => {
    const wrong = "docs:glpat-wrong-one-0001"
    const right = `docs:${PASSWORD}`
    const added = await add(wrong)
    const refused = await settle()
    const again = await add(right)
    const served = await settle()
    await refresh({ gitToken: wrong })
    const broken = await settle()
    await refresh({ gitToken: right })
    const mended = await settle()
    for (const path of ["/api/v2/jobs", `/api/v2/libs${ID}`, "/api/v2/libs/search?libraryName=vault"]) {
      await call("GET", path)
    }

    expect([added.status, again.status]).toEqual([200, 200])
    expect([refused, served, broken, mended].map(({ state }) => state)).toEqual([
      "failed",
      "succeeded",
      "failed",
      "succeeded",
    ])
    expect(refused.error).toMatchObject({ code: "forbidden", message: expect.stringContaining("rejected the token") })
    const sent = new Set(host.authorizations.map((header) => Buffer.from(header.slice(6), "base64").toString()))
    expect(sent).toEqual(new Set([wrong, right]))
    const written = seen.join("\n") + (await bytesOnDisk())
    for (const secret of [wrong, right, "glpat-wrong-one-0001"]) {
      expect(written).not.toContain(secret)
      expect(written).not.toContain(Buffer.from(secret).toString("base64"))
    }
  })
})
