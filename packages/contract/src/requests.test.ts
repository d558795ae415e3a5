import { describe, expect, it } from "vitest"
import type { z } from "zod"
import {
  AddGitRequest,
  AddNotesRequest,
  AddWebsiteRequest,
  AddWikiRequest,
  FileUploadFields,
  OpenApiUploadFields,
} from "./sources/add.ts"
import { CombinedSearchQuery } from "./answers/combined-search.ts"
import { ContextQuery } from "./answers/context.ts"
import { SearchLibrariesQuery, SearchLibrariesResponse } from "./libraries/libraries.ts"
import { LibraryConfig } from "./libraries/library-config.ts"
import { MetricsQuery } from "./libraries/metrics.ts"
import { UpdatePoliciesRequest } from "./visibility/policies.ts"
import { ImportLibrariesRequest, PortableBundle } from "./libraries/portable.ts"
import { RefreshRequest } from "./libraries/refresh.ts"
import { requestProblem } from "./errors/validation.ts"

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
function problemOf(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  return parsed.success ? undefined : requestProblem(parsed.error.issues)
}

describe("context query", () => {
  const least = { libraryId: "/honojs/website", query: "how" }

  it("fills in what is left out", () => {
    expect(ContextQuery.parse(least)).toEqual({ ...least, type: "txt", fast: "false", tokens: 5000, length: "auto" })
  })

  it("takes up to 16 terms of up to 100 characters, one of them without a list", () => {
    const terms = (count: number, characters: number) => Array.from({ length: count }, () => "w".repeat(characters))

    expect(ContextQuery.parse({ ...least, terms: "cors" }).terms).toEqual(["cors"])
    expect(accepts(ContextQuery, { ...least, terms: terms(16, 100) })).toBe(true)
    expect(accepts(CombinedSearchQuery, { query: "a", terms: terms(16, 100) })).toBe(true)
    for (const refused of [terms(17, 1), terms(1, 101), [""], ""]) {
      expect(accepts(ContextQuery, { ...least, terms: refused })).toBe(false)
      expect(accepts(CombinedSearchQuery, { query: "a", terms: refused })).toBe(false)
    }
  })

  it.each(["500", "20000", "5000"])("takes %s tokens", (tokens) => {
    expect(ContextQuery.parse({ ...least, tokens }).tokens).toBe(Number(tokens))
  })

  it.each(["499", "20001", "", " 600", "6e2", "600.0", "0x300", "-600", "abc", ["600", "700"]])(
    "refuses %j tokens",
    (tokens) => {
      expect(accepts(ContextQuery, { ...least, tokens })).toBe(false)
    },
  )

  it.each([
    ["1", true],
    ["50", true],
    ["0", false],
    ["51", false],
  ])("limit %s is accepted: %s", (limit, expected) => {
    expect(accepts(ContextQuery, { ...least, limit })).toBe(expected)
  })

  it.each([
    [0, false],
    [1, true],
    [500, true],
    [501, false],
  ])("a question of %d characters is accepted: %s", (length, expected) => {
    expect(accepts(ContextQuery, { ...least, query: "a".repeat(length) })).toBe(expected)
  })

  it("refuses the same parameter twice", () => {
    expect(accepts(ContextQuery, { ...least, query: ["a", "b"] })).toBe(false)
  })

  it("reports a library identifier of the wrong form with its own code and a missing one as a validation error", () => {
    expect(problemOf(ContextQuery, { ...least, libraryId: "honojs/website" })?.code).toBe("invalid_library_id")
    expect(problemOf(RefreshRequest, { libraryName: "hono" })?.code).toBe("invalid_library_id")
    expect(problemOf(MetricsQuery, { libraryId: "/hono" })?.code).toBe("invalid_library_id")
    expect(problemOf(ContextQuery, { query: "how" })).toEqual({
      code: "validation_error",
      message: "libraryId: is required",
    })
  })
})

