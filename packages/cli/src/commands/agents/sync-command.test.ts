import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { LibraryRecord } from "@lectern/contract"
import { describe, expect, it, onTestFinished } from "vitest"
import { captureIo } from "../../captured-io.testing.ts"
import { aJob, aLibrary, aSearchResult, sendEvents, sendJson } from "../../contract-server.testing.ts"
import { aServer, entryPoints, KEY, run, succeeded } from "../../run-command.testing.ts"
import { runCli } from "../../run-cli.ts"
import { aProject } from "../../sync/project.testing.ts"
import { withoutRoot } from "../../without-root.testing.ts"

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
const missing = sendJson(404, { error: "library_not_found", message: "no" })

/** The server has the right version of React, Next.js without the version, no Hono, and an unrelated router. */
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
  "GET /api/v2/libs/reactjs/react.dev": sendJson(404, { error: "library_not_found", message: "no" }),
  "GET /api/v2/libs/honojs/hono": sendJson(404, { error: "library_not_found", message: "no" }),
  "GET /api/v2/libs/honojs/website": sendJson(404, { error: "library_not_found", message: "no" }),
  "GET /api/v2/libs/search": sendJson(200, {
    results: [
      aSearchResult({ id: "/other/router", title: "Router" }),
      aSearchResult({ id: "/vercel/next.js", title: "Next.js" }),
    ],
    searchFilterApplied: false,
  }),
}

