import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { captureIo } from "../../captured-io.testing.ts"
import { aJob, aLibrary, aSearchResult, sendEvents, sendJson } from "../../contract-server.testing.ts"
import { runCli } from "../../run-cli.ts"
import { aFolder, aServer, entryPoints, failed, KEY, run, running, succeeded } from "../../run-command.testing.ts"

describe("lectern add", () => {
  const answers = (events: ReturnType<typeof sendEvents>) => ({
    "POST /api/v2/add/repo/git": sendJson(200, { libraryName: "/a/b", message: "queued for processing" }),
    "GET /api/v2/libs/a/b": sendJson(200, aLibrary()),
    "GET /api/v2/jobs/job1/events": events,
  })

  it("waits, and prints every stage to stderr and the result to stdout", async () => {
    const server = await aServer(answers(sendEvents(["job", running], ["end", succeeded])))

    const { exitCode, outText, errText } = await run(["add", "https://example.com/a/b", "--url", server.url])

    expect(exitCode).toBe(0)
    expect(outText()).toBe("/a/b: 2,151 snippets from 155 files, 120,000 tokens, in 1.8 s\n")
    expect(errText()).toBe(
      [
        "queued for processing",
        "queued",
        "parsing: 77 of 155 files",
        "left out: 12 files (9 not documentation, 3 changelogs)",
        "failed: 1 file",
        "  bad.md: larger than 10 MB",
        "all problems: lectern status /a/b --problems",
        'ask it: lectern ask /a/b "<question>"',
        "",
      ].join("\n"),
    )
  })

  it("draws one progress bar per stage on a terminal", async () => {
    const indexing = aJob({
      ...running,
      stage: "indexing",
      progress: { ...running.progress, indexing: { done: 9, total: null, unit: "snippets" } },
    })
    const server = await aServer(answers(sendEvents(["job", running], ["job", indexing], ["end", succeeded])))

    const { errText } = await run(["add", "https://example.com/a/b", "--url", server.url], { isTerminal: true })

    expect(errText()).toContain("parsing    ━━━━━━━━━━━━────────────  77 of 155 files\n")
    expect(errText()).toContain("indexing   ────────────────────────  9 snippets\n")
  })

  it("prints one JSON document with the job and the library", async () => {
    const server = await aServer(answers(sendEvents(["end", succeeded])))

    const { outText } = await run(["add", "https://example.com/a/b", "--url", server.url, "--json"])

    expect(JSON.parse(outText())).toMatchObject({
      libraryName: "/a/b",
      job: { state: "succeeded" },
      library: { totalSnippets: 2151 },
    })
  })

  it("ends with exit code 1 and the reason when the job fails", async () => {
    const server = await aServer(answers(sendEvents(["end", failed])))

    const { exitCode, errText, outText } = await run(["add", "https://example.com/a/b", "--url", server.url])

    expect([exitCode, outText()]).toEqual([1, ""])
    expect(errText()).toContain("lectern: /a/b failed: no such host\nthe old index is still served\n")
  })

  it("says that the library already existed", async () => {
    const server = await aServer({
      ...answers(sendEvents()),
      "GET /api/v2/libs/a/b": sendJson(200, aLibrary({ lastJob: succeeded })),
    })

    const { exitCode, outText, errText } = await run(["add", "https://example.com/a/b", "--url", server.url])

    expect([exitCode, outText()]).toEqual([0, "/a/b: 2,151 snippets from 155 files, 120,000 tokens\n"])
    expect(errText()).toContain("ingest it again with --force")
  })

  it("returns immediately with --no-wait", async () => {
    const server = await aServer(answers(sendEvents()))

    const { outText } = await run(["add", "https://example.com/a/b", "--no-wait", "--url", server.url])

    expect(outText()).toBe("/a/b: job job1 queued\n")
  })

  it("stops watching on Ctrl-C with exit code 130, and says that the job continues", async () => {
    const server = await aServer(answers(sendEvents(["job", running])))
    const io = captureIo()

    const ended = runCli(["add", "https://example.com/a/b", "--url", server.url], entryPoints, io)
    await expect.poll(io.errText).toContain("parsing")
    io.interrupt()

    expect(await ended).toBe(130)
    expect(io.errText()).toContain("stopped waiting: job job1 continues")
    expect(io.errText()).toContain("lectern cancel job1")
  })

  it("reads the token from the environment, and rejects a variable that is not set", async () => {
    const bodies: string[] = []
    const server = await aServer(answers(sendEvents(["end", succeeded])))
    const fetchAndKeep: typeof fetch = (url, init) => {
      if (init?.body) bodies.push(init.body as string)
      return fetch(url, init)
    }
    const openLocal = () =>
      Promise.resolve({ url: server.url, apiKey: KEY, fetch: fetchAndKeep, close: () => Promise.resolve() })
    const argv = [
      "add",
      "https://example.com/a/b",
      "--local",
      "--private",
      "--folder",
      "docs",
      "--folder",
      "en",
      "--git-token-from",
      "TOKEN",
    ]

    const set = await run(argv, { environment: { TOKEN: "glpat-1" }, entryPoints: { openLocal } })
    const unset = await run(argv, { entryPoints: { openLocal } })

    expect([set.exitCode, unset.exitCode]).toEqual([0, 2])
    expect(JSON.parse(bodies[0] ?? "")).toEqual({
      docsRepoUrl: "https://example.com/a/b",
      gitToken: "glpat-1",
      private: true,
      folders: ["docs", "en"],
    })
    expect(set.outText() + set.errText()).not.toContain("glpat-1")
  })
})

