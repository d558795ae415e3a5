import { UpdatePoliciesRequest } from "@lectern/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { StoredPolicies } from "../../catalogue/visibility-rules/records.ts"
import { changePolicies, DEFAULT_POLICIES } from "./policies.ts"
import { compilePolicies } from "./policy-filter.ts"
import { makeAttributes } from "./visibility.testing.ts"
import { DAY_MS } from "../../base/durations.ts"

const NOW_MS = 1_000 * DAY_MS

/** Carries out changes as they come over the wire. */
function policiesAfter(...changes: unknown[]): StoredPolicies {
  return changes.reduce<StoredPolicies>(
    (stored, change) => changePolicies(stored, UpdatePoliciesRequest.parse(change)),
    DEFAULT_POLICIES,
  )
}
const quality = (change: object) => policiesAfter({ libraryFilters: { mode: "quality", quality: change } })
const passes = (policies: StoredPolicies, library: Partial<LibraryRecord>) =>
  compilePolicies(policies)(makeAttributes(library), NOW_MS)
const source = (url: string, type: LibraryRecord["source"]["type"] = "git") =>
  ({ url, type }) as LibraryRecord["source"]

describe("changing policies", () => {
  it("leaves what is left out, and clears with null", () => {
    const first = quality({ minTrustScore: 7, maxAgeDays: 30, repoFilters: { minStars: 5 } })
    const second = changePolicies(first, { libraryFilters: { quality: { minTrustScore: null } } })

    expect(second.libraryFilters.mode).toBe("quality")
    expect(second.libraryFilters.quality).toMatchObject({
      minTrustScore: null,
      maxAgeDays: 30,
      repoFilters: { minStars: 5 },
    })
    expect(changePolicies(second, { libraryFilters: { mode: null } }).libraryFilters.mode).toBeNull()
  })

  it("enables and disables source types one by one, and reads confluence as wiki", () => {
    const off = policiesAfter({ sourceTypes: { disable: ["confluence", "websites"] } })
    const mixed = changePolicies(off, { sourceTypes: { enable: ["websites"], disable: ["llmstxt"] } })

    const enabled = Object.entries(mixed.sourceTypes).filter(([, type]) => type.enabled)
    expect(enabled.map(([name]) => name)).toEqual(["public_repos", "private_sources", "uploaded_files", "websites"])
  })

  it("adds to lists once in any letter case, removes, and clears", () => {
    const blocked = (operation: object) => ({ libraryFilters: { quality: { blockedLibraries: operation } } })
    const added = policiesAfter(
      blocked({ add: ["/Acme/Docs", "/acme"] }),
      blocked({ add: ["/ACME", "www.Example.com"] }),
    )
    const removed = changePolicies(
      added,
      UpdatePoliciesRequest.parse(blocked({ remove: ["/acme/DOCS", "/not/there"] })),
    )
    const cleared = changePolicies(removed, UpdatePoliciesRequest.parse(blocked({ clear: true })))

    expect(added.libraryFilters.quality.blockedLibraries).toEqual(["/acme/docs", "/acme", "example.com"])
    expect(removed.libraryFilters.quality.blockedLibraries).toEqual(["/acme", "example.com"])
    expect(cleared.libraryFilters.quality.blockedLibraries).toEqual([])
  })

  it("keeps the spelling of licences", () => {
    const change = { repoFilters: { allowedLicenses: { add: ["MIT", "Apache-2.0", "mit"] } } }

    expect(quality(change).libraryFilters.quality.repoFilters.allowedLicenses).toEqual(["MIT", "Apache-2.0"])
  })

  it("refuses a list that grows beyond its limit", () => {
    const add = (from: number) => Array.from({ length: 6_000 }, (_, at) => `/org/repo-${from + at}`)
    const first = quality({ blockedLibraries: { add: add(0) } })

    expect(() =>
      changePolicies(first, { libraryFilters: { quality: { blockedLibraries: { add: add(6_000) } } } }),
    ).toThrow(/blockedLibraries: too many entries, 12000/)
  })

  it.each([
    ["exceptedLibraries", (add: string[]) => ({ quality: { exceptedLibraries: { add } } })],
    ["allowedLicenses", (add: string[]) => ({ quality: { repoFilters: { allowedLicenses: { add } } } })],
    ["allowedLibraries", (add: string[]) => ({ select: { allowedLibraries: { add } } })],
  ])("names the list that grows beyond its limit: %s", (name, filtersOf) => {
    const libraryFilters = filtersOf(Array.from({ length: 10_001 }, (_, at) => `/org/repo-${at}`))

    expect(() => changePolicies(DEFAULT_POLICIES, { libraryFilters })).toThrow(`${name}: too many entries`)
  })

  it("requires no verified libraries once the requirement is cleared", () => {
    const required = quality({ requireVerified: true })
    const cleared = changePolicies(required, { libraryFilters: { quality: { requireVerified: null } } })

    expect(cleared.libraryFilters.quality.requireVerified).toBe(false)
  })

  it("allows a list up to its limit", () => {
    const entries = Array.from({ length: 10_000 }, (_, at) => `/org/repo-${at}`)

    const { blockedLibraries } = quality({ blockedLibraries: { add: entries } }).libraryFilters.quality

    expect(blockedLibraries).toHaveLength(10_000)
  })

  it("changes the parts of the policy for suspicious text one by one", () => {
    const blocking = policiesAfter({ suspiciousContent: { action: "block", maxFlaggedSnippets: 3 } })
    const stricter = changePolicies(blocking, { suspiciousContent: { maxFlaggedSnippets: 0 } })

    expect(stricter.suspiciousContent).toEqual({ action: "block", maxFlaggedSnippets: 0 })
    expect(changePolicies(stricter, { suspiciousContent: { action: "flag" } }).suspiciousContent).toEqual({
      action: "flag",
      maxFlaggedSnippets: 0,
    })
  })

  it.each([
    [{}],
    [{ sourceTypes: { enable: ["wiki"], disable: ["confluence"] } }],
    [{ libraryFilters: { quality: { blockedLibraries: { add: ["/a"], clear: true } } } }],
    [{ libraryFilters: { quality: { blockedLibraries: { add: ["/a/b"], remove: ["/A/B"] } } } }],
    [{ libraryFilters: { quality: { minTrustScore: 11 } } }],
    [{ libraryFilters: { quality: { maxAgeDays: 0 } } }],
    [{ libraryFilters: { select: { allowedLibraries: { add: ["/a/b/c"] } } } }],
  ])("is refused for %j", (change) => {
    expect(UpdatePoliciesRequest.safeParse(change).success).toBe(false)
  })
})