describe("lectern sync", () => {
  it("lists what is indexed, missing and unknown, and changes nothing", async () => {
    const { url, requests } = await aServer(ANSWERS)

    const { exitCode, outText, errText } = await run(["sync", await aProject(FILES), "--url", url])

    expect(exitCode).toBe(0)
    expect(outText().trimEnd().split("\n")).toEqual([
      "indexed          react 18.3.1  /facebook/react/v18.3.1",
      "version missing  next 15.1.8  /vercel/next.js/v15.1.8",
      "library missing  hono 4.6.14  /honojs/website  (docs)",
      "unknown          @acme/router 1.0.0",
      "unknown          left 1.0.0",
    ])
    expect(errText()).toContain("1 indexed, 1 version missing, 1 library missing, 2 unknown\nnothing was changed")
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([])
  })

  it("with --yes, queues exactly what is missing, and the version of a new library once it is indexed", async () => {
    let isThere = false
    const left = aLibrary({ id: "/acme/left", availableVersions: [aVersion("v1.0.0", "available")] })
    const done = { ...succeeded, libraryId: "/acme/left" }
    const { url, requests } = await aServer({
      ...ANSWERS,
      "GET /api/v2/libs/acme/left": (request, response) => (isThere ? sendJson(200, left) : missing)(request, response),
      "POST /api/v2/add/repo/git": (request, response) => {
        isThere = true
        sendJson(200, { libraryName: "/acme/left", message: "queued" })(request, response)
      },
      "GET /api/v2/jobs": sendJson(200, { jobs: [{ ...aJob(), libraryId: "/acme/left" }], nextCursor: null }),
      "GET /api/v2/jobs/job1": sendJson(200, done),
      "GET /api/v2/jobs/job1/events": sendEvents(["end", done]),
      "POST /api/v2/libs/vercel/next.js/versions": sendJson(202, { message: "queued", jobId: "job1" }),
      "POST /api/v2/libs/acme/left/versions": sendJson(202, { message: "queued", jobId: "job1" }),
    })
    const files = {
      "package.json": JSON.stringify({ dependencies: { next: "15.1.8", left: "1.0.0" } }),
      "node_modules/left/package.json": '{"version":"1.0.0","repository":"acme/left"}',
    }

    const { exitCode, outText } = await run([
      "sync",
      await aProject(files),
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
      ["left", "succeeded"],
    ])
    expect(requests.filter((request) => request.startsWith("POST ")).map((request) => request.split(" ")[1])).toEqual([
      "/api/v2/libs/vercel/next.js/versions",
      "/api/v2/add/repo/git",
      "/api/v2/libs/acme/left/versions",
    ])
  })

  it("adds the documentation of a package instead of its code, with the folders and title from the table", async () => {
    let isThere = false
    const website = aLibrary({ id: "/honojs/website", availableVersions: [aVersion("v1.0.0", "available")] })
    const done = { ...succeeded, libraryId: "/honojs/website" }
    const { url, requests, bodies } = await aServer({
      "GET /api/v2/libs/honojs/website": (request, response) =>
        (isThere ? sendJson(200, website) : missing)(request, response),
      "GET /api/v2/libs/search": sendJson(200, { results: [], searchFilterApplied: false }),
      "POST /api/v2/add/repo/git": (request, response) => {
        isThere = true
        sendJson(200, { libraryName: "/honojs/website", message: "queued" })(request, response)
      },
      "PATCH /api/v2/libs/honojs/website": sendJson(200, website),
      "GET /api/v2/jobs": sendJson(200, { jobs: [{ ...aJob(), libraryId: "/honojs/website" }], nextCursor: null }),
      "GET /api/v2/jobs/job1": sendJson(200, done),
      "GET /api/v2/jobs/job1/events": sendEvents(["end", done]),
    })
    // Nothing is installed, so that no file names a repository.
    const project = await aProject({
      "package.json": JSON.stringify({ dependencies: { hono: "^4.6.0", "@hono/node-server": "^1.0.0" } }),
      "package-lock.json": JSON.stringify({
        lockfileVersion: 3,
        packages: {
          "node_modules/hono": { version: "4.6.14" },
          "node_modules/@hono/node-server": { version: "1.1.0" },
        },
      }),
    })

    const added = await run(["sync", project, "--url", url, "--api-key", KEY, "--yes"])
    const again = await run(["sync", project, "--url", url])

    expect([added.exitCode, again.exitCode]).toEqual([0, 0])
    expect(bodies.filter((body) => body !== "").map((body): unknown => JSON.parse(body))).toEqual([
      { docsRepoUrl: "https://github.com/honojs/website", folders: ["docs"] },
      { title: "Hono" },
    ])
    expect(requests.filter((request) => request.startsWith("POST "))).toHaveLength(1)
    expect(again.outText()).toContain(
      "indexed          hono 4.6.14  /honojs/website  (current: this documentation has no versions)",
    )
  })

  it("says which libraries and versions failed, and tries them again with --yes", async () => {
    const error = { code: "source_unreachable", message: "no such host", retryable: true } as const
    const broken = aLibrary({ id: "/acme/broken", state: "error", lastJob: aJob({ state: "failed", error }) })
    const old = aLibrary({ id: "/acme/old", availableVersions: [aVersion("v1.0.0", "failed")] })
    const done = { ...succeeded, libraryId: "/acme/broken" }
    const { url, requests } = await aServer({
      "GET /api/v2/libs/acme/broken": sendJson(200, broken),
      "GET /api/v2/libs/acme/old": sendJson(200, old),
      "POST /api/v1/refresh": sendJson(200, { message: "queued" }),
      "POST /api/v2/libs/acme/old/versions": sendJson(202, { message: "queued", jobId: "job1" }),
      "GET /api/v2/jobs": sendJson(200, { jobs: [done], nextCursor: null }),
      "GET /api/v2/jobs/job1": sendJson(200, done),
    })
    const project = await aProject({
      "package.json": JSON.stringify({ dependencies: { broken: "1.0.0", old: "1.0.0" } }),
      "lectern.yaml": "packages: { npm:broken: /acme/broken, npm:old: /acme/old }\n",
    })

    const planned = await run(["sync", project, "--url", url])
    const added = await run(["sync", project, "--url", url, "--yes"])

    expect(planned.outText().trimEnd().split("\n")).toEqual([
      "failed           broken 1.0.0  /acme/broken  (no such host)",
      "failed           old 1.0.0  /acme/old/v1.0.0",
    ])
    expect(planned.errText()).toContain("2 failed\nnothing was changed: use --yes to try again what failed")
    expect(added.exitCode).toBe(0)
    expect(requests.filter((request) => request.startsWith("POST ")).map((request) => request.split(" ")[1])).toEqual([
      "/api/v1/refresh",
      "/api/v2/libs/acme/old/versions",
    ])
  })

  it("prefers the packages of lectern.yaml to the table", async () => {
    const handbook = aLibrary({ id: "/acme/handbook", availableVersions: [aVersion("v1.0.0", "indexed")] })
    const { url } = await aServer({
      "GET /api/v2/libs/acme/handbook": sendJson(200, handbook),
      "GET /api/v2/libs/acme/hono-docs": missing,
      "GET /api/v2/libs/search": sendJson(200, { results: [], searchFilterApplied: false }),
    })
    const project = await aProject({
      "package.json": JSON.stringify({ dependencies: { hono: "4.6.14", vue: "3.5.0", "@acme/a": "1.0.0" } }),
      "lectern.yaml": `packages:
  npm:hono: { git: https://git.example.com/acme/hono-docs, folders: [guide], versions: false }
  npm:vue: none
  npm:@acme/*: /acme/handbook
`,
    })

    const { outText } = await run(["sync", project, "--url", url])

    expect(outText().trimEnd().split("\n")).toEqual([
      "library missing  hono 4.6.14  /acme/hono-docs  (guide)",
      "excluded         vue 3.5.0",
      "indexed          @acme/a 1.0.0  /acme/handbook/v1.0.0",
    ])
  })

  it("reports a lectern.yaml whose packages are invalid", async () => {
    const { url } = await aServer({
      "GET /api/v2/libs/vuejs/docs": missing,
      "GET /api/v2/libs/search": sendJson(200, { results: [], searchFilterApplied: false }),
    })
    const files = { "package.json": '{"dependencies":{"vue":"3.5.0"}}', "lectern.yaml": "packages: { vue: none }\n" }

    const project = await aProject(files)
    const { exitCode, errText, outText } = await run(["sync", project, "--url", url])

    expect([exitCode, errText()]).toEqual([
      1,
      expect.stringMatching(/cannot parse lectern.yaml: packages.vue: .*as in npm:react/),
    ])
    expect(outText()).toContain("library missing  vue 3.5.0  /vuejs/docs  (src)")
    await writeFile(join(project, "lectern.yaml"), "packages: { npm:vue: 3 }\n")
    const number = await run(["sync", project, "--url", url])
    expect(number.errText()).toContain("packages.npm:vue: must be the address of a repository")
  })

  it("continues after a rejected request, and exits with code 1", async () => {
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

  it("continues after a lost connection and after a library without a job", async () => {
    const { url } = await aServer({
      ...ANSWERS,
      "POST /api/v2/libs/vercel/next.js/versions": (request) => request.socket.destroy(),
      "POST /api/v2/add/repo/git": sendJson(200, { libraryName: "/honojs/website", message: "queued" }),
      "GET /api/v2/jobs": sendJson(200, { jobs: [], nextCursor: null }),
    })

    const { exitCode, outText } = await run(["sync", await aProject(FILES), "--url", url, "--yes", "--no-wait"])

    expect([exitCode, outText()]).toEqual([
      1,
      expect.stringMatching(/next 15\.1\.8 .*no server responds at .*\nhono 4\.6\.14 .*added, but has no job/),
    ])
  })

  it("stops at Ctrl-C and adds nothing more", async () => {
    const io = captureIo()
    const { url, requests } = await aServer({
      ...ANSWERS,
      "POST /api/v2/libs/vercel/next.js/versions": io.interrupt,
    })

    const exitCode = await runCli(["sync", await aProject(FILES), "--url", url, "--yes"], entryPoints, io)

    expect(exitCode).toBe(130)
    expect(requests.filter((request) => request.startsWith("POST "))).toHaveLength(1)
  })

  it("reports a folder without a project", async () => {
    const { url } = await aServer({})

    const { exitCode, errText } = await run(["sync", await aProject({}), "--url", url])

    expect([exitCode, errText()]).toEqual([
      3,
      expect.stringContaining("contains no files of a supported package manager"),
    ])
  })

  it("tells a missing folder and one that may not be read from one without a project", async () => {
    const { url } = await aServer({})
    const folder = await aProject({ "package.json": "{}" })
    await chmod(folder, 0o000)
    onTestFinished(() => chmod(folder, 0o700))

    const missing = await run(["sync", "/no/such/project", "--url", url])
    const denied = await withoutRoot(() => run(["sync", folder, "--url", url, "--api-key", KEY]))

    expect([missing.exitCode, missing.errText()]).toEqual([3, expect.stringContaining("it does not exist")])
    expect([denied.exitCode, denied.errText()]).toEqual([
      1,
      expect.stringContaining(`cannot read ${folder}: permission denied`),
    ])
  })

  it("says which file of a project may not be read", async () => {
    const { url } = await aServer({})
    const folder = await aProject({ "go.mod": "module a\n" })
    await chmod(folder, 0o755)
    await chmod(join(folder, "go.mod"), 0o000)

    const denied = await withoutRoot(() => run(["sync", folder, "--url", url, "--api-key", KEY]))

    expect(denied.exitCode).toBe(1)
    expect(denied.errText()).toContain(`cannot open ${join(folder, "go.mod")}: permission denied`)
    expect(denied.errText()).not.toContain("contains no files")
  })
})
