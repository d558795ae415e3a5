import { describe, expect, it } from "vitest"
import { aLibrary, sendJson } from "../../contract-server.testing.ts"
import { aServer, run } from "../../run-command.testing.ts"

describe("lectern change", () => {
  it("sends new and removed overrides, and prints the resulting values", async () => {
    const changed = aLibrary({ title: "Handbook", verified: true, facts: { ...aLibrary().facts, license: "MIT" } })
    const server = await aServer({ "PATCH /api/v2/libs/a/b": sendJson(200, changed) })

    const said = ["--title", "Handbook", "--license", "MIT", "--verified"]
    const takenBack = ["--forget", "description", "--forget", "schedule"]
    const { exitCode, outText } = await run(["change", "/a/b", ...said, ...takenBack, "--url", server.url])

    expect([exitCode, outText()]).toEqual([
      0,
      "/a/b  Handbook · verified · licence MIT · refreshed at the server's default interval\n",
    ])
    expect(server.bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { title: "Handbook", license: "MIT", verified: true, description: null, refreshSchedule: null },
    ])
  })

  it("with --no-verified, marks a library as not verified, and rejects unknown fields", async () => {
    const server = await aServer({ "PATCH /api/v2/libs/a/b": sendJson(200, aLibrary()) })

    const denied = await run(["change", "/a/b", "--no-verified", "--url", server.url])
    const unknown = await run(["change", "/a/b", "--forget", "stars", "--url", server.url])

    expect([denied.exitCode, JSON.parse(server.bodies[0] ?? "")]).toEqual([0, { verified: false }])
    expect([unknown.exitCode, unknown.errText()]).toEqual([2, expect.stringContaining("title, description")])
  })
})
