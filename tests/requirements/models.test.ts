import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { CombinedSearchResponse, ContextResponse, ListJobsResponse, SearchLibrariesResponse } from "@lectern/contract"
import {
  answerHonestly,
  type ModelServer,
  type StandInAnswer,
  startModelServer,
} from "../../packages/server/src/models/model-server.testing.ts"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const STATUS_HEADER = "x-lectern-model-status"
const PAGES = {
  "docs/lazy.md": "# Lazy loading\n\nRelations are fetched when they are first read, which runs hidden queries.",
  "docs/eager.md":
    "# Eager loading\n\nFetch relations together with their parents in one go, so that no other query has to run on its own at a later time.",
  "docs/zebra.md": "# Zzz\n\nZzz zzzz zz zzzzz zzz zzzz.",
}

let host: GitHost
let models: ModelServer
let plain: Program
let program: Program

const OTHER_PAGES = {
  "docs/hidden.md": "# Hidden fields\n\nHidden fields of queries stay out.",
  "docs/queries.md":
    "# Queries\n\nQueries are hidden from the log when the option is off, which is what most people want in the long run of a service.",
}
const LIBRARIES = { "otter/orm": PAGES, "seal/queries": OTHER_PAGES }

/** Reads the pages into a program. */
async function addLibraries(to: Program): Promise<void> {
  for (const name of Object.keys(LIBRARIES)) {
    await to.call("POST", "/api/v2/add/repo/git", { key: to.key, json: { docsRepoUrl: `${host.url}/${name}.git` } })
    await to.settle(`/${name}`)
  }
}

beforeAll(async () => {
  host = await startGitHost()
  models = await startModelServer()
  for (const [name, pages] of Object.entries(LIBRARIES)) await host.commit(name, pages)
  const settings = { LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" }
  plain = await startProgram(settings)
  program = await startProgram({
    ...settings,
    LECTERN_EMBEDDER_URL: models.url,
    LECTERN_EMBEDDER_MODEL: "letters",
    LECTERN_EMBEDDER_TIMEOUT_MS: "300",
    LECTERN_RERANKER_URL: models.url,
    LECTERN_RERANKER_TIMEOUT_MS: "300",
  })
  await addLibraries(plain)
  await addLibraries(program)
})
afterAll(async () => {
  await Promise.all([plain.close(), program.close()])
  await Promise.all([models.close(), host.close()])
})
beforeEach(() => models.answerWith(answerHonestly))

const ask = (of: Program, query: string, more: Record<string, string> = {}) =>
  of.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId: "/otter/orm", query, ...more }).toString()}`)

/** Answers requests of one kind badly and all others honestly. */
const failing = (path: string, answer: StandInAnswer) =>
  models.answerWith((request) => (request.path === path ? answer : answerHonestly(request)))

describe("an instance with an embedder and a reranker", () => {
  it("answers with both and says so", async () => {
    const answer = await ask(program, "relations")

    expect(answer.status).toBe(200)
    expect(answer.headers[STATUS_HEADER]).toBe("embedder=used, reranker=used")
    // The stand-in rates the longer passage higher.
    expect(answer.text.indexOf("Eager loading")).toBeLessThan(answer.text.indexOf("Lazy loading"))
  })

  it("finds passages that hold no word of the question", async () => {
    const answer = await ask(program, "relations zzzzzzzzz", { fast: "true" })

    expect(answer.text).toContain("Zzz zzzz zz")
    expect((await ask(plain, "relations zzzzzzzzz")).text).not.toContain("Zzz zzzz zz")
  })

  it("leaves the reranker out where the caller wants it fast", async () => {
    const answer = await ask(program, "relations", { fast: "true" })

    expect(answer.headers[STATUS_HEADER]).toBe("embedder=used, reranker=skipped")
  })

  it("says nothing of models where none is configured", async () => {
    expect((await ask(plain, "relations")).headers[STATUS_HEADER]).toBeUndefined()
  })

  it("embeds nothing again when a library is read again", async () => {
    const before = models.requests.length

    const url = "/api/v1/refresh"
    await host.commit("otter/orm", { ...PAGES, "README.md": "# ORM\n\nA mapper of objects." })
    await program.call("POST", url, { key: program.key, json: { libraryName: "/otter/orm" } })
    await program.settle("/otter/orm")

    const embedded = models.requests.slice(before).flatMap(({ body }) => body["input"] as string[])
    expect(embedded).toHaveLength(1)
    expect(embedded[0]).toContain("A mapper of objects")
    await plain.call("POST", url, { key: plain.key, json: { libraryName: "/otter/orm" } })
    await plain.settle("/otter/orm")
  })
})

describe("a source of hundreds of files that has not changed", () => {
  it("asks the embedder for nothing when it is added again, refreshed, or processed again although nothing changed", async () => {
    const pages = Array.from({ length: 250 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nText of page ${at}.\n`])
    await host.commit("seal/hundreds", Object.fromEntries(pages) as Record<string, string>)
    const body = { docsRepoUrl: `${host.url}/seal/hundreds.git` }
    const add = (more: object) =>
      program.call("POST", "/api/v2/add/repo/git", { key: program.key, json: { ...body, ...more } })
    await add({})
    await program.settle("/seal/hundreds")
    const embedded = models.requests.filter(({ path }) => path === "/v1/embeddings").length

    expect((await add({})).status).toBe(200)
    await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: "/seal/hundreds" } })
    await program.settle("/seal/hundreds")
    await add({ force: true })
    await program.settle("/seal/hundreds")

    expect(embedded).toBeGreaterThan(0)
    expect(models.requests.filter(({ path }) => path === "/v1/embeddings")).toHaveLength(embedded)
    const path = "/api/v2/jobs?libraryId=%2Fseal%2Fhundreds&limit=10"
    const { jobs } = ListJobsResponse.parse((await program.call("GET", path, { key: program.key })).json)
    expect(jobs.map(({ state }) => state)).toEqual(["succeeded", "succeeded", "succeeded"])
  }, 60_000)
})

