import { describe, expect, it } from "vitest"
import { aLibrary, sendJson } from "../../contract-server.testing.ts"
import { aServer, run } from "../../run-command.testing.ts"

const library = aLibrary({
  id: "/acme/otter",
  availableVersions: (["v2.0.0", "v1.0.5", "v1.0.0", "a@3.0.0", "b@3.0.0", "v0.9.0"] as const).map((tag) => ({
    tag,
    state: tag === "v0.9.0" ? "available" : "indexed",
    totalSnippets: 1,
    lastUpdateDate: null,
  })),
})
const deleted = sendJson(200, { message: "deleted" })
const ANSWERS = {
  "GET /api/v2/libs/acme/otter": sendJson(200, library),
  "DELETE /api/v2/libs/acme/otter/versions/v1.0.0": deleted,
}

describe("lectern versions delete", () => {
  it("finds the tag of a version, and never one of another version", async () => {
    const { url, requests } = await aServer(ANSWERS)
    const remove = (tag: string) => run(["versions", "delete", "/acme/otter", tag, "--url", url])

    const exact = await remove("v1.0.0")
    const short = await remove("1.0")
    const others = [await remove("1"), await remove("2.0.1"), await remove("3.0.0"), await remove("0.9.0")]

    expect([exact.exitCode, short.exitCode, ...others.map(({ exitCode }) => exitCode)]).toEqual([0, 0, 0, 3, 2, 3])
    expect(short.errText()).toContain("using /acme/otter/v1.0.0")
    expect(others[1]?.errText()).toContain(
      "/acme/otter has no indexed version 2.0.1\nit has v2.0.0, v1.0.5, v1.0.0, a@3.0.0, b@3.0.0\n",
    )
    expect(others[2]?.errText()).toContain("use one of a@3.0.0, b@3.0.0")
    expect(requests.filter((request) => request.startsWith("DELETE "))).toHaveLength(3)
  })

  it("takes the branch of that name before another tag of the same version", async () => {
    const branches = (["v1.0.0", "rel_1"] as const).map((tag) => ({
      tag,
      state: "indexed" as const,
      totalSnippets: 1,
      lastUpdateDate: null,
    }))
    const { url, requests } = await aServer({
      "GET /api/v2/libs/acme/heron": sendJson(200, aLibrary({ id: "/acme/heron", availableVersions: branches })),
      "DELETE /api/v2/libs/acme/heron/versions/rel_1": deleted,
    })

    expect((await run(["versions", "delete", "/acme/heron", "rel/1", "--url", url])).exitCode).toBe(0)
    expect(requests.at(-1)).toContain("DELETE /api/v2/libs/acme/heron/versions/rel_1 ")
  })
})
