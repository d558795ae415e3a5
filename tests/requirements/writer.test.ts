import { CombinedSearchResponse, ContextResponse, LibraryBenchmark } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type ModelServer,
  type StandInAnswer,
  startModelServer,
} from "../../packages/server/src/models/model-server.testing.ts"
import { startGitHost, type GitHost } from "./git-host.ts"
import { startProgram, type Program } from "./program.ts"

const PAGES = {
  "docs/lazy.md": "# Lazy loading\n\nRelations are fetched when they are first read, which runs hidden queries.",
  "docs/eager.md": "# Eager loading\n\nFetch relations together with their parents in one go, without other queries.",
}
const ORM = "/otter/orm"

const ask = (of: Program, query: string, more: Record<string, string> = {}) =>
  of.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId: ORM, query, ...more }).toString()}`)

async function add(to: Program, host: GitHost, id: string): Promise<void> {
  const json = { docsRepoUrl: `${host.url}${id}.git` }
  await to.call("POST", "/api/v2/add/repo/git", { key: to.key, json })
  await to.settle(id)
}

describe("an instance with a writer", () => {
  let host: GitHost
  let plain: Program
  let writing: Program
  let writer: ModelServer
  const chatOf = (content: unknown): StandInAnswer => ({
    body: { choices: [{ message: { content: JSON.stringify(content) } }], usage: { total_tokens: 10 } },
  })
  beforeAll(async () => {
    host = await startGitHost()
    await host.commit("otter/orm", PAGES)
    writer = await startModelServer(({ body }) => {
      const [, { content }] = body["messages"] as [unknown, { content: string }]
      const { passages, id } = JSON.parse(content) as { passages: { index: number; headings: string }[]; id?: string }
      if (id !== undefined) return chatOf({ description: `What ${id} is for.` })
      const texts = passages.map(({ index, headings }) => {
        const question = `Where is ${headings} explained?`
        return { index, title: `Written: ${headings}`, description: "A sentence.", question }
      })
      return chatOf({ texts })
    })
    const settings = { LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" }
    plain = await startProgram(settings)
    writing = await startProgram({
      ...settings,
      LECTERN_WRITER_URL: writer.url,
      LECTERN_WRITER_MODEL: "a-writer",
    })
    for (const program of [plain, writing]) await add(program, host, ORM)
  }, 30_000)
  afterAll(async () => {
    await Promise.all([plain.close(), writing.close()])
    await Promise.all([writer.close(), host.close()])
  })

  const titlesOf = (json: unknown) => {
    const { infoSnippets } = json as ContextResponse
    return infoSnippets.map(({ breadcrumb, written }) => [breadcrumb, written?.title])
  }
  const query = "how are relations fetched"

  it("shows in JSON what was written about a passage, beside its own headings", async () => {
    await expect
      .poll(async () => titlesOf((await ask(writing, query, { type: "json" })).json), { timeout: 10_000 })
      .toEqual(
        expect.arrayContaining([
          ["Lazy loading", "Written: Lazy loading"],
          ["Eager loading", "Written: Eager loading"],
        ]),
      )
    const combined = await writing.call(
      "GET",
      `/api/v3/search?${new URLSearchParams({ query, type: "json" }).toString()}`,
    )
    expect(titlesOf(CombinedSearchResponse.parse(combined.json))).toContainEqual([
      "Lazy loading",
      "Written: Lazy loading",
    ])
  })

  it("scores a library by the questions that were written about it, and does not ask for them again", async () => {
    // Each stands on a fifth of the pages: neither the key to one of them nor everywhere.
    const words = Array.from({ length: 36 }, (_, at) => `${"bdfgklmnprst"[at % 12]}${"aeo"[Math.floor(at / 12)]}rnik`)
    const wordAt = (at: number) => words[at % words.length] ?? ""
    const pageAbout = (at: number) =>
      `# topic${at}\n\nThe ${wordAt(at)} and the ${wordAt(3 * at + 1)} rest, the ${wordAt(7 * at + 2)} meets the ${wordAt(at + 4)}, and the ${wordAt(3 * at + 6)} sees the ${wordAt(7 * at + 8)}.`
    await host.commit(
      "otter/topics",
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`docs/${at}.md`, pageAbout(at)])),
    )
    await add(writing, host, "/otter/topics")
    const benchmark = async () =>
      LibraryBenchmark.parse((await writing.call("GET", "/api/v2/libs/otter/topics/benchmark")).json)

    await expect
      .poll(async () => [...new Set((await benchmark()).questions.map(({ kind }) => kind))], { timeout: 20_000 })
      .toEqual(["model"])
    const scored = await benchmark()
    const asked = writer.requests.length
    await writing.call("POST", "/api/v1/refresh", {
      key: writing.key,
      json: { libraryName: "/otter/topics", force: true },
    })
    await writing.settle("/otter/topics")

    expect(scored.questions[0]?.question).toMatch(/^Where is topic\d+ explained\?$/)
    expect(scored.benchmarkScore).toBe(100)
    expect(await benchmark()).toEqual(scored)
    expect(writer.requests).toHaveLength(asked)
  })

  it("changes no byte of a text answer", async () => {
    const [written, without] = [await ask(writing, query), await ask(plain, query)]

    expect(written.text).not.toContain("Written")
    expect(written.text).toBe(without.text.replaceAll(plain.url, writing.url))
  })
})