describe("policies", () => {
  const team = { teamspaceKey: "t1" }

  it.each<[string, Partial<LibraryRecord>]>([
    ["public_repos", {}],
    ["public_repos", { kind: "import" }],
    ["private_sources", team],
    ["private_sources", { ...team, kind: "notes" }],
    ["wiki", { ...team, kind: "wiki" }],
    ["uploaded_files", { kind: "upload" }],
    ["uploaded_files", { kind: "openapi", source: source("", "openapi") }],
    ["websites", { kind: "openapi", source: source("https://a.example/openapi.json", "openapi") }],
    ["websites", { ...team, kind: "website" }],
    ["llmstxt", { kind: "llmstxt" }],
  ])("disable %s for %j and nothing else", (type, library) => {
    expect(passes(policiesAfter({ sourceTypes: { disable: [type] } }), library)).toBe(false)
    const others = Object.keys(DEFAULT_POLICIES.sourceTypes).filter((other) => other !== type)
    expect(passes(policiesAfter({ sourceTypes: { disable: others } }), library)).toBe(true)
  })

  it("filter nothing without a mode, and private libraries never", () => {
    const strict = { requireVerified: true, minTrustScore: 10, blockedLibraries: { add: ["/acme"] } }
    const inactive = policiesAfter({ libraryFilters: { quality: strict } })

    expect(passes(inactive, { trustScore: 1 })).toBe(true)
    expect(passes(quality(strict), { trustScore: 1 })).toBe(false)
    expect(passes(quality(strict), { ...team, trustScore: 1 })).toBe(true)
    expect(passes(policiesAfter({ libraryFilters: { mode: "select" } }), team)).toBe(true)
  })

  it("block libraries with more suspicious snippets than allowed, private ones too", () => {
    const suspicious = (flaggedSnippets: number) => ({ flaggedSnippets })
    const after = (action: string) => policiesAfter({ suspiciousContent: { action, maxFlaggedSnippets: 3 } })

    expect(passes(after("block"), suspicious(3))).toBe(true)
    expect(passes(after("block"), suspicious(4))).toBe(false)
    expect(passes(after("block"), { ...team, ...suspicious(4) })).toBe(false)
    expect(passes(after("withhold"), suspicious(4))).toBe(true)
    const withholding = {
      ...quality({ requireVerified: true }),
      suspiciousContent: after("withhold").suspiciousContent,
    }
    expect(passes(withholding, { isVerified: true, ...suspicious(4) })).toBe(true)
  })

  it("never exclude a library for what is not known of it, or does not apply to it", () => {
    const strict = {
      minTrustScore: 7,
      repoFilters: { minStars: 100 },
      websiteFilters: { minBacklinks: 5, minReferringDomains: 5, minOrganicTraffic: 5 },
    }
    const unknown = { backlinks: null, referringDomains: null, organicTraffic: null }

    expect(passes(quality(strict), { stars: -1, trustScore: 1, license: "MIT" })).toBe(true)
    expect(passes(quality(strict), { kind: "website", siteFacts: unknown })).toBe(true)
    expect(passes(quality(strict), { kind: "website", siteFacts: null })).toBe(true)
    expect(passes(quality({ websiteFilters: { minBacklinks: 5 } }), { siteFacts: { ...unknown, backlinks: 1 } })).toBe(
      true,
    )
    expect(passes(quality({ minTrustScore: 7 }), { stars: 0, trustScore: 0 })).toBe(false)
  })

  it.each<[object, Partial<LibraryRecord>, Partial<LibraryRecord>]>([
    [
      { minTrustScore: 7 },
      { kind: "website", trustScore: 1, siteFacts: { backlinks: null, referringDomains: null, organicTraffic: null } },
      { kind: "website", trustScore: 1, siteFacts: { backlinks: 4, referringDomains: null, organicTraffic: null } },
    ],
    [{ requireVerified: true }, { isVerified: true }, { isVerified: false }],
    [{ minTrustScore: 7 }, { trustScore: 7, stars: 1 }, { trustScore: 6.9, stars: 1 }],
    [{ minTrustScore: 7 }, { trustScore: 6.9, stars: -1 }, { trustScore: 6.9, stars: 0 }],
    [{ maxAgeDays: 10 }, { publishedAtMs: NOW_MS - 10 * DAY_MS }, { publishedAtMs: NOW_MS - 10 * DAY_MS - 1 }],
    [{ repoFilters: { minStars: 100 } }, { stars: 100 }, { stars: 99 }],
    [{ repoFilters: { allowedLicenses: { add: ["mit"] } } }, { license: "MIT" }, { license: "GPL-3.0-only" }],
    [{ blockedLibraries: { add: ["/Acme/Docs"] } }, { id: "/acme/docs2" }, { id: "/ACME/docs" }],
    [{ blockedLibraries: { add: ["/acme"] } }, { id: "/acme2/docs" }, { id: "/acme/docs" }],
    [
      { blockedLibraries: { add: ["example.com"] } },
      { kind: "website", source: source("https://notexample.com/") },
      { kind: "website", source: source("https://docs.Example.com/guide") },
    ],
    [
      { websiteFilters: { minBacklinks: 5 } },
      { kind: "website", siteFacts: { backlinks: 5, referringDomains: null, organicTraffic: null } },
      { kind: "website", siteFacts: { backlinks: 4, referringDomains: null, organicTraffic: null } },
    ],
    [
      { websiteFilters: { minReferringDomains: 5, minOrganicTraffic: 7 } },
      { kind: "llmstxt", siteFacts: { backlinks: 0, referringDomains: 5, organicTraffic: 7 } },
      { kind: "llmstxt", siteFacts: { backlinks: 0, referringDomains: 9, organicTraffic: 6 } },
    ],
  ])("with the filter %j let %j pass and hold %j back", (change, fitting, other) => {
    expect([passes(quality(change), fitting), passes(quality(change), other)]).toEqual([true, false])
  })

  it("never exclude by a fact that nobody knows, or one of another kind of source", () => {
    const strict = quality({
      minTrustScore: 9,
      maxAgeDays: 1,
      repoFilters: { minStars: 10, allowedLicenses: { add: ["MIT"] } },
      websiteFilters: { minBacklinks: 5 },
    })

    expect(passes(strict, { publishedAtMs: null })).toBe(true)
    expect(passes(strict, { kind: "website", stars: 0, license: "GPL-3.0-only", publishedAtMs: NOW_MS })).toBe(true)
    expect(passes(strict, { kind: "upload", stars: 0, publishedAtMs: NOW_MS })).toBe(true)
  })

  it("let excepted libraries pass every filter", () => {
    const strict = quality({
      requireVerified: true,
      minTrustScore: 10,
      maxAgeDays: 1,
      blockedLibraries: { add: ["/acme"] },
      exceptedLibraries: { add: ["/acme/docs"] },
    })

    expect(passes(strict, { trustScore: 0, publishedAtMs: 1 })).toBe(true)
    expect(passes(strict, { id: "/acme/other", isVerified: true, publishedAtMs: NOW_MS })).toBe(false)
  })

  it("with the mode select let only what is listed pass", () => {
    const change = { allowedLibraries: { add: ["/acme", "/org/one", "example.com"] } }
    const selected = policiesAfter({ libraryFilters: { mode: "select", select: change } })

    const ids = ["/acme/any", "/org/one", "/org/two"].map((id) => passes(selected, { id }))
    expect(ids).toEqual([true, true, false])
    expect(passes(selected, { kind: "website", id: "/websites/x", source: source("https://a.example.com/") })).toBe(
      true,
    )
  })

  it.each<[string, string, string, boolean]>([
    ["/acme", "/acme/docs", "https://github.com/acme/docs.git", true],
    ["/acme", "/other/docs", "https://github.com/other/docs.git", false],
    ["/acme", "/acme/docs", "https://git.example/acme/docs.git", false],
    ["/acme", "/acme/docs", "/srv/acme/docs", true],
    ["git.example", "/acme/docs", "https://git.example/acme/docs.git", true],
    ["/git_example", "/git_example/docs", "https://git.example/docs.git", true],
    ["/git_example_8443", "/git_example_8443/docs", "https://git.example:8443/docs.git", true],
    ["/git_example_b2", "/git_example_b2/docs", "https://git.example/docs.git", false],
    ["/git_example_2b", "/git_example_2b/docs", "https://git.example/docs.git", false],
    ["/2_git_example_", "/2_git_example_/docs", "https://git.example/docs.git", false],
    ["/hub_example_12", "/hub_example_12/docs", "https://git.example/docs.git", false],
    ["/2001_db8__1", "/2001_db8__1/docs", "https://[2001:db8::1]/docs.git", true],
  ])(
    "on an instance with dedicated hosts, %s in an allow list lets %s from %s pass: %s",
    (entry, id, url, isAllowed) => {
      const list = { add: [entry] }
      const selected = policiesAfter({ libraryFilters: { mode: "select", select: { allowedLibraries: list } } })
      const excepted = quality({ requireVerified: true, exceptedLibraries: list })
      const library = makeAttributes({ id, source: source(url) })

      for (const policies of [selected, excepted]) {
        expect(compilePolicies(policies, new Set(["github.com"]))(library, NOW_MS)).toBe(isAllowed)
      }
    },
  )

  it("on an instance with dedicated hosts, let a listed website pass whatever its name", () => {
    const change = { allowedLibraries: { add: ["/websites"] } }
    const selected = policiesAfter({ libraryFilters: { mode: "select", select: change } })
    const site = makeAttributes({ kind: "website", id: "/websites/x", source: source("https://a.example/") })

    expect(compilePolicies(selected, new Set(["github.com"]))(site, NOW_MS)).toBe(true)
  })

  it("do not depend on the order of changes that touch different things", () => {
    const changes = [
      { sourceTypes: { disable: ["wiki"] } },
      { libraryFilters: { mode: "quality" } },
      { libraryFilters: { quality: { minTrustScore: 3 } } },
      { libraryFilters: { quality: { blockedLibraries: { add: ["/a"] } } } },
      { libraryFilters: { select: { allowedLibraries: { add: ["/b"] } } } },
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(changes, { minLength: changes.length }), (shuffled) => {
        expect(policiesAfter(...shuffled)).toEqual(policiesAfter(...changes))
      }),
    )
  })
})
