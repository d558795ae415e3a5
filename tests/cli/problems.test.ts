import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run as runWith } from "../../packages/cli/src/run-command.testing.ts"
import { type Program, startProgram } from "../requirements/program.ts"

let program: Program
let folder: string
beforeAll(async () => {
  program = await startProgram()
  folder = await mkdtemp(join(tmpdir(), "lectern-problems-"))
})
afterAll(async () => {
  await program.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...argv: string[]) =>
  runWith(argv, { environment: { LECTERN_URL: program.url, LECTERN_API_KEY: program.key } })
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Pages with two includes each that are not there. */
const lacking = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [
    `lacking/docs/page${at}.rst`,
    `Topic ${at}\n========\n\nTurn dial ${at} until lamp ${at * 3} is green.\n\n.. literalinclude:: gone/a.py\n\n.. literalinclude:: gone/b.py\n`,
  ]),
)

describe("what went wrong while a library was read", () => {
  it("is shown after adding and in the status, with a command for the rest", async () => {
    await write({ ...lacking, "whole/a.md": "# Whole\n\nThe lamp is green.\n" })

    const added = await run("add", join(folder, "lacking"))
    const status = await run("status", "lacking")
    const all = await run("status", "lacking", "--problems")

    expect(added.errText()).toContain("problems: 20 pages (40 includes not found)\n")
    expect(added.errText().match(/could not be included/g)).toHaveLength(3)
    expect(added.errText()).toContain("all problems: lectern status /docs/lacking --problems")
    expect(status.outText()).toContain("problems  20 pages (40 includes not found)")
    expect(all.outText().match(/could not be included/g)).toHaveLength(40)

    await run("add", join(folder, "whole"))
    expect((await run("status", "whole", "--problems")).errText()).toContain("/docs/whole has no problems")
  }, 60_000)
})

describe("names in place of ids", () => {
  it("work for status, export and change; a deletion without confirmation needs the id", async () => {
    await write({ "plover/a.md": "# Plover\n\nThe plover nests on gravel.\n" })
    await run("add", join(folder, "plover"))

    const status = await run("status", "plover")
    const changed = await run("change", "plover", "--title", "Plovers")
    const refused = await run("delete", "plover", "--yes")
    const unknown = await run("status", "nosuchbird")

    expect(status.outText()).toMatch(/^\/docs\/plover {2}Plover\n/)
    expect(changed.outText()).toContain("/docs/plover  Plovers")
    expect([refused.exitCode, refused.errText()]).toEqual([2, expect.stringContaining("requires the id")])
    expect([unknown.exitCode, unknown.errText()]).toEqual([3, expect.stringContaining("no library matches")])
  })
})

describe("lectern versions", () => {
  it("fails to answer for a version that is not there, instead of answering for another", async () => {
    await write({ "puffin/a.md": "# Puffin\n\nThe puffin carries ten fish at once.\n" })
    execFileSync("git", ["init", "-q", join(folder, "puffin")])
    const added = await run("add", join(folder, "puffin"))
    expect(added.exitCode).toBe(0)

    const listed = await run("versions", "list", "puffin")
    const asked = await run("ask", "puffin@9.9", "how many fish does it carry")
    const deleted = await run("versions", "delete", "puffin", "9.9")

    expect(listed.errText()).toContain("has no versions")
    expect([asked.exitCode, asked.outText()]).toEqual([3, ""])
    expect([deleted.exitCode, deleted.errText()]).toEqual([3, expect.stringContaining("has no indexed version 9.9")])
  })
})
