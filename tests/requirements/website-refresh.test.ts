import { createHash } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AddLibraryResponse, Job, LibraryRecord } from "@lectern/contract"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { makeAddressGuard } from "../../packages/server/src/net/address-guard.ts"
import type { SourceItem } from "../../packages/server/src/sources/base/source-file.ts"
import { WebsiteOptions } from "../../packages/server/src/sources/website/options.ts"
import { openWebsiteSource } from "../../packages/server/src/sources/website/website-source.ts"
import { startProgram, type Program } from "./program.ts"
import { startSite, type SiteHost, type SitePage } from "./site-host.ts"

let program: Program
let workDirectory: string
const sites: SiteHost[] = []
beforeAll(async () => {
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-site-"))
})
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})
afterAll(async () => {
  await program.close()
  await rm(workDirectory, { recursive: true, force: true })
})

async function site(pages: Readonly<Record<string, SitePage>>): Promise<SiteHost> {
  const host = await startSite(pages)
  sites.push(host)
  return host
}

const html = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title} | Otter Docs</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
const link = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">see ${path}</a>`).join(" ")

/** Counts answers by status and answers 304 to whom has the page already. */
function validated(bodies: Map<number, number>, text: string, type = "text/html", name = "etag"): SitePage {
  const etag = `"${createHash("sha1").update(text).digest("hex")}"`
  const isKnown = ({ headers }: IncomingMessage) =>
    name === "etag" ? headers["if-none-match"] === etag : headers["if-modified-since"] === MODIFIED
  return (request: IncomingMessage, response: ServerResponse) => {
    const status = isKnown(request) ? 304 : 200
    bodies.set(status, (bodies.get(status) ?? 0) + 1)
    const validator = name === "etag" ? { etag } : { "last-modified": MODIFIED }
    response.writeHead(status, { "content-type": type, ...validator }).end(status === 304 ? undefined : text)
  }
}
const MODIFIED = "Sat, 21 Nov 2026 10:00:00 GMT"

const record = async (id: string) => LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`)).json)
const ask = async (libraryId: string, query: string) =>
  (await program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query }).toString()}`)).text

async function add(path: string, json: object): Promise<string> {
  const answer = await program.call("POST", `/api/v2/add/${path}`, { key: program.key, json })
  const id = AddLibraryResponse.parse(answer.json).libraryName
  expect((await program.settle(id)).state).toBe("succeeded")
  return id
}

async function refresh(id: string): Promise<Job> {
  await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: id } })
  return program.settle(id)
}