describe("a model that does not help", () => {
  const bad: readonly (readonly [string, string, StandInAnswer, string])[] = [
    ["refuses", "/v1/embeddings", { status: 403, body: {} }, "embedder=failed, reranker=skipped"],
    ["is slow", "/v1/embeddings", "silent", "embedder=failed, reranker=skipped"],
    ["has another dimension", "/v1/embeddings", vectorOf([1, 2, 3]), "embedder=failed, reranker=skipped"],
    ["asks to come back later", "/v1/rerank", busy(), "embedder=used, reranker=failed"],
    ["answers garbage", "/v1/rerank", { text: "so what" }, "embedder=used, reranker=failed"],
    ["leaves passages out", "/v1/rerank", { body: { results: [] } }, "embedder=used, reranker=failed"],
  ]

  it.each(bad)("changes no byte of the answer without models when it %s", async (_, path, answer, status) => {
    await ask(program, "relations")
    failing(path, answer)

    const [withModels, without] = [await ask(program, "hidden queries"), await ask(plain, "hidden queries")]

    expect(withModels.status).toBe(200)
    expect(withModels.headers[STATUS_HEADER]).toBe(status)
    expect(withModels.text).toBe(without.text.replaceAll(plain.url, program.url))
  })
})

describe("the combined search with an embedder and a reranker", () => {
  const search = (of: Program, query: string, more: Record<string, string> = {}) =>
    of.call("GET", `/api/v3/search?${new URLSearchParams({ query, ...more }).toString()}`)
  const bothNamed = "hidden queries in otter orm and seal queries"

  it("puts the passages of all libraries into one order by what the models say", async () => {
    const answer = await search(program, bothNamed, { type: "json" })

    const { infoSnippets } = CombinedSearchResponse.parse(answer.json)
    const lengths = infoSnippets.map(({ content, breadcrumb }) => `${breadcrumb}\n${content}`.length)
    expect(answer.headers[STATUS_HEADER]).toBe("embedder=used, reranker=used")
    expect(new Set(infoSnippets.map(({ libraryId }) => libraryId)).size).toBe(2)
    // The stand-in rates the longer passage higher, whosever it is.
    expect(lengths[0]).toBe(Math.max(...lengths))
    const judged = models.requests.filter(({ path }) => path === "/v1/rerank").at(-1)?.body["documents"]
    expect(judged).toEqual(
      expect.arrayContaining([expect.stringContaining("first read"), expect.stringContaining("the long run")]),
    )
  })

  it.each([
    ["embedder", "/v1/embeddings", { status: 403, body: {} }, "embedder=failed, reranker=skipped"],
    ["embedder of another dimension", "/v1/embeddings", vectorOf([1, 2]), "embedder=failed, reranker=skipped"],
    ["reranker", "/v1/rerank", busy(), "embedder=used, reranker=failed"],
  ] as const)("is the one without models, byte for byte, when the %s fails", async (_, path, answer, status) => {
    // An answer of models ends the rest that failures of earlier tests have earned.
    await search(program, bothNamed)
    failing(path, answer)

    const [withModels, without] = [await search(program, bothNamed), await search(plain, bothNamed)]

    expect([withModels.status, withModels.headers[STATUS_HEADER]]).toEqual([200, status])
    expect(withModels.text).toBe(without.text.replaceAll(plain.url, program.url))
    expect(without.headers[STATUS_HEADER]).toBeUndefined()
  })
})

