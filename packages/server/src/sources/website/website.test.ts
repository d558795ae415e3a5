import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readRobots } from "./robots.ts"
import { fingerprintOf, leadsToLogin, unreadablePage } from "./classify-page.ts"
import { isInside, pageAddress, pageKey, scopeOf } from "./page-address.ts"
import { scanPage } from "./scan-page.ts"

const BASE = "https://otter.example/docs/guide"

describe("addresses of pages", () => {
  it.each([
    ["a#top", "https://otter.example/docs/a"],
    ["/x//y/?utm_source=z", "https://otter.example/x/y/"],
    ["view.php?session=9&id=3&a=1", "https://otter.example/docs/view.php?id=3"],
    ["mailto:a@b.example", undefined],
    ["javascript:void(0)", undefined],
    ["/a.png", undefined],
    ["/data.json", undefined],
    ["/a/b/a/b/a/b", undefined],
    ["https://user:secret@otter.example/", undefined],
    [`/${"x".repeat(2_000)}`, undefined],
  ])("of the link %s is %s", (link, address) => {
    expect(pageAddress(link, BASE)?.href).toBe(address)
  })

  it("are the same page with and without slash, index and ending", () => {
    const links = ["/a", "/a/", "/a.html", "/a/index.html", "/a.md", "/a/#b"]

    const keys = links.map((link) => pageAddress(link, BASE)).map((url) => url && pageKey(url))

    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    ["https://otter.example/docs", "https://otter.example/docs/a", true],
    ["https://otter.example/docs", "https://otter.example/docs", true],
    ["https://otter.example/docs/", "https://otter.example/docsearch", false],
    ["https://otter.example/docs/index.html", "https://otter.example/docs/b", true],
    ["https://otter.example/", "https://otter.example:8443/", false],
    ["https://otter.example/", "http://otter.example/", false],
  ])("below %s: %s is %s", (base, url, expected) => {
    expect(isInside(scopeOf(new URL(base)), new URL(url))).toBe(expected)
  })

  it("never throw, whatever a link says", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (link) => {
        const url = pageAddress(link, BASE)
        expect(url === undefined || /^https?:/.test(pageKey(url))).toBe(true)
      }),
    )
  })
})

describe("facts of a page", () => {
  it("are read from its tags, scripts and comments left aside", () => {
    const facts = scanPage(
      `<!-- <a href="/comment"> --><html lang="en-GB"><head><title>A &amp; B</title><base href="/docs/"><meta property="og:site_name" content="Otter">
      <meta name="robots" content="NoIndex, follow"><link rel="canonical" href="/a"><link rel="alternate" type="text/markdown" href="/a.md"></head>
      <body><script>var x = '<a href="/script">'</script><a href="/b">B</a><a rel="nofollow ugc" href="/c">C</a><input type="password"></body>`,
    )

    expect(facts).toMatchObject({
      title: "A & B",
      siteName: "Otter",
      language: "en",
      canonical: "/a",
      markdownUrl: "/a.md",
      base: "/docs/",
      links: ["/b"],
      hasPasswordField: true,
      text: "B C",
    })
    expect(facts.robots.has("noindex")).toBe(true)
  })

  it.each([
    [`<meta http-equiv="refresh" content="0; url=en/latest/">`, "en/latest/"],
    [
      `<noscript><META HTTP-EQUIV=Refresh CONTENT="0;pond/package-summary.html"></noscript>`,
      "pond/package-summary.html",
    ],
    [`<meta http-equiv="refresh" content="1; URL='otter/index.html'">`, "otter/index.html"],
    [`<meta http-equiv="refresh" content="300; url=/news">`, undefined],
    [`<meta http-equiv="refresh" content="5">`, undefined],
  ])("name the page that %s redirects to", (html, target) => {
    expect(scanPage(html).refresh).toBe(target)
  })

  it("give no links where the page forbids to follow them", () => {
    expect(scanPage(`<meta name="robots" content="nofollow"><a href="/b">B</a>`).links).toEqual([])
  })

  it("are read from anything, in time that grows with the length", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("<a href=", '"', ">", "<!--", "<script>", "&#x110000;", "x", "</"), { maxLength: 40 }),
        (parts) => {
          expect(scanPage(parts.join("")).links.length).toBeLessThanOrEqual(40)
        },
      ),
    )
    const startedMs = performance.now()
    for (const piece of ["<a href=x>", "<", "<!--", "</a>", "&amp;"]) scanPage(piece.repeat(200_000))
    expect(performance.now() - startedMs).toBeLessThan(20_000)
  })
})

