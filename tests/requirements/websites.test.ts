import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AddLibraryResponse, LibraryRecord, listSuggestions } from "@lectern/contract"
import { startProgram, type Program } from "./program.ts"
import { redirectTo, startSite, type SiteHost, type SitePage } from "./site-host.ts"

let program: Program
const sites: SiteHost[] = []
beforeAll(async () => {
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})
afterAll(() => program.close())

async function site(pages: Readonly<Record<string, SitePage>>): Promise<SiteHost> {
  const host = await startSite(pages)
  sites.push(host)
  return host
}

const html = (title: string, text: string, more = "") =>
  `<!doctype html><html lang="en"><head><title>${title} | Otter Docs</title><meta name="description" content="How otters are kept, from holt to river.">${more}</head>
  <body><nav><a href="/docs/">Home</a></nav><main><h1>${title}</h1><p>${text}</p></main><footer>© Otter Inc</footer></body></html>`
const link = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">see ${path}</a>`).join(" ")

const post = (path: string, json: object) => program.call("POST", `/api/v2/add/${path}`, { key: program.key, json })
const record = async (id: string) => LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`)).json)
const ask = async (libraryId: string, query: string) =>
  (await program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query }).toString()}`)).text

async function add(path: "website" | "llmstxt", json: object) {
  const answer = await post(path, json)
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  const id = AddLibraryResponse.parse(answer.json).libraryName
  const job = await program.settle(id)
  const { files, ...library } = await record(id)
  const left = new Map(files?.leftOut.map(({ path: at, reason }) => [at, reason]))
  return { id, job, library, left, files }
}

