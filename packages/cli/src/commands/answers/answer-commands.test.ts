import { describe, expect, it } from "vitest"
import { aLibrary, sendJson, aSearchResult } from "../../contract-server.testing.ts"
import { aServer, failed, run, succeeded } from "../../run-command.testing.ts"

describe("lectern search", () => {
  it("prints one line and the description for each library, and the answer itself with --json", async () => {
    const answer = { results: [aSearchResult({ versions: ["v2", "v1"] })], searchFilterApplied: false }
    const server = await aServer({ "GET /api/v2/libs/search": sendJson(200, answer) })

    const plain = await run(["search", "b", "how to", "--url", server.url])
    const json = await run(["search", "b", "--url", server.url, "--json"])

    expect(plain.outText()).toBe("/a/b  B · 2,151 snippets · versions v2, v1\n    The library B\n")
    expect(JSON.parse(json.outText())).toEqual(answer)
    expect(json.errText()).toBe("")
  })

  it("ends with exit code 3 when nothing is found", async () => {
    const server = await aServer({
      "GET /api/v2/libs/search": sendJson(200, { results: [], searchFilterApplied: false }),
    })

    expect(await run(["search", "b", "--url", server.url])).toMatchObject({ exitCode: 3 })
  })

  it("uses colours only on a terminal, and not with NO_COLOR", async () => {
    const server = await aServer({
      "GET /api/v2/libs/search": sendJson(200, { results: [aSearchResult()], searchFilterApplied: false }),
    })
    const argv = ["search", "b", "--url", server.url]

    expect((await run(argv, { isTerminal: true })).outText()).toContain("\u001B[1m/a/b")
    expect((await run(argv, { isTerminal: true, environment: { NO_COLOR: "1" } })).outText()).not.toContain("\u001B")
    expect((await run(argv)).outText()).not.toContain("\u001B")
  })
})

describe("lectern ask", () => {
  it("prints the text of the answer, and sends the token budget", async () => {
    const server = await aServer({ "GET /api/v2/context": (_request, response) => response.end("### Title\n\nText\n") })

    const { outText, exitCode } = await run([
      "ask",
      "/a/b",
      "how?",
      "--tokens",
      "2000",
      "--limit",
      "3",
      "--url",
      server.url,
    ])

    expect([exitCode, outText()]).toEqual([0, "### Title\n\nText\n"])
    expect(server.requests[0]).toContain("libraryId=%2Fa%2Fb&query=how%3F&tokens=2000&limit=3&type=txt")
  })

  it("requests at most 1,000 tokens on a terminal by default, and the server's default in a pipe", async () => {
    const asked: (string | null)[] = []
    const server = await aServer({
      "GET /api/v2/context": (request, response) => {
        asked.push(new URL(request.url ?? "", "http://server").searchParams.get("tokens"))
        response.end("### Title\n\nText\n")
      },
    })
    const argv = ["ask", "/a/b", "how?", "--url", server.url]

    await run(argv, { isTerminal: true })
    await run([...argv, "--tokens", "3000"], { isTerminal: true })
    await run(argv)

    expect(asked).toEqual(["1000", "3000", null])
  })

  it("uses the best match for a name", async () => {
    const server = await aServer({
      "GET /api/v2/libs/search": sendJson(200, { results: [aSearchResult()], searchFilterApplied: false }),
      "GET /api/v2/context": sendJson(200, { codeSnippets: [], infoSnippets: [] }),
    })

    const { outText, errText } = await run(["ask", "b", "how?", "--json", "--url", server.url])

    expect(JSON.parse(outText())).toEqual({ codeSnippets: [], infoSnippets: [] })
    expect(errText()).toBe("using /a/b\n")
  })

  it.each(["b@", "/a/b@"])(
    "rejects %s, whose version is empty, instead of answering for another version",
    async (library) => {
      const { exitCode, errText } = await run(["ask", library, "how?", "--url", "http://127.0.0.1:1"])

      expect(exitCode).toBe(2)
      expect(errText()).toContain("no version after @")
    },
  )

  it("rejects a token budget that is not a number", async () => {
    expect(await run(["ask", "/a/b", "how?", "--tokens", "many"])).toMatchObject({ exitCode: 2 })
  })
})

describe("lectern status", () => {
  it("prints the state of a library, a job and the server", async () => {
    const server = await aServer({
      "GET /api/v2/libs/a/b": sendJson(200, aLibrary({ lastJob: succeeded })),
      "GET /api/v2/jobs/job1": sendJson(200, failed),
      "GET /api/health": sendJson(200, { status: "ok", version: "9.9.9" }),
      "GET /api/v2/jobs": sendJson(401, { error: "invalid_api_key", message: "a key is needed" }),
    })

    const library = await run(["status", "/a/b", "--url", server.url])
    const job = await run(["status", "job1", "--url", server.url])
    const whole = await run(["status", "--url", server.url])

    expect(library.outText()).toContain("source    https://example.com/a/b, branch main at 0123456789ab\n")
    expect(library.outText()).toContain(
      "last job  job1  succeeded in 1.8 s\nfiles     155 indexed, 12 left out, 1 failed, 1 snippet flagged\n",
    )
    expect(library.outText()).toContain(
      "  flagged: https://github.com/honojs/website/blob/main/docs/evil.md#L1-L3: runs-download-from-ip (score 80)\n",
    )
    expect([job.exitCode, job.outText()]).toEqual([1, expect.stringContaining("state     failed: no such host")])
    expect([whole.exitCode, whole.outText()]).toEqual([0, "lectern 9.9.9: ok\n"])
  })
})
