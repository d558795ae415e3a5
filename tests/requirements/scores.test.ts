import { LibraryBenchmark, LibraryRecord, ListJobsResponse, SearchLibrariesResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const LIBRARY = "/river/almanac"
const TIMEOUT_MS = 60_000

/** What a repository says of itself. */
const ABOUT = {
  LICENSE: "  GNU AFFERO GENERAL PUBLIC LICENSE\n     Version 3, 19 November 2007\n",
  "package.json": JSON.stringify({ name: "almanac", description: "The year of the river, animal by animal" }),
}

let host: GitHost
let program: Program
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  await host.commit("river/almanac", { ...almanac(), ...ABOUT })
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

const change = (json: object, path = "", key: string | undefined = program.key) =>
  program.call("PATCH", `/api/v2${path === "" ? `/libs${LIBRARY}` : path}`, {
    json,
    ...(key === undefined ? {} : { key }),
  })

async function contextStatus(): Promise<number> {
  return (await program.call("GET", `/api/v2/context?libraryId=${LIBRARY}&query=otter`, { key: program.key })).status
}

async function record(): Promise<LibraryRecord> {
  return LibraryRecord.parse((await program.call("GET", `/api/v2/libs${LIBRARY}`)).json)
}

describe("benchmarkScore", () => {
  it("is unknown without questions that can be stood behind", async () => {
    const { json } = await program.call("GET", `/api/v2/libs${LIBRARY}/benchmark`)

    expect(LibraryBenchmark.parse(json)).toMatchObject({ benchmarkScore: -1, questions: [] })
    expect((await record()).benchmarkScore).toBe(-1)
  })

  it("is what people's own questions have measured, in the record and in search results", async () => {
    await change({ benchmarkScore: 87.5 })
    const { json } = await program.call("GET", "/api/v2/libs/search?libraryName=almanac")
    const shown = (await record()).benchmarkScore
    await change({ benchmarkScore: null })

    expect(shown).toBe(87.5)
    expect(SearchLibrariesResponse.parse(json).results[0]).toMatchObject({ id: LIBRARY, benchmarkScore: 87.5 })
    expect((await record()).benchmarkScore).toBe(-1)
  })

  it("asks a missing library's benchmark in vain", async () => {
    const { status, json } = await program.call("GET", "/api/v2/libs/river/nothing/benchmark")

    expect([status, json]).toEqual([404, expect.objectContaining({ error: "library_not_found" })])
  })
})

describe("what is known of a library", () => {
  it("comes from its repository where no host tells: licence, description, age of the commit", async () => {
    const { facts, description, trustScore, stars } = await record()

    expect(facts.license).toBe("AGPL-3.0-only")
    expect(description).toBe("The year of the river, animal by animal")
    expect(Date.parse(facts.changedAt ?? "")).toBeGreaterThan(Date.now() - 3_600_000)
    expect(trustScore).toBe(4.8)
    expect(stars).toBe(-1)
  })

  it("decides by licence, and an admin's word about the licence wins", async () => {
    const quality = { repoFilters: { allowedLicenses: { add: ["MIT"] } } }
    await change({ libraryFilters: { mode: "quality", quality } }, "/policies")
    const hidden = await contextStatus()
    await change({ license: "mit" })
    const shown = await contextStatus()
    await change({ license: null })
    const hiddenAgain = await contextStatus()
    const noFilter = { mode: null, quality: { repoFilters: { allowedLicenses: { clear: true } } } }
    await change({ libraryFilters: noFilter }, "/policies")

    expect([hidden, shown, hiddenAgain, await contextStatus()]).toEqual([403, 200, 403, 200])
  })

  it("refuses a licence that SPDX does not know", async () => {
    const { status, json } = await change({ license: "MINE-1.0" })

    expect([status, json]).toEqual([400, expect.objectContaining({ error: "validation_error" })])
  })

  it("decides by trust", async () => {
    await change({ libraryFilters: { mode: "quality", quality: { minTrustScore: 7 } } }, "/policies")
    const unknown = await contextStatus()
    await change({ siteFacts: { backlinks: 1, referringDomains: null, organicTraffic: null } })
    const hidden = await contextStatus()
    await change({ libraryFilters: { quality: { minTrustScore: 3 } } }, "/policies")
    const shown = await contextStatus()
    await change({ libraryFilters: { mode: null, quality: { minTrustScore: null } } }, "/policies")
    await change({ siteFacts: null })

    // A score that rests on facts nobody knows excludes nothing.
    expect([unknown, hidden, shown]).toEqual([200, 403, 200])
  })
})

describe("verified", () => {
  it("is set by an admin, stands in the audit log, and is what requireVerified asks for", async () => {
    await change({ libraryFilters: { mode: "quality", quality: { requireVerified: true } } }, "/policies")
    const before = await contextStatus()
    const { json } = await change({ verified: true })
    const after = await contextStatus()
    await change({ libraryFilters: { mode: null } }, "/policies")
    const audit = await program.call("GET", "/api/v2/admin/audit?limit=20", { key: program.key })

    expect([before, after]).toEqual([403, 200])
    expect(LibraryRecord.parse(json).verified).toBe(true)
    expect(JSON.stringify(audit.json)).toContain(`${LIBRARY} (verified)`)
  })

  it("is for admins only, and null gives it back to the rule", async () => {
    const anonymous = await program.call("PATCH", `/api/v2/libs${LIBRARY}`, { json: { verified: true } })
    const { json } = await change({ verified: null })

    expect(anonymous.status).toBe(401)
    expect(LibraryRecord.parse(json).verified).toBe(false)
  })
})

describe("site facts", () => {
  it("are given by an admin and count as fame", async () => {
    const before = (await record()).trustScore
    const siteFacts = { backlinks: 1_000_000, referringDomains: null, organicTraffic: null }
    const known = LibraryRecord.parse((await change({ siteFacts })).json)
    const unknown = LibraryRecord.parse((await change({ siteFacts: null })).json)

    expect(known.facts.site).toEqual(siteFacts)
    expect(known.trustScore).toBeGreaterThan(before + 3)
    expect(unknown).toMatchObject({ trustScore: before, facts: { site: null } })
  })
})