describe("adding a web site", () => {
  it("suggests the repository that the site is built from, where its pages name it", async () => {
    const edit = (file: string) =>
      `<a href="https://github.com/otter/handbook/edit/main/docs/${file}.md">Edit this page</a>`
    const host = await site({
      "/docs/": html("Otters", `Welcome to the handbook of otter keeping. ${link("/docs/food")} ${edit("index")}`),
      "/docs/food": html("Food", `An otter eats fish and a sea urchin every day. ${edit("food")}`),
    })

    const { files, id } = await add("website", { websiteUrl: `${host.url}/docs/` })

    const suggestion =
      "Built from https://github.com/otter/handbook. Add that instead for versions and faster refreshes."
    expect(files?.notes).toContain(suggestion)
    expect(listSuggestions(await record(id))).toEqual([suggestion])
  })

  it("answers at once, reads the pages below the base, and answers questions with their addresses", async () => {
    const host = await site({
      "/docs/": html(
        "Otters",
        `Welcome to the handbook of otter keeping. ${link("/docs/food", "holt/", "/shop", "https://elsewhere.example/x")}`,
      ),
      "/docs/food": html("Food", `An otter eats fish and a sea urchin every day. ${link("/docs/food/#top", "/docs/")}`),
      "/docs/holt/": html("Holt", "The holt is the den in which an otter sleeps at night."),
      "/shop": html("Shop", "Buy an otter today."),
    })

    const { id, job, library, files } = await add("website", { websiteUrl: `${host.url}/docs/` })

    expect([id, job.state, library.title, library.source.kind]).toEqual([
      `/websites/127_0_0_1_${new URL(host.url).port}_docs`,
      "succeeded",
      "Otter",
      "website",
    ])
    expect(library.description).toBe("How otters are kept, from holt to river.")
    expect(files?.indexedCount).toBe(3)
    const answer = await ask(id, "what does an otter eat every day")
    expect(answer).toContain(`Source: ${host.url}/docs/food`)
    expect(answer).toContain("An otter eats fish and a sea urchin every day.")
    expect(answer).not.toContain("Otter Inc")
    expect(host.asked).not.toContain("/shop")
    expect(host.mostAtOnce()).toBeLessThanOrEqual(4)
  })

  it("keeps to robots.txt, meta robots, nofollow and patterns, and says why pages are missing", async () => {
    const host = await site({
      "/robots.txt": "User-agent: *\nDisallow: /private/\n",
      "/": html(
        "Start",
        `Everything about the otters of this river. ${link("/private/a", "/hidden", "/blog/one", "/gone", "/old", "/away", "/wall", "/shell")}<a rel="nofollow" href="/unfollowed">x</a>`,
      ),
      "/private/a": html("Private", "Secret otters live here."),
      "/hidden": html("Hidden", "Hidden otters live here.", `<meta name="robots" content="noindex">`),
      "/blog/one": html("Blog", "An otter blogs here."),
      "/old": redirectTo("/new"),
      "/new": html("New", "The new otter lives at the new place by the lake."),
      "/away": redirectTo("https://elsewhere.example/"),
      "/wall": redirectTo("/login?next=/wall"),
      "/shell": `<!doctype html><html><body><div id="root"></div><script src="/app.js"></script></body></html>`,
      "/unfollowed": html("Unfollowed", "No otter here at all."),
    })

    const { left, files } = await add("website", { websiteUrl: `${host.url}/`, excludePatterns: ["/blog"] })

    expect(Object.fromEntries(left)).toMatchObject({
      "private/a": "robots",
      hidden: "noindex",
      "blog/one": "excluded_file",
      gone: "not_found",
      old: "redirected",
      away: "redirected",
      wall: "login_wall",
      shell: "script_only",
    })
    expect(files?.indexedCount).toBe(2)
    expect(host.asked).not.toContain("/private/a")
    expect(host.asked).not.toContain("/unfollowed")
  })

  it("follows a start page that only redirects in the browser", async () => {
    const host = await site({
      "/": `<html><head><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=otter/"></head></html>`,
      "/otter/": `<html><head><link rel="canonical" href="summary.html"></head><body><p>otter/summary.html</p></body></html>`,
      "/otter/summary.html": html("Package otter", `Otters swim and dive in this package. ${link("/otter/Dive.html")}`),
      "/otter/Dive.html": html("Dive", "A dive of an otter takes four minutes at most."),
    })

    const { library, files, id } = await add("website", { websiteUrl: host.url })

    expect(files?.indexedCount).toBe(2)
    expect(library.title).toBe("Otter")
    expect(await ask(id, "how long is a dive")).toContain(`Source: ${host.url}/otter/Dive.html\n`)
  })

  it("reads what a start page without text of its own links to, and says why if that leads nowhere", async () => {
    const contents = (...paths: readonly string[]) =>
      `<!doctype html><html><head><title>Otter API</title><script src="/a.js"></script></head><body>${link(...paths)}</body></html>`
    const api = await site({
      "/": contents("/swim"),
      "/swim": html("swim", "Returns how far the otter swims in an hour."),
    })
    const shell = await site({ "/": contents("/one"), "/one": contents() })

    const { files } = await add("website", { websiteUrl: api.url })
    const { job } = await add("website", { websiteUrl: shell.url })

    expect(files?.indexedCount).toBe(1)
    expect(job.error?.message).toContain("its text only appears after scripts have run")
  })

  it("follows the links of the lists that documentation tools add, and leaves the lists out", async () => {
    const doxygen = `<meta name="generator" content="Doxygen 1.9.4">`
    const host = await site({
      "/": html(
        "Start",
        `Functions of otters are listed elsewhere. ${link("/files.html", "/index-all.html", "/about/files.html")}`,
      ),
      "/files.html": html(
        "File List",
        `A list of all otters. ${link("/otter_8h.html", "/otter_8h_source.html")}`,
        doxygen,
      ),
      "/index-all.html": html("Index", "A B C of otters and their holts."),
      "/about/files.html": html("Files", "Otters keep their files in a holt."),
      "/otter_8h.html": html("otter.h", "Declares what an otter can do."),
      "/otter_8h_source.html": html("otter.h", "int swim(void); int dive(void);"),
    })

    const { left, files } = await add("website", { websiteUrl: host.url })

    expect(files?.indexedCount).toBe(3)
    const lists = [...left].filter(([, reason]) => reason === "not_documentation").map(([path]) => path)
    expect(lists.toSorted()).toEqual(["files.html", "index-all.html", "otter_8h_source.html"])
  })

  it("finds pages in packed sitemaps of an index, and folds addresses of the same page", async () => {
    const host = await site({ "/": html("Start", "Otters of the sitemap are many and they are well kept.") })
    host.set({
      "/sitemap.xml": `<sitemapindex><sitemap><loc>${host.url}/pages.xml.gz</loc></sitemap></sitemapindex>`,
      "/pages.xml.gz": (_, response) =>
        void response.end(
          gzipSync(`<urlset><url><loc>${host.url}/lonely</loc></url><url><loc>${host.url}/copy</loc></url></urlset>`),
        ),
      "/lonely": html(
        "Lonely",
        `Nobody links to this otter. ${link("/lonely/", "/lonely/index.html", "/lonely?utm_source=x", "/lonely#a")}`,
      ),
      "/copy": html("Copy", "Whatever it says.", `<link rel="canonical" href="/lonely">`),
    })

    const { left, files } = await add("website", { websiteUrl: host.url })

    expect(files?.indexedCount).toBe(2)
    expect(left.get("copy")).toBe("duplicate")
    expect(host.asked.filter((path) => /^\/lonely(?!\.md)/.test(path))).toEqual(["/lonely"])
  })

  it("reads a site by its links when its sitemaps name themselves, or unpack to gigabytes", async () => {
    const host = await site({
      "/": html("Start", `Otters that no sitemap names swim here. ${link("/den")}`),
      "/den": html("Den", "A den is dug by two otters in a single night."),
      "/bomb.xml.gz": (_, response) => void response.end(gzipSync(Buffer.alloc(80 * 2 ** 20, " "))),
    })
    const named = ["/sitemap.xml", "/bomb.xml.gz"].map((path) => `<sitemap><loc>${host.url}${path}</loc></sitemap>`)
    host.set({ "/sitemap.xml": `<sitemapindex>${named.join("")}</sitemapindex>` })

    const { job, files } = await add("website", { websiteUrl: host.url })

    expect(job.state).toBe("succeeded")
    expect(files?.indexedCount).toBe(2)
    expect(host.asked.filter((path) => path.includes("xml"))).toEqual(["/sitemap.xml", "/bomb.xml.gz"])
  }, 30_000)

  it("ends in spite of endless links, circles of redirects, and large and broken pages", async () => {
    const calendar: SitePage = (request, response) => {
      const month = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 0)
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(html(`Month ${month}`, `Otters of month number ${month} swim. ${link(`/cal/${month + 1}`)}`))
    }
    const months = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/cal/${at}`, calendar]))
    const host = await site({
      "/": html(
        "Start",
        `Otters and their calendar, from month to month. ${link("/cal/0", "/round", "/huge", "/broken", "/a/b/a/b/a/b", "/img.png")}`,
      ),
      ...months,
      "/round": redirectTo("/round2"),
      "/round2": redirectTo("/round"),
      "/huge": (_, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(6 * 2 ** 20)),
      "/broken": (_, response) => void response.writeHead(500).end(),
    })

    const { job, left, files } = await add("website", { websiteUrl: host.url, maxDepth: 5 })

    expect(job.state).toBe("succeeded")
    expect(files?.indexedCount).toBe(6)
    expect(left.get("huge")).toBe("too_large")
    expect(left.get("round")).toBe("redirected")
    expect(files?.failed.map(({ path }) => path)).toEqual(["broken"])
    expect(host.asked.filter((path) => path.startsWith("/img") || path.startsWith("/a/"))).toEqual([])
  }, 30_000)

  it("stops at maxPages and says so", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `/p${at}`,
        html(`Page ${at}`, `Otter number ${at} says hello to all the others.`),
      ]),
    )
    const host = await site({ "/": html("Start", `All the otters. ${link(...Object.keys(pages))}`), ...pages })

    const { files, left } = await add("website", { websiteUrl: host.url, maxPages: 5 })

    expect(files?.indexedCount).toBe(5)
    expect([...left.values()].filter((reason) => reason === "too_many_files")).toHaveLength(8)
  })

  it("prefers the Markdown of pages where a site has it", async () => {
    const host = await site({
      "/": html("Start", `Otters in Markdown and in HTML. ${link("/guide")}`),
      "/index.md": "# Start\n\nOtters in Markdown are better kept.\n",
      "/guide": html("Guide", "HTML of the guide."),
      "/guide.md": "# Guide\n\nMarkdown of the guide with `otter.swim()` in it.\n\n```js\notter.swim()\n```\n",
    })

    const { id } = await add("website", { websiteUrl: host.url })

    const answer = await ask(id, "how does the guide swim")
    expect(answer).toContain("otter.swim()\n```")
    expect(answer).toContain(`Source: ${host.url}/guide\n`)
  })

  it("does no work when nothing has changed, and serves the old index when the site breaks down", async () => {
    const host = await site({
      "/": html("Start", "The otter of the first day is here to stay.", `<meta name="nonce" content="1">`),
    })
    const { id } = await add("website", { websiteUrl: host.url })
    const before = await record(id)

    host.set({ "/": html("Start", "The otter of the first day is here to stay.", `<meta name="nonce" content="2">`) })
    await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: id } })
    await program.settle(id)
    const unchanged = await record(id)
    host.set({ "/": (_, response) => void response.writeHead(404).end() })
    await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: id } })
    const failed = await program.settle(id)

    expect(unchanged.lastUpdateDate).toBe(before.lastUpdateDate)
    expect(failed.state).toBe("failed")
    expect((await record(id)).state).toBe("finalized")
    expect(await ask(id, "otter of the first day")).toContain("first day")
  }, 30_000)

  it("gives the same site its identifier again, and refuses addresses that may not be fetched", async () => {
    const host = await site({ "/": html("Start", "The otter is added twice and read once.") })
    const { id } = await add("website", { websiteUrl: host.url })

    const again = await post("website", { websiteUrl: `${host.url}/` })
    const refused = await Promise.all(
      ["http://10.0.0.1/docs", "ftp://x.example/", "http://[::1]/", "no address"].map((websiteUrl) =>
        post("website", { websiteUrl }),
      ),
    )
    const outside = await post("website", { websiteUrl: `${host.url}/a`, websiteBaseUrl: `${host.url}/b` })

    expect(AddLibraryResponse.parse(again.json)).toMatchObject({
      libraryName: id,
      message: expect.stringContaining("already exists"),
    })
    expect([...refused, outside].map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  })
})

