import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Job, ListJobsResponse } from "@lectern/contract"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

let host: GitHost
let program: Program
let release = () => {}
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterEach(() => release())
afterAll(async () => {
  await program.close()
  await host.close()
})

const add = (name: string, more: object = {}) =>
  program.call("POST", "/api/v2/add/repo/git", {
    key: program.key,
    json: { docsRepoUrl: `${host.url}/${name}.git`, ...more },
  })
const refresh = (libraryName: string) =>
  program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName } })
const context = (libraryId: string) => program.call("GET", `/api/v2/context?libraryId=${libraryId}&query=otter`)
const jobsOf = async (libraryId: string) =>
  ListJobsResponse.parse((await program.call("GET", `/api/v2/jobs?libraryId=${libraryId}`, { key: program.key })).json)
    .jobs

describe("while a library waits for its host", () => {
  it("answers 202 library_not_finalized to a question", async () => {
    await host.commit("slow/docs", { "a.md": "# Slow\n\nThe otter sleeps.\n" })
    release = host.hold()
    await add("slow/docs")

    const waiting = await context("/slow/docs")
    release()
    await program.settle("/slow/docs")

    expect([waiting.status, waiting.json]).toMatchObject([
      202,
      { error: "library_not_finalized", message: expect.any(String) },
    ])
    expect((await context("/slow/docs")).status).toBe(200)
  })

  it("keeps serving the old index and does not queue a refresh twice", async () => {
    await host.commit("busy/docs", { "a.md": "# Busy\n\nThe otter works.\n" })
    await add("busy/docs")
    await program.settle("/busy/docs")
    await host.commit("busy/docs", { "a.md": "# Busy\n\nThe otter rests.\n" })
    release = host.hold()

    const answers = [await refresh("/busy/docs"), await refresh("/busy/docs"), await refresh("/BUSY/docs")]
    const during = await context("/busy/docs")
    const queued = (await jobsOf("/busy/docs")).filter(({ state }) => state === "queued")
    release()
    await program.settle("/busy/docs")

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([during.status, during.text]).toEqual([200, expect.stringContaining("The otter works.")])
    expect(queued.length).toBeLessThanOrEqual(1)
    expect((await context("/busy/docs")).text).toContain("The otter rests.")
  })

  it("stops the job when it is cancelled by who added it", async () => {
    await host.commit("stop/docs", { "a.md": "# Stop\n\nThe otter stops.\n" })
    release = host.hold()
    await add("stop/docs")
    const [job] = await jobsOf("/stop/docs")

    const cancelled = await program.call("POST", `/api/v2/jobs/${job?.id ?? ""}/cancel`, { key: program.key })
    const settled = await program.settle("/stop/docs")

    expect([cancelled.status, Job.parse(cancelled.json).id]).toEqual([200, job?.id])
    expect(settled.state).toBe("cancelled")
  })

  it("names its stage and counts on the job", async () => {
    await host.commit("count/docs", { "a.md": "# Count\n\nThe otter counts.\n" })
    release = host.hold()
    await add("count/docs")
    await expect.poll(async () => (await jobsOf("/count/docs"))[0]?.stage, { timeout: 10_000 }).toBe("fetching")
    release()

    const { progress } = await program.settle("/count/docs")

    expect(progress.parsing).toMatchObject({ done: 1, total: 1, unit: "files" })
  })
})
