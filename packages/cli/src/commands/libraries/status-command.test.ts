import type { LibraryRecord } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { aLibrary, sendJson } from "../../contract-server.testing.ts"
import { aServer, run } from "../../run-command.testing.ts"

/** Prints the status of `/a/b` on a server with these libraries. */
async function statusOf(...libraries: readonly LibraryRecord[]) {
  const answers = libraries.map((library) => [`GET /api/v2/libs${library.id}`, sendJson(200, library)] as const)
  const { url } = await aServer(Object.fromEntries(answers))
  return run(["status", "/a/b", "--url", url])
}

/** The record that a move leaves at the old id. */
const anEmptyRedirect = aLibrary({ redirectTo: "/new/b", files: null, lastJob: null, totalSnippets: 0 })

describe("lectern status of a library that has moved", () => {
  it("shows the library at its new id, and says that it has moved", async () => {
    const { outText, errText } = await statusOf(anEmptyRedirect, aLibrary({ id: "/new/b" }))

    expect(errText()).toContain("/a/b has moved to /new/b\n")
    expect(outText()).toMatch(/^\/new\/b {2}B\n/)
    expect(outText()).toContain("snippets  2,151 (120,000 tokens)\n")
  })

  it("names the new id if no library is there any longer", async () => {
    const { outText, exitCode } = await statusOf(anEmptyRedirect)

    expect([exitCode, outText()]).toEqual([0, expect.stringContaining("moved to  /new/b\n")])
  })

  it("shows a library whose source names a replacement with its own content", async () => {
    const { outText } = await statusOf(aLibrary({ redirectTo: "/new/b" }), aLibrary({ id: "/new/b" }))

    expect(outText()).toMatch(/^\/a\/b {2}B\n/)
    expect(outText()).toContain("moved to  /new/b\n")
  })
})

describe("lectern status of a server", () => {
  const disk = { part: "disk", status: "error", message: "0.4 GiB (1%) are free" }
  const parts = [{ part: "catalogue", status: "ok", message: "responds in 1 ms" }, disk]
  const aHealthyServer = (status: Parameters<typeof sendJson>) =>
    aServer({
      "GET /api/health": sendJson(200, { status: "ok", version: "1.2.3" }),
      "GET /api/v2/jobs": sendJson(200, { jobs: [], nextCursor: null }),
      "GET /api/v2/admin/status": sendJson(...status),
    })

  it("names the parts that do not work as they should, such as a full disk", async () => {
    const { url } = await aHealthyServer([200, { parts }])

    const { outText } = await run(["status", "--url", url])

    expect(outText()).toBe("lectern 1.2.3: ok\nerror     disk: 0.4 GiB (1%) are free\n")
  })

  it("shows only whether the server responds to callers who may not see its parts", async () => {
    const { url } = await aHealthyServer([403, { error: "forbidden", message: "admins only" }])

    const { outText, exitCode } = await run(["status", "--url", url])

    expect([exitCode, outText()]).toEqual([0, "lectern 1.2.3: ok\n"])
  })
})