describe("library search", () => {
  it("asks for the name when there is no question", () => {
    expect(SearchLibrariesQuery.parse({ libraryName: "hono" })).toEqual({
      libraryName: "hono",
      query: "hono",
      fast: "false",
    })
  })

  it.each([
    [{}],
    [{ libraryName: "" }],
    [{ libraryName: "a".repeat(501) }],
    [{ libraryName: "a", fast: "yes" }],
    [{ libraryName: "a", query: "" }],
  ])("refuses %j", (query) => {
    expect(problemOf(SearchLibrariesQuery, query)?.code).toBe("validation_error")
  })

  it("answers with results and whether access settings removed some", () => {
    expect(accepts(SearchLibrariesResponse, { results: [], searchFilterApplied: false })).toBe(true)
    expect(accepts(SearchLibrariesResponse, { results: [] })).toBe(false)
  })
})

describe("add requests", () => {
  const least = { docsRepoUrl: "https://github.com/honojs/website" }

  it("need only the address of a repository and drop fields nobody knows", () => {
    expect(AddGitRequest.parse({ ...least, surprise: 1 })).toEqual(least)
  })

  it.each([
    [true, true],
    [false, false],
    ["true", false],
    [1, false],
  ])("force %j is accepted: %s", (force, expected) => {
    expect(accepts(AddGitRequest, { ...least, force })).toBe(expected)
  })

  it.each(["-upload-pack=x", "a..b", "a b", "a~1", "x.lock", "/a", "a\u0000b", ""])(
    "refuse the branch %j",
    (branch) => {
      expect(accepts(AddGitRequest, { ...least, branch })).toBe(false)
    },
  )

  it("need what the decisions mark as required", () => {
    const wiki = {
      cloudId: "1",
      siteUrl: "https://x.atlassian.net",
      spaceKey: "K",
      spaceName: "Space",
      title: "T",
      description: "D",
    }
    const notes = { workspaceId: "1", workspaceName: "W", pageIds: ["p"], title: "T", description: "D" }
    for (const [schema, whole] of [
      [AddWikiRequest, wiki],
      [AddNotesRequest, notes],
      [AddGitRequest, least],
    ] as const) {
      expect(accepts(schema, whole)).toBe(true)
      for (const field of Object.keys(whole)) expect(accepts(schema, { ...whole, [field]: undefined })).toBe(false)
    }
  })

  it("tell limits of a crawl that are sent from those that are left out", () => {
    const websiteUrl = "https://nextjs.org"

    expect(AddWebsiteRequest.parse({ websiteUrl })).toEqual({ websiteUrl })
    expect(AddWebsiteRequest.parse({ websiteUrl, maxPages: 1000 })).toEqual({ websiteUrl, maxPages: 1000 })
  })

  it("take only true as force in a form, and a JSON array as relative paths", () => {
    expect(accepts(OpenApiUploadFields, { force: "true" })).toBe(true)
    expect(accepts(OpenApiUploadFields, { force: "false" })).toBe(false)
    expect(FileUploadFields.parse({ relativePaths: '["a/b.pdf"]' }).relativePaths).toEqual(["a/b.pdf"])
    expect(accepts(FileUploadFields, { relativePaths: "a/b.pdf" })).toBe(false)
    expect(accepts(FileUploadFields, { relativePaths: '{"a":1}' })).toBe(false)
  })

  it("read a manifest with fields nobody knows", () => {
    expect(LibraryConfig.parse({ $schema: "x", rules: ["r"], previousVersions: [{ tag: "v1", title: "1" }] })).toEqual({
      rules: ["r"],
      previousVersions: [{ tag: "v1" }],
    })
  })
})

describe("combined search query", () => {
  it("reads one library or several", () => {
    expect(CombinedSearchQuery.parse({ query: "q", library: "vue" }).library).toEqual(["vue"])
    expect(accepts(CombinedSearchQuery, { query: "q", library: ["a", "b", "c", "d"] })).toBe(true)
    expect(accepts(CombinedSearchQuery, { query: "q", library: ["a", "b", "c", "d", "e"] })).toBe(false)
    expect(accepts(CombinedSearchQuery, { query: "q", library: "a".repeat(121) })).toBe(false)
  })

  it("bounds question, language and version", () => {
    expect(accepts(CombinedSearchQuery, { query: "q".repeat(2000), language: "l".repeat(40), version: "LaTest" })).toBe(
      true,
    )
    expect(accepts(CombinedSearchQuery, { query: "q".repeat(2001) })).toBe(false)
    expect(accepts(CombinedSearchQuery, { query: "q", language: "l".repeat(41) })).toBe(false)
    expect(accepts(CombinedSearchQuery, { query: "q", version: "1.2.3.4" })).toBe(false)
  })
})

