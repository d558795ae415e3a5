import { describe, expect, it } from "vitest"
import { DEFAULT_POLICIES } from "../../packages/server/src/access/visibility/policies.ts"
import { sendJson } from "../../packages/cli/src/contract-server.testing.ts"
import { EXIT_CODES } from "../../packages/cli/src/terminal/exit-codes.ts"
import { aServer, run } from "../../packages/cli/src/run-command.testing.ts"

const answer = { ...DEFAULT_POLICIES, accessibleLibraryCount: 7 }

describe("lectern policies", () => {
  it("shows the policies, and the answer itself with --json", async () => {
    const server = await aServer({ "GET /api/v2/policies": sendJson(200, answer) })

    const plain = await run(["policies", "--url", server.url])
    const json = await run(["policies", "--url", server.url, "--json"])

    expect(plain.outText()).toContain("websites on")
    expect(plain.outText()).toContain("7 libraries can be used")
    expect(JSON.parse(json.outText())).toEqual(answer)
  })

  it("sends a change", async () => {
    const changed = { ...answer, libraryFilters: { ...answer.libraryFilters, mode: "select" } }
    const server = await aServer({ "PATCH /api/v2/policies": sendJson(200, changed) })

    const done = await run(["policies", "--url", server.url, "--set", '{"libraryFilters":{"mode":"select"}}'])

    expect(done.outText()).toContain('select {"allowedLibraries":[]}')
  })

  it.each(["{", "{}", '{"sourceTypes":{"enable":["wiki"],"disable":["wiki"]}}'])(
    "refuses --set %s before anything is sent",
    async (change) => {
      expect(await run(["policies", "--set", change])).toMatchObject({ exitCode: EXIT_CODES.usage })
    },
  )
})
