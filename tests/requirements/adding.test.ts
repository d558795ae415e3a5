import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AddLibraryResponse, LIBRARY_STATES, LibraryRecord, REFRESH_STARTED, type Job } from "@lectern/contract"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const page = (title: string, text: string) => `# ${title}\n\n${text}\n\n\`\`\`js\nconsole.log("${title}")\n\`\`\`\n`
const FAR_AWAY = { LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" }

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram(FAR_AWAY)
})
afterAll(async () => {
  await program.close()
  await host.close()
})

const add = (json: object, path = "/api/v2/add/repo/git") => program.call("POST", path, { key: program.key, json })
const context = (libraryId: string, query = "where is the otter") =>
  program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query }).toString()}`)
const record = async (id: string) => LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`)).json)
const jobsOf = async (libraryId: string) => {
  const { json } = await program.call("GET", `/api/v2/jobs?${new URLSearchParams({ libraryId }).toString()}`, {
    key: program.key,
  })
  return (json as { jobs: Job[] }).jobs
}

describe("adding a repository", () => {
  it("answers at once with the identifier, then indexes it in the background until it is finalized", async () => {
    await host.commit("Otter/Docs", { "docs/index.md": page("Otters", "The otter is in the river.") })
    const startedAt = performance.now()

    const answer = await add({ docsRepoUrl: `${host.url}/Otter/Docs.git` })

    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect([answer.status, AddLibraryResponse.parse(answer.json).libraryName]).toEqual([200, "/Otter/Docs"])
    expect((await program.settle("/otter/docs")).state).toBe("succeeded")
    expect(await record("/otter/docs")).toMatchObject({ id: "/Otter/Docs", state: "finalized", branch: "main" })
    expect((await context("/OTTER/docs")).text).toContain("The otter is in the river.")
  })

  it("tells source, commit, last job with its stages, and what became of every file", async () => {
    const commit = await host.commit("seal/docs", {
      "guide.md": page("Seals", "A seal."),
      "main.c": "int main;",
      "empty.md": "",
    })
    await add({ docsRepoUrl: `${host.url}/seal/docs.git` })
    await program.settle("/seal/docs")

    const { source, lastJob, files, availableVersions, versions } = await record("/seal/docs")

    expect(source).toMatchObject({ kind: "git", url: `${host.url}/seal/docs.git`, revision: commit })
    expect(lastJob).toMatchObject({ state: "succeeded", stage: null, error: null })
    expect(Object.keys(lastJob?.progress ?? {}).sort()).toEqual(["fetching", "indexing", "parsing", "publishing"])
    expect(files).toMatchObject({ indexedCount: 1, leftOutCount: 2, failedCount: 0 })
    expect(files?.leftOut).toContainEqual(expect.objectContaining({ path: "empty.md", reason: "empty" }))
    expect([availableVersions, versions]).toEqual([expect.any(Array), []])
  })

  it("makes no outbound call before it answers", async () => {
    await host.commit("silent/docs", { "a.md": page("Silence", "Quiet.") })
    const before = host.requestCount()
    const refused = await add({ docsRepoUrl: `${host.url}/silent/docs`, branch: "-x" })

    expect([refused.status, host.requestCount()]).toEqual([400, before])
  })

  it("gives the same public source its identifier again, and reads it again only when forced", async () => {
    await host.commit("twice/docs", { "a.md": page("Twice", "First.") })
    const spellings = [`${host.url}/twice/docs.git`, `${host.url}/Twice/docs/`, `${host.url}/twice/docs/tree/main`]
    await add({ docsRepoUrl: spellings[0] })
    await program.settle("/twice/docs")

    const again = await Promise.all(spellings.map((docsRepoUrl) => add({ docsRepoUrl })))
    const countUnforced = (await jobsOf("/twice/docs")).length
    const forced = await add({ docsRepoUrl: spellings[0], force: true })
    await program.settle("/twice/docs")

    expect(again.map(({ status, json }) => [status, AddLibraryResponse.parse(json).libraryName])).toEqual(
      spellings.map(() => [200, "/twice/docs"]),
    )
    expect([countUnforced, forced.status, (await jobsOf("/twice/docs")).length]).toEqual([1, 200, 2])
  })

  it("keeps the folders of a library that is added again without any, and takes those of the request otherwise", async () => {
    const files = { "en/a.md": page("Heron", "The heron waits."), "fr/a.md": page("Martin", "Le martin plonge.") }
    await host.commit("heron/docs", files)
    const docsRepoUrl = `${host.url}/heron/docs.git`
    const foldersAfter = async (more: object) => {
      expect((await add({ docsRepoUrl, ...more })).status).toBe(200)
      await program.settle("/heron/docs")
      return (await record("/heron/docs")).source
    }

    expect(await foldersAfter({ folders: ["en"] })).toMatchObject({ folders: ["en"] })
    expect(await foldersAfter({ force: true })).toMatchObject({ folders: ["en"] })
    expect(await foldersAfter({ force: true, folders: ["fr"], excludeFiles: ["b.md"] })).toMatchObject({
      folders: ["fr"],
      excludeFiles: ["b.md"],
    })
    expect(await foldersAfter({ force: true, folders: [] })).toMatchObject({ folders: [], excludeFiles: [] })
  })

  it("makes one library and one job of many requests at once", async () => {
    await host.commit("crowd/docs", { "a.md": page("Crowd", "Everyone at once.") })

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add({ docsRepoUrl: `${host.url}/crowd/docs.git` })),
    )
    await program.settle("/crowd/docs")

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ json }) => AddLibraryResponse.parse(json).libraryName))).toEqual(
      new Set(["/crowd/docs"]),
    )
    expect(await jobsOf("/crowd/docs")).toHaveLength(1)
  })

  it("gives a repository of another host whose identifier is taken one with its host", async () => {
    const other = await startGitHost()
    await host.commit("shared/name", { "a.md": page("Here", "The first host.") })
    await other.commit("shared/name", { "a.md": page("There", "The second host.") })
    await add({ docsRepoUrl: `${host.url}/shared/name.git` })

    const later = await add({ docsRepoUrl: `${other.url}/shared/name.git` })
    const port = new URL(other.url).port

    expect(AddLibraryResponse.parse(later.json).libraryName).toBe(`/127_0_0_1_${port}/shared_name`)
    await program.settle(`/127_0_0_1_${port}/shared_name`)
    await other.close()
  })

  it.each([
    ["ftp://example.com/o/r", {}],
    ["file:///etc", {}],
    ["ext::sh -c id", {}],
    ["https://user:secret@github.com/o/r", {}],
    ["http://10.0.0.1/o/r.git", {}],
    ["http://169.254.169.254/latest/meta-data", {}],
    ["http://[::1]/o/r.git", {}],
    ["http://0x0a000001/o/r.git", {}],
    ["https://github.com/o", {}],
    ["https://github.com/o/r", { force: false }],
    ["https://github.com/o/r", { force: "true" }],
    ["https://github.com/o/r", { branch: "--upload-pack=x" }],
  ])("refuses %s with %j at once", async (docsRepoUrl, more) => {
    const answer = await add({ docsRepoUrl, ...more })

    expect([answer.status, answer.json]).toMatchObject([400, { error: "validation_error" }])
  })

  it("reads only the folders and branch that were asked for", async () => {
    await host.commit("parts/docs", { "a.md": page("Root", "On the trunk.") })
    await host.commit(
      "parts/docs",
      {
        "guide/a.md": page("Guide", "Kept."),
        "guide/old/b.md": page("Old", "Gone."),
        "c.md": page("Other", "Outside."),
      },
      "next",
    )
    await add({
      docsRepoUrl: `${host.url}/parts/docs.git`,
      branch: "next",
      folders: ["guide"],
      excludeFolders: ["guide/old"],
    })
    await program.settle("/parts/docs")

    const { files, branch } = await record("/parts/docs")

    expect([branch, files?.indexedCount]).toEqual(["next", 1])
  })

  it.each(["lectern.json", "context7.json"])("follows the %s of a repository", async (name) => {
    const repository = `manifest/${name.replace(".", "-")}`
    const manifest = {
      projectTitle: "The Title",
      description: "What it is.",
      folders: ["kept"],
      excludeFiles: ["skipped.md"],
      rules: ["be kind"],
    }
    await host.commit(repository, {
      [name]: JSON.stringify(manifest),
      "kept/a.md": page("Kept", "Kept."),
      "kept/skipped.md": page("Skipped", "Skipped."),
      "left/b.md": page("Left", "Left."),
    })
    await add({ docsRepoUrl: `${host.url}/${repository}.git` })
    await program.settle(`/${repository}`)

    const { title, description, rules, files } = await record(`/${repository}`)

    expect([title, description, rules, files?.indexedCount]).toEqual(["The Title", "What it is.", ["be kind"], 1])
  })

  it("answers 301 with the new identifier and no Location for a library that has moved", async () => {
    await host.commit("moved/docs", {
      "lectern.json": JSON.stringify({ redirectTo: "/otter/docs" }),
      "a.md": page("Old", "Old."),
    })
    await add({ docsRepoUrl: `${host.url}/moved/docs.git` })
    await program.settle("/moved/docs")

    const answer = await context("/moved/docs")

    expect([answer.status, answer.json]).toMatchObject([
      301,
      { error: "library_redirected", redirectUrl: "/otter/docs" },
    ])
    expect(answer.headers).not.toHaveProperty("location")
  })

  it("follows a library that has moved when a combined search names it", async () => {
    await host.commit("shore/docs", { "a.md": page("Tides", "The tide table lists every tide.") })
    await host.commit("left/docs", {
      "lectern.json": JSON.stringify({ redirectTo: "/shore/docs" }),
      "a.md": page("Old", "Old."),
    })
    for (const repository of ["shore/docs", "left/docs"]) {
      await add({ docsRepoUrl: `${host.url}/${repository}.git` })
      await program.settle(`/${repository}`)
    }
    const query = new URLSearchParams({ query: "where is the tide table", library: "/left/docs" })

    const answer = await program.call("GET", `/api/v3/search?${query.toString()}`)

    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("lists every tide")])
  })
})

