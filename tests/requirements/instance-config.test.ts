import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ApplyInstanceConfigResponse, LibraryRecord } from "@lectern/contract"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"
import { startSite, type SiteHost } from "./site-host.ts"

let program: Program
let git: GitHost
let site: SiteHost
beforeAll(async () => {
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  git = await startGitHost()
  for (const name of ["kept/docs", "hand/docs", "extra/docs"]) {
    await git.commit(name, { "a.md": `# ${name}\n\nThe otter of ${name} swims in the river.\n` })
  }
  await git.tag("kept/docs", "v1.0.0")
  site = await startSite({
    "/": "<!doctype html><html lang=en><title>Otter</title><main><h1>Otter</h1><p>The otter swims here every day.</p></main></html>",
    "/llms.txt": "# Otter\n\n> All about otters, from holt to river.\n\nThe otter eats fish.\n",
    "/openapi.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Otters", version: "1" },
      paths: { "/otters": { get: { summary: "Lists otters", responses: {} } } },
    }),
  })
})
afterAll(async () => {
  await program.close()
  await git.close()
  await site.close()
})

const apply = (manifest: string, more: object = {}) =>
  program.call("POST", "/api/v2/manifest", { key: program.key, json: { manifest, ...more } })
const steps = async (manifest: string, more: object = {}) => {
  const answer = await apply(manifest, more)
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return ApplyInstanceConfigResponse.parse(answer.json).steps.map(({ action, libraryId, problem }) =>
    problem === null ? `${action} ${libraryId}` : `${action} ${libraryId}: ${problem}`,
  )
}
const record = async (id: string) => LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`)).json)
const status = async (id: string) => (await program.call("GET", `/api/v2/libs${id}`)).status
const jobCount = async () => {
  const { json } = await program.call("GET", "/api/v2/jobs?limit=100", { key: program.key })
  return (json as { jobs: unknown[] }).jobs.length
}

const port = (host: { readonly url: string }) => new URL(host.url).port
const whole = () => `
name: team
libraries:
  - git: ${git.url}/kept/docs.git
    title: Kept otters
    versions: [v1.0.0]
    schedule: 0 3 * * *
  - website: ${site.url}/
    maxPages: 5
  - llmstxt: ${site.url}/llms.txt
  - openapi: ${site.url}/openapi.json
  - git: ${git.url}/hand/docs.git
    schedule: never
