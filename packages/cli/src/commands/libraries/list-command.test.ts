import { describe, expect, it } from "vitest"
import { aSearchResult, sendJson } from "../../contract-server.testing.ts"
import { aServer, run } from "../../run-command.testing.ts"

const listed = (count: number, totalCount = count) => ({
  libraries: Array.from({ length: count }, (_, at) => aSearchResult({ id: `/a/${at}` })),
  totalCount,
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

  it("says that the server lists only the newest ones", async () => {
    const { url } = await aServer({ "GET /api/v2/libs": sendJson(200, listed(100, 1_250)) })

    const { errText } = await run(["list", "--url", url])

    expect(errText()).toBe("the newest 100 of 1,250 libraries; find the others with: lectern search <name>\n")
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