describe("states", () => {
  it("are those of the decisions", () => {
    expect(LIBRARY_STATES).toEqual(["initial", "processing", "finalized", "error", "delete"])
  })

  it("end in error with the reason when the first ingestion fails, and begin again by a refresh", async () => {
    await add({ docsRepoUrl: `${host.url}/late/docs.git` })
    const failed = await program.settle("/late/docs")
    const answer = await context("/late/docs")
    const state = (await record("/late/docs")).state
    await host.commit("late/docs", { "a.md": page("Late", "The otter came late.") })

    const refresh = await program.call("POST", "/api/v1/refresh", {
      key: program.key,
      json: { libraryName: "/late/docs" },
    })
    const succeeded = await program.settle("/late/docs")

    expect([failed.state, failed.error?.message]).toEqual(["failed", expect.any(String)])
    expect([answer.status, answer.json]).toMatchObject([
      404,
      { error: "no_snippets_found", message: expect.stringContaining(failed.error?.message ?? "?") },
    ])
    expect([state, refresh.status, succeeded.state]).toEqual(["error", 200, "succeeded"])
    expect((await context("/late/docs")).text).toContain("The otter came late.")
  })

  it("keep the old index served when a refresh fails, with the failure on the job", async () => {
    await host.commit("kept/docs", { "a.md": page("Kept", "The otter stays.") })
    await add({ docsRepoUrl: `${host.url}/kept/docs.git` })
    await program.settle("/kept/docs")
    await host.remove("kept/docs")

    const refresh = await program.call("POST", "/api/v1/refresh", {
      key: program.key,
      json: { libraryName: "/kept/docs" },
    })
    const failed = await program.settle("/kept/docs")

    expect([refresh.status, refresh.json]).toEqual([200, { message: REFRESH_STARTED }])
    expect([failed.state, (await record("/kept/docs")).state]).toEqual(["failed", "finalized"])
    expect((await context("/kept/docs")).text).toContain("The otter stays.")
  })

  it("serve what is new after a refresh and do no work for an unchanged commit", async () => {
    await host.commit("fresh/docs", { "a.md": page("Fresh", "The otter is old.") })
    await add({ docsRepoUrl: `${host.url}/fresh/docs.git` })
    await program.settle("/fresh/docs")
    const refresh = () =>
      program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: "/fresh/docs" } })
    await host.commit("fresh/docs", { "a.md": page("Fresh", "The otter is new.") })
    await refresh()
    await program.settle("/fresh/docs")
    const updatedAt = (await record("/fresh/docs")).lastUpdateDate
    await refresh()
    const idle = await program.settle("/fresh/docs")

    expect((await context("/fresh/docs")).text).toContain("The otter is new.")
    expect([idle.state, idle.progress.indexing]).toEqual(["succeeded", undefined])
    expect((await record("/fresh/docs")).source.revision).toBeTypeOf("string")
    expect(updatedAt).toBeTypeOf("string")
  })

  it("answer 404 for a deleted library, which can be added again", async () => {
    await host.commit("gone/docs", { "a.md": page("Gone", "The otter is gone.") })
    await add({ docsRepoUrl: `${host.url}/gone/docs.git` })
    await program.settle("/gone/docs")
    const deleted = await program.call("DELETE", "/api/v2/libs/gone/docs", { key: program.key })
    const answers = [await context("/gone/docs"), await program.call("GET", "/api/v2/libs/gone/docs")]
    const again = await add({ docsRepoUrl: `${host.url}/gone/docs.git` })
    await program.settle("/gone/docs")

    expect([deleted.status, ...answers.map(({ status }) => status), again.status]).toEqual([200, 404, 404, 200])
    expect((await context("/gone/docs")).status).toBe(200)
  })

  it("answer 404 branch_not_found to a refresh of a branch that neither library nor host knows", async () => {
    const answer = await program.call("POST", "/api/v1/refresh", {
      key: program.key,
      json: { libraryName: "/otter/docs", branch: "nowhere" },
    })

    expect([answer.status, answer.json]).toMatchObject([404, { error: "branch_not_found" }])
  })

  it("answer 404 tag_not_found for a version that is not indexed", async () => {
    const answer = await context("/otter/docs/v9")

    expect([answer.status, answer.json]).toMatchObject([404, { error: "tag_not_found" }])
  })
})

describe("jobs", () => {
  it("can be listed by state with paging", async () => {
    const list = async (query: string) => {
      const { json } = await program.call("GET", `/api/v2/jobs?${query}`, { key: program.key })
      return json as { jobs: Job[]; nextCursor: string | null }
    }
    const all = await list("state=succeeded&limit=100")
    const first = await list("state=succeeded&limit=2")
    const second = await list(`state=succeeded&limit=2&cursor=${first.nextCursor ?? ""}`)

    expect(all.jobs.every(({ state }) => state === "succeeded")).toBe(true)
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(all.jobs.slice(0, 4).map(({ id }) => id))
  })

  it("send their events until the end", async () => {
    const [job] = await jobsOf("/otter/docs")
    const events = await program.call("GET", `/api/v2/jobs/${job?.id ?? ""}/events`, { key: program.key })

    expect(events.headers["content-type"]).toContain("text/event-stream")
    expect(events.text).toMatch(/event: end\ndata: \{.*"state":"succeeded".*\}\n\n$/)
  })
})
