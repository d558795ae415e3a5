import type { LibraryRecord } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { aLibrary, sendJson } from "../../contract-server.testing.ts"
import { aServer, run, succeeded } from "../../run-command.testing.ts"

/** Starts a server whose library is different once its refresh has started. */
function aRefreshingServer(
  before: LibraryRecord,
  after: LibraryRecord,
  { versionTag = null, also }: { readonly versionTag?: string | null; readonly also?: LibraryRecord } = {},
) {
  let isRefreshed = false
  const job = { ...succeeded, versionTag }
  return aServer({
    "GET /api/v2/libs/a/b": (request, response) => sendJson(200, isRefreshed ? after : before)(request, response),
    "POST /api/v1/refresh": (request, response) => {
      isRefreshed = true
      sendJson(200, { message: "Refresh started successfully" })(request, response)
    },
    "GET /api/v2/jobs": sendJson(200, { jobs: [job], nextCursor: null }),
    ...(also === undefined ? {} : { [`GET /api/v2/libs${also.id}`]: sendJson(200, also) }),
  })
}

const later = "2026-11-21T12:00:00.000Z"

describe("lectern refresh", () => {
  it("says that nothing has changed", async () => {
    const { url } = await aRefreshingServer(aLibrary(), aLibrary())

    const shown = await run(["refresh", "/a/b", "--url", url])
    const json = await run(["refresh", "/a/b", "--url", url, "--json"])

    expect([shown.exitCode, shown.errText()]).toEqual([
      0,
      expect.stringContaining("nothing has changed since 2026-11-20T12:00:00.000Z"),
    ])
    expect(JSON.parse(json.outText())).toMatchObject({ unchanged: true })
  })

  it("says what has changed", async () => {
    const { url } = await aRefreshingServer(aLibrary(), aLibrary({ lastUpdateDate: later }))

    const { errText } = await run(["refresh", "/a/b", "--url", url])

    expect(errText()).toContain("files: 2 added, 1 changed, 0 removed, 152 unchanged")
    expect(errText()).not.toContain("nothing has changed")
  })

  it("shows the library at its new id if the repository has moved", async () => {
    const moved = aLibrary({ redirectTo: "/new/b", files: null, totalSnippets: 0, totalTokens: 0 })
    const { url } = await aRefreshingServer(aLibrary(), moved, { also: aLibrary({ id: "/new/b" }) })

    const { outText, errText } = await run(["refresh", "/a/b", "--url", url])

    expect(errText()).toContain("/a/b has moved to /new/b\n")
    expect(outText()).toMatch(/^\/new\/b: 2,151 snippets/)
  })

  it("compares the version that is refreshed, not the library", async () => {
    const withVersion = (lastUpdateDate: string, versionDate: string) =>
      aLibrary({
        lastUpdateDate,
        availableVersions: [{ tag: "v1", state: "indexed", totalSnippets: 1, lastUpdateDate: versionDate }],
      })
    const { url } = await aRefreshingServer(withVersion("2026-11-01", later), withVersion(later, later), {
      versionTag: "v1",
    })

    const { errText } = await run(["refresh", "/a/b/v1", "--url", url])

    expect(errText()).toContain(`nothing has changed since ${later}`)
  })
})

describe("lectern status", () => {
  it.each([
    [{ kind: "upload", url: null }, "refreshed never: send changed files with lectern add"],
    [{ kind: "openapi", url: null }, "refreshed never: send changed files with lectern add"],
    [{ kind: "openapi", url: "https://a.example/openapi.json" }, "refreshed at the server's default interval"],
    [{ kind: "import", url: null }, "refreshed never: import the library again"],
    [{ kind: "git", url: "https://a.example/a/b" }, "refreshed at the server's default interval"],
  ] as const)("says when a source is refreshed: %j", async (given, expected) => {
    const library = aLibrary()
    const source = { ...library.source, ...given }
    const { url } = await aServer({ "GET /api/v2/libs/a/b": sendJson(200, { ...library, source, files: null }) })

    const { outText } = await run(["status", "/a/b", "--url", url])

    expect(outText()).toContain(expected)
    expect(outText()).toContain("changes   unknown: the ")
  })
})
