import { describe, expect, it } from "vitest"
import { aSearchResult, sendJson } from "../../contract-server.testing.ts"
import { aServer, run } from "../../run-command.testing.ts"

const listed = (count: number, totalCount = count) => ({
  libraries: Array.from({ length: count }, (_, at) => aSearchResult({ id: `/a/${at}` })),
  totalCount,
  nextCursor: null,
})

describe("lectern list", () => {
  it("lists the libraries, as lines or as JSON", async () => {
    const { url, requests } = await aServer({ "GET /api/v2/libs": sendJson(200, listed(2)) })

    const { exitCode, outText, errText } = await run(["list", "--url", url])
    const json = await run(["list", "--url", url, "--json"])

    expect(exitCode).toBe(0)
    expect(outText().trimEnd().split("\n")).toEqual(["/a/0  B · 2,151 snippets", "/a/1  B · 2,151 snippets"])
    expect(errText()).toBe("2 libraries\n")
    expect(JSON.parse(json.outText())).toMatchObject({ libraries: [{ id: "/a/0" }, { id: "/a/1" }], totalCount: 2 })
    expect(requests[0]).toContain("/api/v2/libs?limit=100 ")
  })

  it("requests all pages", async () => {
    const { url } = await aServer({
      "GET /api/v2/libs": (request, response) => {
        const isSecond = request.url?.includes("cursor=page-2") === true
        const page = { ...listed(100, 150), nextCursor: isSecond ? null : "page-2" }
        return sendJson(200, isSecond ? { ...page, libraries: listed(50).libraries } : page)(request, response)
      },
    })

    const { outText, errText } = await run(["list", "--url", url])

    expect(outText().trimEnd().split("\n")).toHaveLength(150)
    expect(errText()).toBe("150 libraries\n")
  })

  it("says how to add the first one", async () => {
    const { url } = await aServer({ "GET /api/v2/libs": sendJson(200, listed(0)) })

    const { exitCode, errText } = await run(["list", "--url", url])

    expect([exitCode, errText()]).toEqual([
      0,
      "there is no library that you can see; add one with: lectern add <url>, or sign in with: lectern login\n",
    ])
  })
})