describe("finding libraries with a reranker", () => {
  const find = async (of: Program, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ libraryName: "orm", query: "queries", ...more }).toString()
    const { headers, json } = await of.call("GET", `/api/v2/libs/search?${query}`)
    return {
      status: headers[STATUS_HEADER],
      ids: SearchLibrariesResponse.parse(json).results.map(({ id }) => id),
    }
  }
  /** Rates one library, and nothing else, as fitting. */
  const preferring = (id: string) =>
    models.answerWith((request) => {
      // The imported libraries get their vectors meanwhile.
      if (request.path !== "/v1/rerank") return answerHonestly(request)
      const texts = request.body["documents"] as string[]
      return { body: { results: texts.map((text, index) => ({ index, relevance_score: text.includes(id) ? 1 : 0 })) } }
    })
  const imported = (names: readonly string[]) => ({
    libraries: names.map((name) => ({
      project: name,
      title: "orm",
      description: `Maps, ${name}`,
      infoSnippets: [page],
    })),
  })
  const page = { id: "https://orm.example/a", content: "Maps objects.", breadcrumb: "ORM", tokens: 5 }
  const namesakes = ["/alder/orm", "/birch/orm", "/cedar/orm"]
  beforeAll(async () => {
    await program.call("POST", "/api/v2/import-libraries", { key: program.key, json: imported(namesakes) })
    for (const id of namesakes) await program.settle(id)
  })

  it.each(namesakes)("lets it decide between namesakes: %s", async (id) => {
    preferring(id)

    const found = await find(program)

    expect(found.ids[0]).toBe(id)
    expect(found.ids).toEqual(expect.arrayContaining(namesakes))
    expect(found.status).toBe("reranker=used")
  })

  it("never puts another before a whole identifier", async () => {
    preferring("/birch/orm")

    expect((await find(program, { libraryName: "/cedar/orm" })).ids[0]).toBe("/cedar/orm")
  })

  it("leaves it out where the caller wants it fast, and goes on without it when it fails", async () => {
    preferring("/cedar/orm")
    const fast = await find(program, { fast: "true" })
    preferring("none of them")
    const indifferent = await find(program)
    failing("/v1/rerank", { text: "no" })
    const failed = await find(program)

    expect([fast.status, failed.status]).toEqual(["reranker=skipped", "reranker=failed"])
    expect(fast.ids[0]).not.toBe("/cedar/orm")
    expect(failed.ids).toEqual(indifferent.ids)
    expect((await find(plain)).status).toBeUndefined()
  })
})

describe("explain=1", () => {
  const explain = (path: string, query: Record<string, string>, key: string | undefined = program.key) =>
    program.call("GET", `/api/${path}?${new URLSearchParams({ explain: "1", type: "json", ...query }).toString()}`, {
      key,
    })

  it("tells an admin every signal and weight of every snippet of a context", async () => {
    const { json } = await explain("v2/context", { libraryId: "/otter/orm", query: "hidden queries" })

    const body = ContextResponse.parse(json)
    const { weights = {}, snippets = [], models: used } = body.explain ?? { libraries: [] }
    expect(snippets).toHaveLength(body.codeSnippets.length + body.infoSnippets.length)
    for (const { score, signals } of snippets) {
      expect(Object.entries(signals).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0)).toBeCloseTo(
        score,
      )
    }
    expect(used).toBe("embedder=used, reranker=used")
  })

  it("tells why libraries were chosen for a combined search", async () => {
    const { json } = await explain("v3/search", { query: "orm hidden queries" })

    const [library] = CombinedSearchResponse.parse(json).explain?.libraries ?? []
    expect(library).toMatchObject({ libraryId: "/otter/orm", isChosen: true, version: "current: no version applies" })
    expect(library?.scores["coverage"]).toBeGreaterThan(0)
  })

  it("tells the scores of libraries found by name", async () => {
    const { json } = await explain("v2/libs/search", { libraryName: "/otter/orm" })

    expect(SearchLibrariesResponse.parse(json).explain?.libraries[0]).toMatchObject({ libraryId: "/otter/orm" })
  })

  it("is for admins, and for answers in JSON", async () => {
    const query = { libraryId: "/otter/orm", query: "hidden queries" }
    const anonymous = await program.call(
      "GET",
      `/api/v2/context?${new URLSearchParams({ ...query, explain: "1" }).toString()}`,
    )

    expect(anonymous.status).toBe(401)
    expect((await explain("v2/context", { ...query, type: "txt" })).status).toBe(400)
  })
})

function vectorOf(embedding: readonly number[]): StandInAnswer {
  return { body: { data: [{ index: 0, embedding }] } }
}

function busy(): StandInAnswer {
  return { status: 429, headers: { "retry-after": "60" }, body: {} }
}