describe("pages without content", () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `otter${at}x`).join(" ")

  it.each([
    ["script_only", `<div id="root"></div><script src="/a.js"></script>`],
    [
      "script_only",
      `<noscript>x</noscript><p>You need to enable JavaScript to run this app.</p><script src="/a.js"></script>`,
    ],
    ["login_wall", `<form><input type="password"><p>${words(40)}</p></form>`],
    ["soft_404", `<title>Page not found | Otter</title><p>${words(40)}</p>`],
    ["empty", `<body></body>`],
    [undefined, `<title>Otters</title><p>${words(40)}</p>`],
    [undefined, `<title>404 handling</title><p>${words(400)}</p>`],
  ])("%s", (reason, html) => {
    expect(unreadablePage(scanPage(html), undefined)).toBe(reason)
  })

  it("are recognised by what the site answers for a page that is not there", () => {
    const missing = (path: string) => `<title>Hm</title><p>Nothing at /${path}. ${words(100)}</p>`

    const fingerprint = fingerprintOf(scanPage(missing("probe/1")))

    expect(unreadablePage(scanPage(missing("other/22")), fingerprint)).toBe("soft_404")
  })

  it.each([
    ["https://otter.example/login?next=/docs", true],
    ["https://sso.otter.example/x", true],
    ["https://otter.example/docs/authors", false],
  ])("lie behind %s: %s", (url, expected) => {
    expect(leadsToLogin(new URL(url))).toBe(expected)
  })
})

describe("robots.txt", () => {
  it("holds for this program by name before it holds for all, and bounds the delay", () => {
    const rules = readRobots(
      "https://otter.example/robots.txt",
      "User-agent: *\nDisallow: /\n\nUser-agent: Lectern\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 600\nSitemap: https://otter.example/s.xml\n",
    )

    expect(
      ["/a", "/private/x", "/private/open/x"].map((path) => rules.isAllowed(`https://otter.example${path}`)),
    ).toEqual([true, false, true])
    expect([rules.crawlDelayMs, rules.sitemaps]).toEqual([10_000, ["https://otter.example/s.xml"]])
  })

  it.each([
    ["/a*b", "/axxb/c", false],
    ["/a*b$", "/axxb/c", true],
    ["/*.php$", "/a/b.php", false],
    ["/*.php$", "/a/b.php?x", true],
    ["/a$", "/ab", true],
    ["/caf\u00e9", "/caf%c3%a9/menu", false],
  ])("reads %s as a pattern of %s", (pattern, path, isAllowed) => {
    const rules = readRobots("https://otter.example/robots.txt", `User-agent: *\nDisallow: ${pattern}\n`)

    expect(rules.isAllowed(`https://otter.example${path}`)).toBe(isAllowed)
  })

  it("is applied to many addresses in little time, however many rules and names it has", () => {
    const plain = Array.from({ length: 15_000 }, (_, at) => `Disallow: /page-${at}`)
    const patterns = Array.from({ length: 500 }, (_, at) => `Disallow: /*${"a*".repeat(200)}b${at}$`)
    const names = Array.from({ length: 5_000 }, (_, at) => `User-agent: robot-${at}`)
    const text = [...names, "User-agent: *", ...plain, ...patterns].join("\n")
    const before = process.cpuUsage()
    const rules = readRobots("https://otter.example/robots.txt", text)
    const allowed = Array.from({ length: 2_000 }, (_, at) =>
      rules.isAllowed(`https://otter.example/${"a".repeat(800)}${at}`),
    )

    expect(allowed).not.toContain(true)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000)
  })

  it("allows everything where it says nothing that can be read", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof readRobots("https://otter.example/robots.txt", text).isAllowed("https://otter.example/a")).toBe(
          "boolean",
        )
      }),
    )
  })
})