describe("metrics query", () => {
  it("covers 30 days unless told, at most 365", () => {
    expect(MetricsQuery.parse({ libraryId: "/a/b@1" }).days).toBe(30)
    expect(["1", "365", "0", "366"].map((days) => accepts(MetricsQuery, { libraryId: "/a/b", days }))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe("policy change", () => {
  it.each([
    [{}, false],
    [{ sourceTypes: {} }, true],
    [{ sourceTypes: { disable: ["wiki"] } }, true],
    [{ sourceTypes: { enable: ["wiki"], disable: ["confluence"] } }, false],
    [{ sourceTypes: { enable: ["gopher"] } }, false],
    [{ libraryFilters: { mode: null } }, true],
    [{ libraryFilters: { quality: { minTrustScore: 11 } } }, false],
    [{ libraryFilters: { quality: { minTrustScore: null, maxAgeDays: 1 } } }, true],
    [{ libraryFilters: { quality: { maxAgeDays: 0 } } }, false],
    [{ libraryFilters: { quality: { blockedLibraries: { add: ["/org", "/org/repo", "example.com"] } } } }, true],
    [{ libraryFilters: { quality: { blockedLibraries: { add: ["org repo"] } } } }, false],
    [{ libraryFilters: { quality: { blockedLibraries: { clear: true, add: ["/org"] } } } }, false],
    [{ libraryFilters: { select: { allowedLibraries: { clear: true } } } }, true],
    [{ libraryFilters: { quality: { repoFilters: { allowedLicenses: { add: ["Apache-2.0"] } } } } }, true],
  ])("%j is accepted: %s", (change, expected) => {
    expect(accepts(UpdatePoliciesRequest, change)).toBe(expected)
  })

  it("knows the wiki by its product name too", () => {
    expect(UpdatePoliciesRequest.parse({ sourceTypes: { enable: ["confluence"] } })).toEqual({
      sourceTypes: { enable: ["wiki"] },
    })
  })
})

describe("portable libraries", () => {
  it("are read with fields left out or null", () => {
    const { libraries } = ImportLibrariesRequest.parse({
      libraries: [{ project: "/a/b", title: null, infoSnippets: [{ content: "text" }], versions: ["v1"] }],
    })

    expect(libraries[0]).toMatchObject({
      project: "/a/b",
      title: "",
      codeSnippets: [],
      infoSnippets: [{ content: "text", id: "" }],
      rules: [],
    })
    expect(libraries[0]?.versions).toEqual([{ tag: "v1", codeSnippets: [], infoSnippets: [] }])
  })

  it("read back what an export holds, with nothing lost", () => {
    const code = {
      id: "u",
      title: "t",
      description: "d",
      language: "ts",
      codeList: [{ language: "ts", code: "x" }],
      tokens: 3,
      pageTitle: "p",
    }
    const info = { id: "u", content: "c", breadcrumb: "b", tokens: 2, pageTitle: "p" }
    const library = {
      project: "/a/b",
      title: "t",
      description: "d",
      type: "repo",
      language: "English",
      branch: "main",
      docsRepoUrl: "r",
      docsSiteUrl: "s",
      codeSnippets: [code],
      infoSnippets: [info],
      versions: [{ tag: "v1", codeSnippets: [code], infoSnippets: [] }],
      rules: ["r"],
    }
    const bundle = PortableBundle.parse({ libraries: [library] })

    expect(bundle.libraries).toEqual([library])
    expect(ImportLibrariesRequest.parse(bundle).libraries).toEqual([library])
  })
})
