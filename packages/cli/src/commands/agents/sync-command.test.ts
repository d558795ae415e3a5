import type { LibraryRecord } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { aJob, aLibrary, aSearchResult, sendEvents, sendJson } from "../../contract-server.testing.ts"
import { aServer, KEY, run, succeeded } from "../../run-command.testing.ts"
import { aProject } from "../../sync/project.testing.ts"

const aVersion = (tag: string, state: LibraryRecord["availableVersions"][number]["state"]) => ({
  tag,
  state,
  totalSnippets: state === "indexed" ? 10 : null,
  lastUpdateDate: null,
})

const FILES = {
  ".git/HEAD": "",
  "package.json": JSON.stringify({
    dependencies: { react: "^18.0.0", next: "15.1.8", hono: "4.6.14", "@acme/router": "1.0.0", left: "1.0.0" },
  }),
  "package-lock.json": JSON.stringify({
    lockfileVersion: 3,
    packages: { "node_modules/react": { version: "18.3.1" } },
  }),
  "node_modules/react/package.json": '{"version":"18.3.1","repository":"facebook/react"}',
  "node_modules/hono/package.json": '{"version":"4.6.14","repository":"https://github.com/honojs/hono"}',
}

/** Knows React in its version, Next.js without it, nothing of Hono, and a router of somebody else. */
const ANSWERS = {
  "GET /api/v2/libs/facebook/react": sendJson(
    200,
    aLibrary({
      id: "/facebook/react",
      availableVersions: [aVersion("v19.0.0", "indexed"), aVersion("v18.3.1", "indexed")],
    }),
  ),
  "GET /api/v2/libs/vercel/next.js": sendJson(
    200,
    aLibrary({
      id: "/vercel/next.js",
      availableVersions: [aVersion("v15.1.80", "indexed"), aVersion("v15.1.8", "available")],
    }),
  ),
  "GET /api/v2/libs/honojs/hono": sendJson(404, { error: "library_not_found", message: "no" }),
  "GET /api/v2/libs/search": sendJson(200, {
    results: [
      aSearchResult({ id: "/other/router", title: "Router" }),
      aSearchResult({ id: "/vercel/next.js", title: "Next.js" }),
    ],
    searchFilterApplied: false,
  }),
}

describe("lectern sync", () => {
  it("says what is there, missing and unknown, and changes nothing", async () => {
    const { url, requests } = await aServer(ANSWERS)

    const { exitCode, outText, errText } = await run(["sync", await aProject(FILES), "--url", url])

    expect(exitCode).toBe(0)
    expect(outText().trimEnd().split("\n")).toEqual([
      "indexed          react 18.3.1  /facebook/react/v18.3.1",
      "version missing  next 15.1.8  /vercel/next.js/v15.1.8",
      "library missing  hono 4.6.14  /honojs/hono",
      "unknown          @acme/router 1.0.0",
      "unknown          left 1.0.0",
    ])
    expect(errText()).toContain("1 indexed, 1 version missing, 1 library missing, 2 unknown\nnothing was changed")
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([])
  })

  it("queues with --yes exactly what is missing, and the version of a new library once that is read", async () => {
    let isHonoThere = false
    const hono = aLibrary({ id: "/honojs/hono", availableVersions: [aVersion("v4.6.14", "available")] })
    const done = { ...succeeded, libraryId: "/honojs/hono" }
    const { url, requests } = await aServer({
      ...ANSWERS,
      "GET /api/v2/libs/honojs/hono": (request, response) =>
        (isHonoThere ? sendJson(200, hono) : ANSWERS["GET /api/v2/libs/honojs/hono"])(request, response),
      "POST /api/v2/add/repo/git": (request, response) => {
        isHonoThere = true
        sendJson(200, { libraryName: "/honojs/hono", message: "queued" })(request, response)
      },
      "GET /api/v2/jobs": sendJson(200, { jobs: [{ ...aJob(), libraryId: "/honojs/hono" }], nextCursor: null }),
      "GET /api/v2/jobs/job1": sendJson(200, done),
      "GET /api/v2/jobs/job1/events": sendEvents(["end", done]),
      "POST /api/v2/libs/vercel/next.js/versions": sendJson(202, { message: "queued", jobId: "job1" }),
      "POST /api/v2/libs/honojs/hono/versions": sendJson(202, { message: "queued", jobId: "job1" }),
    })

    const { exitCode, outText } = await run([
      "sync",
      await aProject(FILES),
      "--url",
      url,
      "--api-key",
      KEY,
      "--yes",
      "--json",
    ])

    expect(exitCode).toBe(0)
    expect(
      JSON.parse(outText()).queued.map((each: { name: string; job: { state: string } }) => [each.name, each.job.state]),
    ).toEqual([
      ["next", "succeeded"],
      ["hono", "succeeded"],
    ])
    expect(requests.filter((request) => request.startsWith("POST ")).map((request) => request.split(" ")[1])).toEqual([
      "/api/v2/libs/vercel/next.js/versions",
      "/api/v2/add/repo/git",
      "/api/v2/libs/honojs/hono/versions",
    ])
  })

  it("goes on after a refusal and ends with exit code 1", async () => {
    const refused = sendJson(404, { error: "tag_not_found", message: "there is no such tag" })
    const { url } = await aServer({
      ...ANSWERS,
      "POST /api/v2/libs/vercel/next.js/versions": refused,
      "POST /api/v2/add/repo/git": sendJson(403, { error: "forbidden", message: "not with this key" }),
    })

    const { exitCode, outText } = await run(["sync", await aProject(FILES), "--url", url, "--yes", "--no-wait"])

    expect([exitCode, outText()]).toEqual([
      1,
      expect.stringMatching(/next 15\.1\.8 .*there is no such tag\nhono 4\.6\.14 .*not with this key/),
    ])
  })

  it("says that a folder holds no project", async () => {
    const { url } = await aServer({})

    const { exitCode, errText } = await run(["sync", await aProject({}), "--url", url])

    expect([exitCode, errText()]).toEqual([
      3,
      expect.stringContaining("contains no file of a supported package manager"),
    ])
  })
})
