import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { pathsOf, ROUTES, type SearchResultItem } from "@lectern/contract"
import { fastify, type FastifyInstance } from "fastify"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { escapeHtml, html } from "./html.ts"
import type { ApiDescription } from "../serving/openapi.ts"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../program.testing.ts"
import { registerPageRoutes } from "./page-routes.ts"
import { renderPlainStartPage } from "./plain-pages.ts"

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
  program = await startTestProgram({ workerMode: "inline", environment: { LECTERN_ALLOWED_HOSTS: "*" } })
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

describe("the start page without JavaScript", () => {
  const facts = {
    root: "",
    origin: "http://a.example",
    version: "1",
    isClosed: false,
    totalCount: 1,
    libraries: [library],
  }

  it("shows libraries as text, whatever they are called", () => {
    const page = renderPlainStartPage({ ...facts, example: { libraryId: library.id, query: evil } }).markup

    expect(page).not.toContain("<script")
    expect(page).toContain("12,345 snippets")
  })

  it("asks, lists and searches with forms, below any path prefix", () => {
    const page = renderPlainStartPage({ ...facts, example: { libraryId: "/otter/docs", query: "q" } }).markup

    expect([...page.matchAll(/(?:action|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      "./",
      "libraries",
      "connect",
      "docs/",
      "api/docs",
      "api/v2/context",
      "api/v2/libs/search",
      expect.stringMatching(/^libraries\/a\/%22%3E%3Cscript%3E/),
      "api/docs",
      "api/openapi.json",
    ])
    expect(page).not.toMatch(/ on\w+=|<style|style=/)
  })
})

describe("the dashboard", () => {
  let app: FastifyInstance
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-dashboard-"))
    await mkdir(join(folder, "assets"))
    const index = `<noscript><!--plain-head--></noscript><script type="module" src="./assets/main-1.js"></script><noscript><!--plain-page--></noscript>`
    await writeFile(join(folder, "index.html"), index)
    await writeFile(join(folder, "secret.txt"), "secret")
    await writeFile(join(folder, "assets/main-1.js"), "plain")
    await writeFile(join(folder, "assets/main-1.js.gz"), "gzipped")
    app = fastify()
    await registerPageRoutes(app, program.context, { dashboard: pathToFileURL(`${folder}/`) })
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  it("is served at the addresses of its pages, with relative addresses and a page without JavaScript", async () => {
    const start = await app.inject("/")
    const library = await app.inject("/libraries/otter/docs?q=x/y")

    expect(start.body).toContain('src="assets/main-1.js"')
    expect(start.body).toContain("/otter/docs")
    expect(library.body).toContain('src="../../assets/main-1.js"')
    expect(library.body).toContain('<a class="brand" href="../../">')
    expect(library.headers["cache-control"]).toBe("no-store")
  })

  it("offers a form without JavaScript on pages of libraries, of answers and of connecting", async () => {
    const answer = await app.inject(
      `/libraries/otter/docs?q=feed+%3Cb%3E&version=%223.0%22&terms=one,%20two&tokens=2000&length=full&view=json`,
    )
    const fields = [...answer.body.matchAll(/name="(\w+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [name, value])
    const [libraries, connect, other] = await Promise.all(
      ["/libraries", "/connect", "/admin/users"].map((url) => app.inject(url)),
    )

    expect(answer.body).toContain('action="../../api/v2/context"')
    expect(fields).toEqual([
      ["libraryId", "/otter/docs/3.0"],
      ["query", "feed &lt;b&gt;"],
      ["terms", "one"],
      ["terms", "two"],
      ["tokens", "2000"],
      ["length", "full"],
    ])
    expect(libraries?.body).toContain('href="./libraries/otter/docs"')
    expect(connect?.body).toContain("claude mcp add --transport http lectern http://")
    expect(other?.body).toContain("This page requires JavaScript")
  })

  it("shows the same page without JavaScript for a library that does not exist", async () => {
    const page = await app.inject("/libraries/nobody/nothing")

    expect([page.statusCode, page.body.includes('value="/nobody/nothing"')]).toEqual([200, true])
  })

  it("serves its files compressed where that is accepted, and forever", async () => {
    const plain = await app.inject("/assets/main-1.js")
    const gzipped = await app.inject({ url: "/assets/main-1.js", headers: { "accept-encoding": "br;q=0, gzip" } })

    expect([plain.body, plain.headers["content-encoding"]]).toEqual(["plain", undefined])
    expect([gzipped.body, gzipped.headers["content-encoding"]]).toEqual(["gzipped", "gzip"])
    expect(gzipped.headers["cache-control"]).toContain("immutable")
    expect(gzipped.headers["content-type"]).toBe("text/javascript; charset=utf-8")
  })

  it.each(["/assets/../secret.txt", "/assets/%2e%2e%2fsecret.txt", "/secret.txt", "/assets/none.js"])(
    "serves nothing else: %s",
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404)
    },
  )
})

describe("a path that does not exist", () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

  it("is a page for a browser, below any path prefix", async () => {
    const page = await program.call({ url: "/no/such/page", headers: browser })

    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"])
    expect(page.text).toContain("Page not found")
    expect(page.text).toContain('href="../../"')
  })

  it.each([
    ["/otter/docs", "../libraries/otter/docs"],
    ["/otter/docs/", "../../libraries/otter/docs"],
    ["/nobody/next.js?q=a", "../libraries/nobody/next.js"],
  ])("leads a browser from the ID of a library to its page: %s", async (url, location) => {
    const { status, headers } = await program.call({ url, headers: browser })

    expect([status, headers.location]).toEqual([302, location])
  })

  it.each([
    ["GET", "/otter/docs", "*/*"],
    ["GET", "/api/otter", browser.accept],
    ["GET", "/assets/none.js", browser.accept],
    ["HEAD", "/otter/docs", browser.accept],
  ] as const)("is an error of the API for everything else: %s %s %s", async (method, url, accept) => {
    const { status, headers } = await program.call({ method, url, headers: { accept } })

    expect([status, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"])
  })

  it("is no page of the documentation, which is a page too", async () => {
    expect((await program.call({ url: "/docs/nothing", headers: browser })).status).toBe(404)
  })
})

describe("the start page", () => {
  it("forbids inline code and everything from elsewhere", async () => {
    const { text, headers } = await program.call({ url: "/" })

    expect(headers["content-security-policy"]).toMatch(/default-src 'none';script-src 'self';style-src 'self'/)
    expect(text).not.toMatch(/ on\w+=|<style|style=|<script(?![^>]*src=)/)
    expect((await program.call({ url: "/assets/lectern.css" })).status).toBe(200)
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
