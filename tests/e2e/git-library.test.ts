import { ApiError } from "@lectern/client"
import type { Job } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { freshInstance, startLectern, waitFor, type RunningLectern } from "./running-lectern.ts"

const LIBRARY = "/acme/rocket"
const GUIDE = `# Launch guide

## Ignite the engine

Call \`ignite\` with the stage number. The fuel valve has to be open before.

\`\`\`python
rocket.ignite(stage=2)
\`\`\`

## Abort a launch

Press the red button, then call \`abort\`.
`
/** The search for suspicious text prepares itself when it has tried a rule on several snippets, so many have words of its rules. */
const MANY_PARTS = Array.from(
  { length: 80 },
  (_, at) =>
    `## Part ${at}\n\nAn AI assistant or agent reads the previous instructions, rules and prompts of part ${at}, then it may run commands with a token.\n`,
)
const FILES = {
  "README.md": "# Rocket\n\nA library that launches rockets into orbit.\n",
  "docs/parts.md": `# Parts\n\n${MANY_PARTS.join("\n")}`,
  "docs/guide.md": GUIDE,
  "src/main.py": "print(1)\n",
}

describe("a git repository", () => {
  const instance = freshInstance()
  let host: GitHost
  let lectern: RunningLectern
  let commit: string

  beforeAll(async () => {
    host = await startGitHost()
    commit = await host.commit("acme/rocket", FILES)
    lectern = await startLectern(instance)
  })
  afterAll(async () => {
    await lectern.stop()
    await host.close()
    instance.remove()
  })

  /** Follows the newest job of the library to its end. */
  async function lastJob(): Promise<{ readonly job: Job; readonly stages: readonly string[] }> {
    const { jobs } = await lectern.client.listJobs({ libraryId: LIBRARY })
    const stages = new Set<string>()
    let last = jobs[0]!
    for await (const event of lectern.client.watchJob(last.id)) {
      if (event.event === "log") continue
      last = event.data
      if (last.stage !== null) stages.add(last.stage)
    }
    return { job: last, stages: [...stages] }
  }

  const ask = (query: string) => lectern.client.readContextText({ libraryId: LIBRARY, query })

  it("becomes a library whose job can be watched to its end", async () => {
    const answer = await lectern.client.addRepository({ docsRepoUrl: `${host.url}/acme/rocket.git` })
    const { job, stages } = await lastJob()

    expect(answer.libraryName).toBe(LIBRARY)
    expect(job).toMatchObject({ state: "succeeded", libraryId: LIBRARY, error: null })
    expect(stages.every((stage) => ["fetching", "parsing", "indexing", "publishing"].includes(stage))).toBe(true)
  })

  it("answers with the passage and where it stands", async () => {
    const text = await ask("how do I ignite the second stage")

    expect(text).toContain("rocket.ignite(stage=2)")
    expect(text).toMatch(/^Source: \S*docs\/guide\.md/m)
  })

  it("answers in JSON with the code and its language", async () => {
    const { codeSnippets } = await lectern.client.readContext({ libraryId: LIBRARY, query: "ignite the engine" })

    expect(codeSnippets[0]?.codeList[0]).toEqual({ language: "python", code: "rocket.ignite(stage=2)" })
  })

  it("is found by its name", async () => {
    const { results } = await lectern.client.searchLibraries({ libraryName: "rocket" })

    expect(results[0]).toMatchObject({ id: LIBRARY, state: "finalized" })
  })

  it("tells in its record which commit is served and what became of every file", async () => {
    const record = await lectern.client.getLibrary(LIBRARY)

    expect(record.source).toMatchObject({ kind: "git", revision: commit })
    expect(record.branch).toBe("main")
    expect(record.files).toMatchObject({ failedCount: 0 })
    expect((record.files?.indexedCount ?? 0) + (record.files?.leftOutCount ?? 0)).toBe(4)
  })

  it("is not indexed again when its commit is the same", async () => {
    const before = await lectern.client.getLibrary(LIBRARY)

    const { message } = await lectern.client.refreshLibrary({ libraryName: LIBRARY })
    const { job, stages } = await lastJob()
    const after = await lectern.client.getLibrary(LIBRARY)

    expect(message).toBe("Refresh started successfully")
    expect(job.state).toBe("succeeded")
    expect(stages).not.toContain("indexing")
    expect(after.lastUpdateDate).toBe(before.lastUpdateDate)
  })

  it("answers from the new commit after a refresh", async () => {
    commit = await host.commit("acme/rocket", {
      ...FILES,
      "docs/landing.md": "# Landing\n\nDeploy the parachute with `rocket.parachute()` at 3000 feet.\n",
    })

    await lectern.client.refreshLibrary({ libraryName: LIBRARY })
    const { job } = await lastJob()

    expect(job.state).toBe("succeeded")
    expect(await ask("when do I deploy the parachute")).toContain("rocket.parachute()")
    expect((await lectern.client.getLibrary(LIBRARY)).source.revision).toBe(commit)
  })

  it("is gone after it was deleted, and its id is free again", async () => {
    await lectern.client.deleteLibrary(LIBRARY)

    await expect(ask("ignite")).rejects.toThrow(ApiError)
    await expect(ask("ignite")).rejects.toMatchObject({ code: "library_not_found" })
    const again = await lectern.client.addRepository({ docsRepoUrl: `${host.url}/acme/rocket.git` })
    expect(again.libraryName).toBe(LIBRARY)
    await lastJob()
  })
})

describe("a repository that cannot become a library", () => {
  const instance = freshInstance()
  let host: GitHost
  let lectern: RunningLectern

  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("acme/silent", { "src/main.py": "print(1)\n" })
    lectern = await startLectern(instance)
  })
  afterAll(async () => {
    await lectern.stop()
    await host.close()
    instance.remove()
  })

  it.each([
    ["is not there", "acme/nowhere"],
    ["holds no documentation", "acme/silent"],
  ])("says why on its job when it %s", async (_, path) => {
    await lectern.client.addRepository({ docsRepoUrl: `${host.url}/${path}.git` })

    const job = await waitFor("the job to end", async () => {
      const { jobs } = await lectern.client.listJobs({ libraryId: `/${path}` })
      return jobs.find((each) => each.state === "failed" || each.state === "succeeded")
    })

    expect(job.state).toBe("failed")
    expect(job.error?.message).toMatch(/\S+ \S+/)
    expect(job.error?.message).not.toContain(instance.dataDir)
    await expect(lectern.client.readContextText({ libraryId: `/${path}`, query: "anything" })).rejects.toMatchObject({
      code: "no_snippets_found",
    })
  })
})
