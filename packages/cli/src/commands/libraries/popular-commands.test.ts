import { describe, expect, it } from "vitest"
import { aJob, sendEvents, sendJson } from "../../contract-server.testing.ts"
import { aServer, KEY, run, succeeded } from "../../run-command.testing.ts"

const aQueue = {
  "POST /api/v2/add/repo/git": sendJson(200, { libraryName: "/reactjs/react.dev", message: "queued" }),
  "GET /api/v2/jobs": sendJson(200, { jobs: [{ ...aJob(), libraryId: "/reactjs/react.dev" }], nextCursor: null }),
  "PATCH /api/v2/libs/reactjs/react.dev": sendJson(403, { error: "forbidden", message: "only admins" }),
  "GET /api/v2/jobs/job1/events": sendEvents(["end", { ...succeeded, libraryId: "/reactjs/react.dev" }]),
  "GET /api/v2/jobs/job1": sendJson(200, { ...succeeded, libraryId: "/reactjs/react.dev" }),
}

describe("lectern popular", () => {
  it("lists libraries with the repositories and folders of their documentation", async () => {
    const { exitCode, outText } = await run(["popular", "tailwind"])

    expect(exitCode).toBe(0)
    expect(outText()).toContain("tailwindcss  Tailwind CSS  https://github.com/tailwindlabs/tailwindcss.com  src/docs")
  })

  it("lists at least 200 without words, as JSON too", async () => {
    const { outText } = await run(["popular", "--json"])

    expect(JSON.parse(outText()).libraries.length).toBeGreaterThanOrEqual(200)
  })
})

describe("lectern add --popular", () => {
  it("adds libraries by name with their folders, whether or not the caller may set titles", async () => {
    const { url, bodies } = await aServer(aQueue)

    const { exitCode, outText } = await run(["add", "--popular", "react", "--url", url, "--api-key", KEY])

    expect(outText()).toContain("React  /reactjs/react.dev: succeeded")
    expect(exitCode).toBe(0)
    expect(bodies.filter((body) => body !== "")[0]).toBe(
      '{"docsRepoUrl":"https://github.com/reactjs/react.dev","folders":["src/content"]}',
    )
  })

  it("is suggested for a popular name without the option", async () => {
    const named = await run(["add", "FastAPI", "--url", "http://127.0.0.1:1"])
    const unknown = await run(["add", "nothing-of-this-name", "--url", "http://127.0.0.1:1"])

    expect([named.exitCode, named.errText()]).toEqual([
      3,
      expect.stringContaining("to add the documentation of FastAPI, run: lectern add --popular fastapi"),
    ])
    expect(unknown.errText()).toContain("owner/repo for a repository on GitHub; lectern popular lists")
  })

  it("adds nothing when a name is unknown, and suggests similar ones", async () => {
    const { url, requests } = await aServer(aQueue)

    const { exitCode, errText } = await run(["add", "--popular", "react", "tanstack", "--url", url])

    expect([exitCode, errText()]).toEqual([3, expect.stringMatching(/called tanstack\nsimilar: .*tanstack-query/)])
    expect(requests).toEqual([])
  })

  it("continues when a connection is lost, and exits with code 1", async () => {
    let added = 0
    const { url } = await aServer({
      ...aQueue,
      "POST /api/v2/add/repo/git": (request, response) => {
        added += 1
        if (added === 2) request.socket.destroy()
        else aQueue["POST /api/v2/add/repo/git"](request, response)
      },
    })

    const { exitCode, outText } = await run(["add", "--popular", "react", "vue", "--url", url, "--api-key", KEY])

    expect([exitCode, outText()]).toEqual([
      1,
      expect.stringMatching(/^React .*succeeded.*\nVue.*no server responds at /),
    ])
  })

  it("reports the results of the others when the wait for one fails", async () => {
    const events = aQueue["GET /api/v2/jobs/job1/events"]
    let watched = 0
    const { url } = await aServer({
      ...aQueue,
      "GET /api/v2/jobs/job1/events": (request, response) => {
        watched += 1
        if (watched === 1) sendJson(404, { error: "job_not_found", message: "no job job1" })(request, response)
        else events(request, response)
      },
    })

    const { exitCode, outText } = await run(["add", "--popular", "vue", "react", "--url", url, "--api-key", KEY])

    expect([exitCode, outText()]).toEqual([1, expect.stringMatching(/^Vue.*no job job1\nReact .*succeeded/)])
  })

  it("continues when the server rejects one, and exits with code 1", async () => {
    const { url } = await aServer({
      "POST /api/v2/add/repo/git": sendJson(403, { error: "forbidden", message: "not with this key" }),
    })

    const { exitCode, outText } = await run(["add", "--popular", "react", "vue", "--url", url, "--json"])

    expect(exitCode).toBe(1)
    expect(JSON.parse(outText()).added).toEqual([
      { name: "react", job: null, problem: expect.stringContaining("not with this key") },
      { name: "vue", job: null, problem: expect.stringContaining("not with this key") },
    ])
  })
})
