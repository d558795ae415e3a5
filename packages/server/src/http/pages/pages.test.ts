import { pathsOf, ROUTES, type SearchResultItem } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { escapeHtml, html } from "./html.ts"
import type { ApiDescription } from "../serving/openapi.ts"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../program.testing.ts"
import { renderFirstPage } from "./start-page.ts"

const evil = `"><script>alert('x')</script>&`
const library: SearchResultItem = {
  id: `/a/${evil}`,
  title: evil,
  description: evil,
  branch: "main",
  lastUpdateDate: "2026-01-02T03:04:05.000Z",
  state: "finalized",
  totalTokens: 1,
  totalSnippets: 12_345,
  stars: -1,
  trustScore: -1,
  benchmarkScore: -1,
  versions: [],
}

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  await program.call({
    method: "POST",
    url: "/api/v2/import-libraries",
    headers: { ...asAdmin, "content-type": "application/json" },
    payload: { libraries: [aBundle("/otter/docs")] },
  })
  await program.settle()
})
afterAll(() => program.remove())

describe("html", () => {
  it("escapes every value that is not HTML itself", () => {
    expect(html`<a title="${evil}">${[html`<b>${evil}</b>`]}${7}</a>`.markup).toBe(
      `<a title="${escapeHtml(evil)}"><b>${escapeHtml(evil)}</b>7</a>`,
    )
  })
})

describe("the first page", () => {
  it("shows libraries as text, whatever they are called", () => {
    const example = { libraryId: library.id, query: evil }
    const facts = { origin: "http://a.example", version: "1", isClosed: false, totalCount: 1, example }

    const page = renderFirstPage({ ...facts, libraries: [library] })

    expect(page).not.toContain("<script>alert")
    expect(page).toContain("12,345 snippets")
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  it("loads nothing from elsewhere and holds no script or style of its own", async () => {
    const { text, headers } = await program.call({ url: "/" })

    expect(headers["content-security-policy"]).toMatch(/default-src 'none';script-src 'self';style-src 'self'/)
    expect(text.match(/<(script|link|img)[^>]*(src|href)="[^"]*"/g)).toEqual([
      '<link rel="icon" href="data:,"',
      '<link rel="stylesheet" href="/assets/lectern.css"',
      '<script src="/assets/lectern.js"',
    ])
    expect(text).not.toMatch(/ on\w+=|<style|style=/)
    for (const asset of ["/assets/lectern.css", "/assets/lectern.js"]) {
      expect((await program.call({ url: asset })).status).toBe(200)
    }
  })

  it("says how to connect under the address that was asked", async () => {
    const { text } = await program.call({ url: "/", headers: { host: "docs.example:8080" } })
    const forged = await program.call({ url: "/", headers: { host: 'a"><script>' } })

    expect(text).toContain("claude mcp add --transport http lectern http://docs.example:8080/mcp")
    expect(text).toContain("/otter/docs")
    expect(forged.text).toContain("http://127.0.0.1:3000/mcp")
  })

  it("does not betray that there are private libraries", async () => {
    const before = await program.call({ url: "/" })
    await program.call({
      method: "POST",
      url: "/api/v2/add/repo/git",
      headers: asAdmin,
      payload: { docsRepoUrl: "https://127.0.0.1:1/den/secrets", private: true },
    })

    expect((await program.call({ url: "/" })).text).toBe(before.text)
  })

  it("shows no library when the instance is closed", async () => {
    const closed = await startTestProgram({ dataDir: program.dataDir, environment: { LECTERN_API_KEY: "the key" } })

    const { status, text } = await closed.call({ url: "/" })

    expect([status, text.includes("/otter/docs")]).toEqual([200, false])
    await closed.close()
  })
})

describe("the description of the API", () => {
  it("lists what is served under every name, and nothing else", async () => {
    const { json } = await program.call({ url: "/api/openapi.json" })
    const { paths } = json as ApiDescription
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )

    const expected = ROUTES.flatMap((route) => pathsOf(route).map((path) => `${route.method.toLowerCase()} ${path}`))
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  it("refers only to schemas that it holds", async () => {
    const { text, json } = await program.call({ url: "/api/openapi.json" })
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "")

    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !(name in (json as ApiDescription).components.schemas))).toEqual([])
    expect(text).not.toContain("$defs")
  })

  it("is readable as a page", async () => {
    const { text } = await program.call({ url: "/api/docs" })

    expect(text).toContain("GET /api/v2/context")
    expect(text).not.toContain("<script")
  })
})