describe("the refresh of a web site", () => {
  it("asks only whether pages have changed, and does no work when none has", async () => {
    const sent = new Map<number, number>()
    const host = await site({
      "/": validated(sent, html("Start", `Everything about the otters. ${link("/food", "/holt")}`)),
      "/food": validated(sent, html("Food", "An otter eats fish every day.")),
      "/holt": validated(sent, html("Holt", "An otter sleeps in its holt."), "text/html", "last-modified"),
    })
    const id = await add("website", { websiteUrl: `${host.url}/` })
    const first = await record(id)

    sent.clear()
    const job = await refresh(id)
    const once = new Map(sent)
    await refresh(id)

    expect(job.state).toBe("succeeded")
    expect(once.get(200)).toBeUndefined()
    // The start page is asked for twice: where it leads, and what it says.
    expect(once.get(304)).toBe(4)
    expect(sent.get(200)).toBeUndefined()
    expect((await record(id)).lastUpdateDate).toBe(first.lastUpdateDate)
  })

  it("serves what is new, drops what is gone, and says what it could not read", async () => {
    const sent = new Map<number, number>()
    const page = (title: string, text: string) => validated(sent, html(title, text))
    const start = page("Start", `All about otters. ${link("/food", "/holt", "/old", "/shaky", "/new")}`)
    const host = await site({
      "/": start,
      "/food": page("Food", "An otter eats fish every day."),
      "/holt": page("Holt", "An otter sleeps in its holt."),
      "/old": page("Old", "The otter of yesterday is on this page."),
      "/shaky": page("Shaky", "The otter is a shaky swimmer on this page."),
    })
    const id = await add("website", { websiteUrl: `${host.url}/` })

    sent.clear()
    host.set({
      "/food": page("Food", "An otter eats crabs every day."),
      "/old": undefined,
      "/new": page("New", "A new otter came down the river."),
      "/shaky": (_, response) => void response.writeHead(418).end(),
    })
    await refresh(id)

    const { files } = await record(id)
    expect(files?.changes).toEqual({ added: 1, changed: 1, removed: 2, unchanged: 2 })
    expect(files?.failed).toEqual([{ path: "shaky", reason: "the site responded with status 418" }])
    expect(files?.notes).toContainEqual(expect.stringContaining("3 pages were not downloaded again"))
    expect(files?.notes).toContainEqual(expect.stringMatching(/indexed before.*shaky/))
    const answer = await ask(id, "what does an otter eat every day, and who came down the river")
    expect(answer).toContain("An otter eats crabs every day.")
    expect(answer).toContain("A new otter came down the river.")
    expect(await ask(id, "the otter of yesterday, a shaky swimmer")).not.toMatch(/of yesterday|shaky swimmer/)
    expect(sent.get(200)).toBe(2)
  })

  it("sends everything again when it is forced", async () => {
    const sent = new Map<number, number>()
    const host = await site({ "/": validated(sent, html("Start", "Everything about the otters of this river.")) })
    await add("website", { websiteUrl: `${host.url}/` })

    sent.clear()
    await add("website", { websiteUrl: `${host.url}/`, force: true })

    expect(sent.get(304)).toBeUndefined()
  })

  it("keeps the limits of a crawl that is forced without any", async () => {
    const heading = html("Start", 'Everything about the otters. <a href="/old/a">old</a>')
    const host = await site({ "/": heading, "/old/a": html("Old", "The otters of long ago swam here.") })
    const id = await add("website", { websiteUrl: `${host.url}/`, excludePatterns: ["old/**"] })

    await add("website", { websiteUrl: `${host.url}/`, force: true })
    expect(await ask(id, "the otters of long ago")).not.toContain("swam here")

    await add("website", { websiteUrl: `${host.url}/`, force: true, excludePatterns: [] })
    expect(await ask(id, "the otters of long ago")).toContain("swam here")
  })

  it.each([{ maxDepth: 10 }, { maxPages: 1000 }])(
    "sets the limits %j of a forced crawl, which are the defaults",
    async (limits) => {
      const heading = html("Start", 'Everything about the otters. <a href="/old/a">old</a>')
      const host = await site({ "/": heading, "/old/a": html("Old", "The otters of long ago swam here.") })
      const id = await add("website", { websiteUrl: `${host.url}/`, maxDepth: 0, maxPages: 1 })
      expect(await ask(id, "the otters of long ago")).not.toContain("swam here")

      await add("website", { websiteUrl: `${host.url}/`, force: true, ...limits })

      expect(await ask(id, "the otters of long ago")).toContain("swam here")
    },
  )

  it("holds for llms.txt files and OpenAPI descriptions with the files they refer to", async () => {
    const sent = new Map<number, number>()
    const openApi = {
      openapi: "3.0.3",
      info: { title: "Otter API", version: "1" },
      paths: { "/otters": { get: { summary: "Lists otters", responses: { 200: { $ref: "parts.json#/ok" } } } } },
    }
    const host = await site({
      "/llms.txt": validated(sent, "# Otters\n\n> Keep them.\n\n## Pages\n\n- [Food](/food.md)\n", "text/plain"),
      "/food.md": validated(sent, "# Food\n\nThe otter eats mussels.\n", "text/markdown"),
      "/openapi.json": validated(sent, JSON.stringify(openApi), "application/json", "last-modified"),
      "/parts.json": validated(sent, JSON.stringify({ ok: { description: "all otters" } }), "application/json"),
    })
    const ids = [
      await add("llmstxt", { llmstxtUrl: `${host.url}/llms.txt` }),
      await add("openapi", { openApiUrl: `${host.url}/openapi.json` }),
    ]
    const before = await Promise.all(ids.map(record))

    sent.clear()
    const jobs = [await refresh(ids[0] ?? ""), await refresh(ids[1] ?? "")]
    const after = await Promise.all(ids.map(record))

    expect(jobs.map(({ state }) => state)).toEqual(["succeeded", "succeeded"])
    expect([sent.get(200), sent.get(304)]).toEqual([undefined, 4])
    expect(after.map(({ lastUpdateDate }) => lastUpdateDate)).toEqual(
      before.map(({ lastUpdateDate }) => lastUpdateDate),
    )
  })

  it("shows on the job how many pages are known and read", async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const host = await site({
      "/": html("Start", `Everything about the otters. ${link("/food", "/held")}`),
      "/food": html("Food", "An otter eats fish every day."),
      "/held": (_, response) => void held.then(() => response.end(html("Held", "An otter is held up here."))),
    })
    const answer = await program.call("POST", "/api/v2/add/website", {
      key: program.key,
      json: { websiteUrl: `${host.url}/` },
    })
    const id = AddLibraryResponse.parse(answer.json).libraryName

    const seen = await until(async () => {
      const { lastJob } = await record(id)
      return lastJob?.progress.fetching?.done === 2 ? lastJob.progress.fetching : undefined
    })
    release()
    const job = await program.settle(id)

    expect(seen).toEqual({ done: 2, total: 3, unit: "pages" })
    expect(job.progress.fetching).toEqual({ done: 3, total: 3, unit: "pages" })
  })
})

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const deadlineMs = performance.now() + 20_000
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    if (performance.now() > deadlineMs) throw new Error("waited 20 s for nothing")
  }
}

