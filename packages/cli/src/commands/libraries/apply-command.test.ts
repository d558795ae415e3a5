import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { sendJson } from "../../contract-server.testing.ts"
import { aFolder, aServer, run } from "../../run-command.testing.ts"

const step = { action: "add", libraryId: "/a/b", source: "https://a.example/a/b", details: ["schedule: never"] }
const answer = (problem: string | null) => ({ name: "team", applied: true, steps: [{ ...step, problem }] })

async function aFile(): Promise<string> {
  const path = join(await aFolder(), "lectern.yaml")
  await writeFile(path, "libraries:\n  - git: https://a.example/a/b\n")
  return path
}

describe("lectern apply", () => {
  it("prints the plan and then applies it", async () => {
    const server = await aServer({ "POST /api/v2/manifest": sendJson(200, answer(null)) })

    const done = await run(["apply", "-f", await aFile(), "--url", server.url])
    const dry = await run(["apply", "-f", await aFile(), "--url", server.url, "--dry-run"])

    expect([done.exitCode, dry.exitCode, server.requests.length]).toEqual([0, 0, 3])
    expect(done.outText()).toContain("+ add          /a/b  https://a.example/a/b  (schedule: never)\n")
  })

  it("fails if a library cannot be applied, or if the file is invalid or missing", async () => {
    const server = await aServer({ "POST /api/v2/manifest": sendJson(200, answer("it is private")) })
    const refusing = await aServer({
      "POST /api/v2/manifest": sendJson(400, { error: "validation_error", message: "line 3: schedule" }),
    })

    const failed = await run(["apply", "-f", await aFile(), "--url", server.url])
    const wrong = await run(["apply", "-f", await aFile(), "--url", refusing.url])
    const missing = await run(["apply", "-f", "/no/such.yaml", "--url", server.url])

    expect([failed.exitCode, missing.exitCode]).toEqual([1, 3])
    expect(wrong.exitCode).not.toBe(0)
    expect(wrong.errText()).toContain("line 3: schedule")
  })

  it("names the file that was given, and not the usual one", async () => {
    const server = await aServer({
      "POST /api/v2/manifest": sendJson(400, {
        error: "validation_error",
        message: "lectern.yaml is not applied:\nline 1: unknown key: nam",
      }),
    })
    const applying = await aServer({
      "POST /api/v2/manifest": sendJson(200, { ...answer(null), name: "lectern.yaml" }),
    })
    const path = join(await aFolder(), "team.yaml")
    await writeFile(path, "nam: x\n")

    const refused = await run(["apply", "-f", path, "--url", server.url])
    const applied = await run(["apply", "-f", path, "--url", applying.url])

    expect([refused.exitCode, refused.errText()]).toEqual([
      2,
      `lectern: ${path} is not applied:\nline 1: unknown key: nam\n`,
    ])
    expect(applied.errText()).toBe(`${path} was applied\n`)
  })

  it("says what happens to libraries that are not in the file any longer", async () => {
    const steps = [{ ...step, action: "leave", details: [], problem: null }]
    const server = await aServer({ "POST /api/v2/manifest": sendJson(200, { name: "team", applied: false, steps }) })

    const { outText, errText } = await run(["apply", "-f", await aFile(), "--url", server.url, "--dry-run"])

    expect(outText()).toBe("? not in file  /a/b  https://a.example/a/b\n")
    expect(errText()).toContain("are kept: delete them with --prune\nnothing was changed, because of --dry-run")
  })
})