describe("adding an llms.txt", () => {
  it("reads the file and the pages it lists on its own host, under their sections", async () => {
    const host = await site({
      "/docs/llms.txt":
        "# Otter Kit\n\n> A kit for keeping otters.\n\n## Guides\n\n- [Food](/docs/food.md): what they eat\n- [Away](https://elsewhere.example/x.md)\n\n## Reference\n\n- [API](/docs/api): the calls\n- [Gone](/docs/gone.md)\n",
      "/docs/food.md": "# Food\n\nThe otter eats mussels in the morning.\n",
      "/docs/api": html("API", "Call the otter with swim and it swims away."),
    })

    const { id, library, left, files } = await add("llmstxt", { llmstxtUrl: `${host.url}/docs/llms.txt` })

    expect(id).toBe(`/llmstxt/127_0_0_1_${new URL(host.url).port}_docs-llms.txt`)
    expect([library.title, library.description]).toEqual(["Otter Kit", "A kit for keeping otters."])
    expect(files?.indexedCount).toBe(3)
    expect(left.get("docs/gone.md")).toBe("not_found")
    const answer = await ask(id, "what does the otter eat in the morning")
    expect(answer).toContain("mussels")
    expect(answer).toMatch(/### Guides > Food/)
  })

  it("accounts for every page of one that lists ten thousand, and asks for none that robots.txt forbids", async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `- [Page ${at}](/p/${at})`)
    const host = await site({
      "/robots.txt": "User-agent: *\nDisallow: /p/\n",
      "/llms.txt": `# Otter Kit\n\n- [Food](/food.md)\n\n## Pages\n\n${lines.join("\n")}\n`,
      "/food.md": "# Food\n\nThe otter eats mussels in the morning.\n",
    })

    const { files } = await add("llmstxt", { llmstxtUrl: `${host.url}/llms.txt` })

    expect([files?.indexedCount, files?.leftOutCount, files?.failedCount]).toEqual([2, 10_000, 0])
    expect(files?.leftOutByReason).toMatchObject({ robots: 1_999, too_many_files: 8_001 })
    expect(host.asked.filter((path) => path.startsWith("/p/"))).toEqual([])
  }, 30_000)

  it("cuts an llms-full.txt at its headings and reads no other page", async () => {
    const host = await site({
      "/llms-full.txt":
        "# Food\nSource: /food\n\nThe otter eats crabs at noon.\n\n```md\n# no heading\n```\n\n# Holt\n\nThe otter sleeps in a [den](/den).\n",
    })

    const { id, files } = await add("llmstxt", { llmstxtUrl: `${host.url}/llms-full.txt` })

    expect(files?.indexedCount).toBe(2)
    expect(await ask(id, "where does the otter sleep")).toContain("The otter sleeps in a den")
    expect(host.asked).toEqual(["/robots.txt", "/llms-full.txt"])
  })

  it("fails with the reason when there is no such file, or it is a page", async () => {
    const host = await site({
      "/llms.txt": (_, response) => void response.end("<!doctype html><html><body>x</body></html>"),
    })
    const missing = await post("llmstxt", { llmstxtUrl: `${host.url}/x/llms.txt` })
    const page = await post("llmstxt", { llmstxtUrl: `${host.url}/llms.txt` })

    const jobs = await Promise.all(
      [missing, page].map(({ json }) => program.settle(AddLibraryResponse.parse(json).libraryName)),
    )

    expect(jobs.map(({ state, error }) => [state, error?.message])).toEqual([
      ["failed", expect.stringContaining("responded with status 404")],
      ["failed", expect.stringContaining("is an HTML page")],
    ])
  })
})