describe("manners on the wire", () => {
  const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })

  async function read(host: SiteHost, timeoutMs?: number) {
    const snapshot = await openWebsiteSource(
      { url: `${host.url}/`, options: WebsiteOptions.parse({ baseUrl: null }) },
      { guard, workDirectory, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
      AbortSignal.timeout(30_000),
    )
    const items: SourceItem[] = []
    for await (const item of snapshot.items(AbortSignal.timeout(30_000))) items.push(item)
    await snapshot.close()
    return items
  }

  function timed(startsMs: number[], text: string): SitePage {
    return (_, response) => {
      startsMs.push(performance.now())
      response.writeHead(200, { "content-type": "text/html" }).end(text)
    }
  }

  it.each([
    ["the pause that robots.txt asks for", "User-agent: *\nCrawl-delay: 0.4\n", 400],
    ["a pause of its own where it asks for none", "User-agent: *\nAllow: /\n", 50],
  ])("keep %s between two requests", async (_, robots, pauseMs) => {
    const startsMs: number[] = []
    const pages = ["/a", "/b", "/c"].map((path) => [path, timed(startsMs, html(path, `Otter ${path} is here.`))])
    const host = await site({
      "/robots.txt": robots,
      "/": timed(startsMs, html("Start", `All otters. ${link("/a", "/b", "/c")}`)),
      ...Object.fromEntries(pages),
    })

    const items = await read(host)

    const gapsMs = startsMs.slice(1).map((startMs, at) => startMs - (startsMs[at] ?? 0))
    expect(items.filter(({ kind }) => kind === "file")).toHaveLength(4)
    // A request may reach the site a little later than it was sent, and the next one a little sooner after it.
    const meanMs = gapsMs.reduce((sum, gap) => sum + gap, 0) / gapsMs.length
    expect(meanMs).toBeGreaterThanOrEqual(pauseMs * 0.95)
  })

  it("give up a page that does not come, and read the others", async () => {
    const host = await site({
      "/": html("Start", `All otters. ${link("/slow", "/quick")}`),
      "/slow": (_, response) => void response.writeHead(200, { "content-type": "text/html" }).write("<p>"),
      "/quick": html("Quick", "The quick otter is here."),
    })

    const items = await read(host, 500)

    expect(items.filter(({ kind }) => kind === "file")).toHaveLength(2)
    expect(items).toContainEqual({
      kind: "failed",
      path: "slow",
      reason: expect.stringContaining("did not respond within 0.5 seconds"),
    })
  })

  it("wait as long as a 429 asks for, and report a page that goes on refusing", async () => {
    const startsMs: number[] = []
    let busy = 0
    const host = await site({
      "/": html("Start", `All otters. ${link("/busy", "/never")}`),
      "/busy": (_, response) => {
        startsMs.push(performance.now())
        if (busy++ === 0) response.writeHead(429, { "retry-after": "1" }).end()
        else response.writeHead(200, { "content-type": "text/html" }).end(html("Busy", "The busy otter is here."))
      },
      "/never": (_, response) => void response.writeHead(429, { "retry-after": "0" }).end(),
    })

    const items = await read(host)

    expect((startsMs[1] ?? 0) - (startsMs[0] ?? 0)).toBeGreaterThanOrEqual(990)
    expect(items).toContainEqual({ kind: "failed", path: "never", reason: "the site responded with status 429" })
    expect(items.filter(({ kind }) => kind === "file")).toHaveLength(2)
  })
})
