import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run as runWith } from "../../packages/cli/src/run-command.testing.ts"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { type Program, startProgram } from "../requirements/program.ts"

let program: Program
let host: GitHost
let folder: string
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  folder = await mkdtemp(join(tmpdir(), "lectern-status-"))
})
afterAll(async () => {
  await program.close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...argv: string[]) =>
  runWith(argv, { environment: { LECTERN_URL: program.url, LECTERN_API_KEY: program.key } })
const documentation = { "docs/a.md": "# A\n\nThe otter is here.\n", "docs/b.md": "# B\n\nThe heron is here.\n" }
const addRepository = async (name: string) => {
  await host.commit(name, documentation)
  await run("add", `${host.url}/${name}.git`)
}

describe("lectern status after a refresh that failed", () => {
  it("says that the file report is of the failed refresh if it has one, and that the old index is served", async () => {
    await addRepository("failing/docs")
    await host.commit("failing/docs", { "z.bin": "x" })
    await run("refresh", "/failing/docs")

    const status = (await run("status", "/failing/docs")).outText()
    const problems = await run("status", "/failing/docs", "--problems")

    expect(status).toContain("snippets  2 (")
    expect(status).toContain(
      "files     0 indexed, 1 left out, 0 failed (the last refresh failed; the old index is still served)\n",
    )
    expect(status).toContain("problems  unknown: the last refresh failed\nchanges   none: the last refresh failed\n")
    expect(problems.errText()).toContain("the last refresh failed; the old index is still served")
    expect(problems.errText()).not.toContain("has no problems")
  })

  it("shows the files of the served index if the failed refresh read none", async () => {
    await addRepository("gone/docs")
    await host.remove("gone/docs")
    await run("refresh", "/gone/docs")

    const status = (await run("status", "/gone/docs")).outText()

    expect(status).toContain("files     2 indexed, 0 left out, 0 failed\n")
    expect(status).toContain("problems  none\nchanges   none: the last refresh failed\n")
  })

  it("says of a library without an index that the first ingestion failed", async () => {
    await run("add", `${host.url}/no/docs.git`)

    const status = (await run("status", "/no/docs")).outText()

    expect(status).toContain("files     none: the first ingestion failed\n")
    expect(status).toContain("changes   none: the first ingestion failed\n")
  })
})

describe("lectern status of an imported library", () => {
  it("says that its files are unknown and that it is not refreshed, also if it replaced a repository", async () => {
    const bundle = join(folder, "bundle.zip")
    await addRepository("import/docs")
    await run("export", "/import/docs", bundle)
    const imported = await run("import", bundle, "--force")

    const status = (await run("status", "/import/docs")).outText()
    const problems = await run("status", "/import/docs", "--problems")

    expect(imported.exitCode).toBe(0)
    expect(status).toContain("files     unknown: the library was imported\n")
    expect(status).toContain("changes   unknown: the library was imported\n")
    expect(status).toContain("refreshed never: import the library again to change it\n")
    expect(problems.errText()).toContain("problems of /import/docs: unknown: the library was imported")
  })
})