`
const ids = () => [
  "/kept/docs",
  `/websites/127_0_0_1_${port(site)}`,
  `/llmstxt/127_0_0_1_${port(site)}-llms.txt`,
  "/openapi/openapi",
  "/hand/docs",
]

describe("a lectern.yaml", () => {
  it("adds every kind of source, gives titles and schedules, and does nothing the second time", async () => {
    await program.call("POST", "/api/v2/add/repo/git", {
      key: program.key,
      json: { docsRepoUrl: `${git.url}/hand/docs.git` },
    })
    await program.settle("/hand/docs")

    const plan = await steps(whole(), { dryRun: true })
    const statusAfterPlan = await status("/kept/docs")
    const done = await steps(whole())
    for (const id of ids()) await program.settle(id)
    const jobsBefore = await jobCount()
    const again = await steps(whole())

    expect(plan).toEqual(["add /kept/docs", "add null", "add null", "add null", "change /hand/docs"])
    expect(statusAfterPlan).toBe(404)
    expect(done).toEqual(ids().map((id, at) => `${at < 4 ? "add" : "change"} ${id}`))
    expect(again).toEqual(ids().map((id) => `keep ${id}`))
    expect(await jobCount()).toBe(jobsBefore)
    const kept = await record("/kept/docs")
    expect(kept).toMatchObject({ title: "Kept otters", refreshSchedule: "0 3 * * *", keptBy: "team" })
    expect(kept.versions).toEqual(["v1.0.0"])
    expect(await record("/hand/docs")).toMatchObject({ refreshSchedule: "never", keptBy: null })
  }, 60_000)

  it("changes what it lists otherwise, and takes back what it does not say any more", async () => {
    const less = `name: team\nlibraries:\n  - git: ${git.url}/kept/docs.git\n    excludeFiles: [b.md]\n`

    const done = await steps(less)

    expect(done[0]).toBe("change /kept/docs")
    await program.settle("/kept/docs")
    expect(await record("/kept/docs")).toMatchObject({
      refreshSchedule: null,
      source: { excludeFiles: ["b.md"] },
    })
  }, 60_000)

  it("prunes only what a lectern.yaml of its name has added", async () => {
    await apply(`name: other\nlibraries:\n  - git: ${git.url}/extra/docs.git\n`)
    const nothing = "name: team\nlibraries: []\n"

    const left = await steps(nothing)
    const pruned = await steps(nothing, { prune: true })

    expect(new Set(left)).toEqual(
      new Set(
        ids()
          .slice(0, 4)
          .map((id) => `leave ${id}`),
      ),
    )
    expect(new Set(pruned)).toEqual(
      new Set(
        ids()
          .slice(0, 4)
          .map((id) => `remove ${id}`),
      ),
    )
    expect(await status("/kept/docs")).toBe(404)
    expect([await status("/hand/docs"), await status("/extra/docs")]).toEqual([200, 200])
  })

  it("that is wrong changes nothing, and every problem is told with its line", async () => {
    const wrong = [
      "name: team",
      "libraries:",
      `  - git: ${git.url}/fresh/docs.git`,
      "    schedule: at night",
      "  - website: http://10.0.0.1/",
      "    maxPage: 7",
      "    maxDepth: -1",
      "  - title: nothing",
      `  - git: ${git.url}/fresh/docs.git`,
      "    gitTokenFrom: NO_SUCH_VARIABLE",
      `  - git: ${git.url}/hand/docs.git`,
      "  - git: http://localhost:1/a/b",
      `  - git: ${git.url}/hand/docs`,
    ].join("\n")

    const answer = await apply(wrong, { prune: true })

    expect(answer.status).toBe(400)
    const { message } = answer.json as { message: string }
    expect(message.split("\n").map((line) => /^line (\d+)/.exec(line)?.[1])).toEqual([
      undefined,
      "3",
      "6",
      "7",
      "8",
      "9",
      "13",
    ])
    expect(await status("/fresh/docs")).toBe(404)
  })

  it.each(["libraries: [", "libraries: 7", "- a", "", "libraries: &a [*a]", "a: 1\na: 2"])(
    "of the text %j is refused",
    async (text) => {
      expect((await apply(text)).status).toBe(400)
    },
  )

  it("is for admins", async () => {
    const answer = await program.call("POST", "/api/v2/manifest", { json: { manifest: "libraries: []" } })

    expect(answer.status).toBe(401)
  })

  it("gives a private repository the token of its variable, and no other variable is read", async () => {
    const text = `libraries:\n  - git: ${git.url}/hand/docs.git\n    gitTokenFrom: PATH\n`

    const missing = await apply(text)
    const given = await apply(text, { secrets: { PATH: "a-token" }, dryRun: true })

    expect([missing.status, given.status]).toEqual([400, 200])
    expect(given.text).not.toContain("a-token")
  })
})

describe("LECTERN_MANIFEST", () => {
  afterEach(() => void vi.useRealTimers())

  it("is applied at start, and a wrong file changes nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-manifest-"))
    const path = join(folder, "lectern.yaml")
    await writeFile(path, `libraries:\n  - git: ${git.url}/kept/docs.git\n`)
    const settings = { LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8", LECTERN_MANIFEST: path }

    const good = await startProgram(settings)
    await writeFile(path, `libraries:\n  - git: ${git.url}/kept/docs.git\n  - gti: x\n`)
    const bad = await startProgram(settings)

    const statuses = await Promise.all([good, bad].map((one) => one.call("GET", "/api/v2/libs/kept/docs")))
    expect(statuses.map((answer) => answer.status)).toEqual([200, 404])
    await Promise.all([good.close(), bad.close()])
    await rm(folder, { recursive: true, force: true })
  })

  it("is applied again within ten seconds of a change; a wrong change does nothing until it is mended", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    const folder = await mkdtemp(join(tmpdir(), "lectern-manifest-"))
    const path = join(folder, "lectern.yaml")
    const listed = (...names: string[]) =>
      `libraries:\n${names.map((name) => `  - git: ${git.url}/${name}.git\n`).join("")}`
    await writeFile(path, listed("kept/docs"))
    const following = await startProgram({
      LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
      LECTERN_MANIFEST: path,
      LECTERN_MANIFEST_PRUNE: "on",
    })
    const statuses = async () => {
      const answers = ["kept/docs", "extra/docs"].map((name) => following.call("GET", `/api/v2/libs/${name}`))
      return (await Promise.all(answers)).map((answer) => answer.status)
    }
    const afterChange = async (text: string, expected: readonly number[]) => {
      await writeFile(path, text)
      await vi.advanceTimersByTimeAsync(10_000)
      await vi.waitFor(async () => expect(await statuses()).toEqual(expected), { timeout: 10_000 })
    }

    expect(await statuses()).toEqual([200, 404])
    await afterChange(listed("kept/docs", "extra/docs"), [200, 200])
    await afterChange("libraries: 7", [200, 200])
    await afterChange(listed("extra/docs"), [404, 200])

    await following.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
})