describe("lectern delete", () => {
  const answers = { "DELETE /api/v2/libs/a/b": sendJson(200, { libraryName: "/a/b", message: "deleted" }) }

  it("asks for confirmation on a terminal, and deletes only after a yes", async () => {
    const server = await aServer(answers)
    const argv = ["delete", "/a/b", "--url", server.url]

    const no = await run(argv, { stdinText: "n\n" })
    const yes = await run(argv, { stdinText: "y\n" })
    const nobody = await run(argv)
    const unasked = await run([...argv, "--yes"])

    expect([no.exitCode, yes.exitCode, nobody.exitCode, unasked.exitCode]).toEqual([1, 0, 2, 0])
    expect(server.requests).toHaveLength(2)
  })
})

describe("lectern export and import", () => {
  it("names the folder that is missing", async () => {
    const server = await aServer({ "GET /api/v2/libs/a/b/export": (_request, response) => response.end("PK-bytes") })
    const folder = join(await aFolder(), "no")

    const { exitCode, errText } = await run(["export", "/a/b", join(folder, "b.zip"), "--url", server.url])

    expect([exitCode, errText()]).toEqual([
      3,
      expect.stringContaining(`b.zip: the folder ${folder} does not exist\ncreate the folder`),
    ])
  })

  it("saves a library under its own or a given name and overwrites only with --force", async () => {
    const folder = await aFolder()
    const server = await aServer({ "GET /api/v2/libs/a/b/export": (_request, response) => response.end("PK-bytes") })
    const file = join(folder, "b.zip")
    const argv = ["export", "/a/b", file, "--url", server.url]

    const first = await run(argv)
    const second = await run(argv)
    const forced = await run([...argv, "--force", "--json"])
    const piped = await run(["export", "/a/b", "-", "--url", server.url])

    expect([first.exitCode, second.exitCode, forced.exitCode]).toEqual([0, 1, 0])
    expect(JSON.parse(forced.outText())).toEqual({ libraryName: "/a/b", file, bytes: 8 })
    expect(await readFile(file, "utf8")).toBe("PK-bytes")
    expect(piped.outText()).toBe("PK-bytes")
    expect(await readdir(folder)).toEqual(["b.zip"])
  })

  it.each([
    ["/a/b@1.0", "1.0"],
    ["/a/b/1.0", "1.0"],
    ["b@v2", "v2"],
  ])("says for %s that an export has all versions, and what to write", async (library, version) => {
    const folder = await aFolder()
    const server = await aServer({ "GET /api/v2/libs/search": sendJson(200, { results: [aSearchResult()] }) })

    const { exitCode, errText } = await run(["export", library, join(folder, "b.zip"), "--url", server.url])

    expect([exitCode, await readdir(folder)]).toEqual([2, []])
    expect(errText()).toContain(`cannot export only the version ${version}: an export contains the library with all`)
    expect(errText()).toContain("export all of it with: lectern export /a/b\n")
  })

  it("leaves no partial file when the connection is lost", async () => {
    const folder = await aFolder()
    const server = await aServer({
      "GET /api/v2/libs/a/b/export": (_request, response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write("PK", () => response.destroy())
      },
    })

    const { exitCode } = await run(["export", "/a/b", join(folder, "b.zip"), "--url", server.url])

    expect(exitCode).not.toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  it("imports a zip, follows its job and lists skipped libraries", async () => {
    const folder = await aFolder()
    const file = join(folder, "b.zip")
    await writeFile(file, "PK-bytes")
    const queued = {
      message: "two are queued",
      queued: ["/a/b", "/c/d"],
      skipped: [{ project: "/e/f", reason: "exists" }],
    }
    const jobs = [aJob({ id: "other" }), aJob({ kind: "import", libraryId: "" })]
    const server = await aServer({
      "POST /api/v2/import-libraries": sendJson(202, queued),
      "GET /api/v2/jobs": sendJson(200, { jobs, nextCursor: null }),
      "GET /api/v2/jobs/job1/events": sendEvents(["end", succeeded]),
    })

    const { exitCode, outText, errText } = await run(["import", file, "--url", server.url])

    expect([exitCode, outText()]).toEqual([0, "2 queued, 1 skipped, import succeeded in 1.8 s\n"])
    expect(errText()).toContain("two are queued\nskipped /e/f: exists\n")
  })

  it("rejects a file that does not exist or is not a bundle", async () => {
    const folder = await aFolder()
    await writeFile(join(folder, "notes.txt"), "hello")

    expect(await run(["import", join(folder, "gone.zip")])).toMatchObject({ exitCode: 3 })
    expect(await run(["import", join(folder, "notes.txt")])).toMatchObject({ exitCode: 2 })
  })
})
