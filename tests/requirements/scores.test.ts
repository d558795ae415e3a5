import { LibraryBenchmark, LibraryRecord, ListJobsResponse, SearchLibrariesResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const LIBRARY = "/river/almanac"
const TIMEOUT_MS = 60_000

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.commit("river/almanac", almanac())
  await program.call("POST", "/api/v2/add/repo/git", {
    key: program.key,
    json: { docsRepoUrl: `${host.url}/river/almanac.git` },
  })
  await finishedJobs()
}, TIMEOUT_MS)
afterAll(async () => {
  await program.close()
  await host.close()
})

/** Twelve months of five animals: sentences that share their words. */
function almanac(): Record<string, string> {
  const animals = ["otter", "badger", "heron", "marten", "beaver"]
  const deeds = ["sleeps", "hunts", "builds", "hides", "feeds", "travels", "listens"]
  const places = ["river", "meadow", "forest", "harbour", "orchard", "quarry", "island"]
  const pages = Array.from({ length: 12 }, (_, month): [string, string] => {
    const sections = animals.map((animal, at) => {
      const of = (words: readonly string[], step: number) => words[(month * step + at + step) % words.length]
      return `## Entry ${month}.${at}\n\nThe ${animal} ${of(deeds, 1)} near the ${of(places, 3)} and ${of(deeds, 4)} at the ${of(places, 5)}, as the ${of(animals, 2)} ${of(deeds, 6)}.\n`
    })
    return [`docs/month-${month}.md`, `# Month ${month}\n\n${sections.join("\n")}`]
  })
  return Object.fromEntries(pages)
}

async function finishedJobs(): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS
  for (;;) {
    const { json } = await program.call("GET", `/api/v2/jobs?libraryId=${LIBRARY}&limit=100`, { key: program.key })
    const { jobs } = ListJobsResponse.parse(json)
    if (jobs.length > 0 && jobs.every(({ finishedAt }) => finishedAt !== null)) return
    if (performance.now() > deadlineMs) throw new Error("the jobs did not end")
  }
}

async function record(): Promise<LibraryRecord> {
  return LibraryRecord.parse((await program.call("GET", `/api/v2/libs${LIBRARY}`)).json)
}

describe("benchmarkScore", () => {
  it("is the share of questions made from the library that it answers, shown with them", async () => {
    const { json } = await program.call("GET", `/api/v2/libs${LIBRARY}/benchmark`)
    const { benchmarkScore, questions } = LibraryBenchmark.parse(json)

    const found = questions.filter((question) => question.found).length
    expect(questions.length).toBeGreaterThanOrEqual(8)
    expect(benchmarkScore).toBeCloseTo((100 * found) / questions.length, 1)
    expect(questions[0]?.source).toContain("docs/month-")
  })

  it("stands in the record and in search results", async () => {
    const { benchmarkScore } = await record()
    const { json } = await program.call("GET", "/api/v2/libs/search?libraryName=almanac")

    expect(benchmarkScore).toBeGreaterThan(0)
    expect(SearchLibrariesResponse.parse(json).results[0]).toMatchObject({ id: LIBRARY, benchmarkScore })
  })

  it("asks a missing library's benchmark in vain", async () => {
    const { status, json } = await program.call("GET", "/api/v2/libs/river/nothing/benchmark")

    expect([status, json]).toEqual([404, expect.objectContaining({ error: "library_not_found" })])
  })
})
