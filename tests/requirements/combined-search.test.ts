import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CombinedSearchResponse, LIMITS, SEARCH_HEADERS, SearchLibrariesResponse } from "@lectern/contract"
import { startProgram, type Program } from "./program.ts"

const names = ["otterkit", "sealbase", "walrusdb", "puffinjs", "narwhalui", "belugaql"]
const passages = (name: string, version: string) =>
  Array.from({ length: 12 }, (_, at) => ({
    id: `https://${name}.example/${version}/page-${at}`,
    content: `How ${name} ${version} connects in step ${at}: call \`${name}.connect(${at})\` and wait for the tide.`,
    breadcrumb: `${name} > Connecting > Step ${at}`,
    tokens: 40,
    pageTitle: "Connecting",
  }))
const libraries = names.map((name) => ({
  project: `/${name}/docs`,
  title: name,
  description: `The ${name} library`,
  infoSnippets: passages(name, "current"),
  versions:
    name === "otterkit"
      ? ["v15.1.0", "v15.2.0", "v14.0.0", "v16.0.0-rc.1"].map((tag) => ({ tag, infoSnippets: passages(name, tag) }))
      : [],
}))

let program: Program
beforeAll(async () => {
  program = await startProgram()
  await program.call("POST", "/api/v2/import-libraries", { key: program.key, json: { libraries } })
  await Promise.all(libraries.map(({ project }) => program.settle(project)))
})
afterAll(() => program.close())

type Query = Readonly<Record<string, string>> | readonly (readonly [string, string])[]
const isPairs = (query: Query): query is readonly (readonly [string, string])[] => Array.isArray(query)
const search = (query: Query) => {
  const given: readonly (readonly [string, string])[] = isPairs(query) ? query : Object.entries(query)
  const pairs = given.map(([name, value]): [string, string] => [name, value])
  return program.call("GET", `/api/v3/search?${new URLSearchParams(pairs).toString()}`)
}
const searchJson = async (query: Readonly<Record<string, string>>) => {
  const { headers, json } = await search({ type: "json", ...query })
  return { headers, body: CombinedSearchResponse.parse(json) }
}
const librariesOf = ({ codeSnippets, infoSnippets }: CombinedSearchResponse) =>
  new Set([...codeSnippets, ...infoSnippets].map(({ libraryId }) => libraryId))

describe("the combined search", () => {
  it("selects the libraries that the question names and answers once from all of them", async () => {
    const answer = await search({ query: "how do otterkit and sealbase connect" })

    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"])
    expect(answer.text).toMatch(/^Library: \/(otterkit|sealbase)\/docs\n/)
    expect(answer.text).toContain("Library: /otterkit/docs\n")
    expect(answer.text).toContain("Library: /sealbase/docs\n")
    expect(answer.text).not.toContain("walrusdb")
  })

  it("selects four libraries at most", async () => {
    const { body } = await searchJson({ query: `how do ${names.join(" and ")} connect`, tokens: "20000" })

    expect(librariesOf(body).size).toBe(LIMITS.combinedLibrariesMaxCount)
  })

  it("takes libraries by fuzzy name or exact identifier, up to four", async () => {
    const query = [
      ["query", "how to connect"],
      ["type", "json"],
      ["library", "walrus db"],
      ["library", "/puffinjs/docs"],
    ] as const
    const body = CombinedSearchResponse.parse((await search(query)).json)
    const tooMany = await search([["query", "a"], ...names.slice(0, 5).map((name) => ["library", name] as const)])

    expect(librariesOf(body)).toEqual(new Set(["/walrusdb/docs", "/puffinjs/docs"]))
    expect(tooMany.status).toBe(400)
  })

  it("searches an identifier that is not indexed by its product name instead", async () => {
    const { body } = await searchJson({ query: "how to connect", library: "/vercel/sealbase" })

    expect(librariesOf(body)).toEqual(new Set(["/sealbase/docs"]))
  })

  it("does not answer for an identifier that is not indexed from another library of its owner", async () => {
    const { headers, body } = await searchJson({ query: "how does otterkit connect", library: "/sealbase/jest" })

    expect(librariesOf(body)).toEqual(new Set(["/otterkit/docs"]))
    expect(headers[SEARCH_HEADERS.reason.toLowerCase()]).toBe("libraryNotFound")
  })

  it("says that another library of the same product answers for an identifier that is not indexed", async () => {
    const { headers, body } = await searchJson({ query: "how to connect", library: "/zoo/otterkit" })

    expect(librariesOf(body)).toEqual(new Set(["/otterkit/docs"]))
    expect(headers[SEARCH_HEADERS.reason.toLowerCase()]).toBe("libraryNotFound")
  })

  it("searches the libraries that the other hints name, and says that one names none", async () => {
    const hints = ["/sealbase/docs", "/sealbase/jest"].map((hint) => ["library", hint] as const)
    const answered = await search([["query", "how to connect"], ["type", "json"], ...hints])

    expect(librariesOf(CombinedSearchResponse.parse(answered.json))).toEqual(new Set(["/sealbase/docs"]))
    expect(answered.headers[SEARCH_HEADERS.reason.toLowerCase()]).toBe("libraryNotFound")
  })

  it("reports the version of the hint, which takes precedence over that of the request", async () => {
    const { body } = await searchJson({ query: "how to connect", library: "sealbase@2", version: "9" })

    expect(body.version).toMatchObject({ requested: "2", status: "unverified" })
  })

  it("lets the question choose when no hint names a library, and says so", async () => {
    const { headers, body } = await searchJson({ query: "how does otterkit connect", library: "zzqqxx" })

    expect(librariesOf(body)).toEqual(new Set(["/otterkit/docs"]))
    expect(headers[SEARCH_HEADERS.status.toLowerCase()]).toBe("partial")
    expect(headers[SEARCH_HEADERS.reason.toLowerCase()]).toBe("libraryNotFound")
  })

  it.each([500, 1000])("never exceeds %d tokens", async (tokens) => {
    const { text } = await search({
      query: "how do otterkit and sealbase and walrusdb connect",
      tokens: String(tokens),
    })

    expect(countTokens(text)).toBeLessThanOrEqual(tokens)
  })

  it("answers 404 no_documentation_found when nothing matches", async () => {
    const answer = await search({ query: "zzqq xxvv" })

    expect([answer.status, answer.json]).toMatchObject([404, { error: "no_documentation_found" }])
  })

  it("takes a question of 2000 characters and refuses a longer one", async () => {
    const question = "otterkit connect fails: ".padEnd(
      LIMITS.combinedQuestionMaxCharacters,
      "at step (internal/x.js:1:1) ",
    )

    expect((await search({ query: question.slice(0, 2000) })).status).toBe(200)
    expect((await search({ query: `${question.slice(0, 2000)}x` })).status).toBe(400)
  })

  it("prefers a language and excludes nothing for it", async () => {
    const answer = await search({ query: "how does otterkit connect", language: "Rust" })

    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("otterkit.connect")])
  })
})

describe("a package that a library documents", () => {
  it("finds the library by its name", async () => {
    const snippet = (at: number, code: string) => ({
      id: `https://handbook.example/page-${at}`,
      title: `Rafts, part ${at}`,
      description: "How a raft floats.",
      language: "ts",
      codeList: [{ language: "ts", code }],
      tokens: 40,
      pageTitle: `Rafts, part ${at}`,
    })
    const codes = ["npm i raftlib", "npm i raftlib", "npm i raftlib zod", 'import { z } from "zod"']
    const handbook = {
      project: "/acme/handbook",
      title: "Handbook",
      description: "How we work",
      codeSnippets: codes.map((code, at) => snippet(at, code)),
    }
    await program.call("POST", "/api/v2/import-libraries", { key: program.key, json: { libraries: [handbook] } })
    await program.settle("/acme/handbook")
    const found = async (libraryName: string) => {
      const { json } = await program.call(
        "GET",
        `/api/v2/libs/search?${new URLSearchParams({ libraryName }).toString()}`,
      )
      return SearchLibrariesResponse.parse(json).results.map(({ id }) => id)
    }

    await expect.poll(() => found("raftlib")).toEqual(["/acme/handbook"])
  })
})

describe("a version in the combined search", () => {
  const query = "how does otterkit connect"

  it.each([
    [{ version: "15" }, "v15.2.0"],
    [{ version: "v15.1" }, "v15.1.0"],
    [{ version: "V14" }, "v14.0.0"],
    [{ library: "otterkit@15" }, "v15.2.0"],
    [{ library: "/otterkit/docs@14" }, "v14.0.0"],
    [{ library: "/otterkit/docs/v15.1.0" }, "v15.1.0"],
  ])("%j is served verified with %s", async (asked, tag) => {
    const { headers, body } = await searchJson({ query, library: "otterkit", ...asked })

    expect(headers[SEARCH_HEADERS.version.toLowerCase()]).toBe(tag)
    expect(headers).not.toHaveProperty(SEARCH_HEADERS.status.toLowerCase())
    expect(body.version).toMatchObject({
      status: "verified",
      libraries: [{ libraryId: "/otterkit/docs", served: tag, status: "verified" }],
    })
    expect(body.infoSnippets[0]?.pageId).toContain(`/${tag}/`)
  })

  it("that only a prerelease matches is served with it and says so", async () => {
    const { headers, body } = await searchJson({ query, library: "otterkit", version: "16" })

    expect(headers[SEARCH_HEADERS.status.toLowerCase()]).toBe("partial")
    expect(headers[SEARCH_HEADERS.reason.toLowerCase()]).toBe("versionPrerelease")
    expect(headers[SEARCH_HEADERS.version.toLowerCase()]).toBe("v16.0.0-rc.1")
    expect(body.version?.status).toBe("prerelease")
  })

  it("that is not there is answered from current documentation, which the answer says", async () => {
    const { headers, body } = await searchJson({ query, library: "otterkit", version: "9.9" })

    expect(headers[SEARCH_HEADERS.status.toLowerCase()]).toBe("partial")
    expect(headers[SEARCH_HEADERS.reason.toLowerCase()]).toBe("versionUnverified")
    expect(headers[SEARCH_HEADERS.version.toLowerCase()]).toBe("current")
    expect(body.version).toMatchObject({ requested: "9.9", status: "unverified", libraries: [{ served: "current" }] })
  })

  it.each([
    { version: "latest" },
    { version: "LATEST" },
    { library: "otterkit@latest" },
    { library: "/otterkit/docs@Latest" },
    { library: "/otterkit/docs/latest" },
  ])("of %j equals no version", async (asked) => {
    const { headers, body } = await searchJson({ query, library: "otterkit", ...asked })

    expect(headers).not.toHaveProperty(SEARCH_HEADERS.version.toLowerCase())
    expect(body.version).toBeUndefined()
    expect(body.infoSnippets[0]?.pageId).toContain("/current/")
  })

  it("applies without a library when the question names one product, and not when it names several", async () => {
    const one = await searchJson({ query, version: "14" })
    const several = await searchJson({ query: "how do otterkit and sealbase connect", version: "14" })

    expect(one.body.version?.libraries).toMatchObject([{ libraryId: "/otterkit/docs", served: "v14.0.0" }])
    expect(several.body.version).toBeUndefined()
  })

  it("is a preference with several libraries, and each says what it served", async () => {
    const pairs = [
      ["query", "how to connect"],
      ["type", "json"],
      ["version", "14"],
      ["library", "otterkit"],
      ["library", "sealbase"],
    ] as const
    const body = CombinedSearchResponse.parse((await search(pairs)).json)
    const served = new Map(body.version?.libraries.map(({ libraryId, served: tag }) => [libraryId, tag]))

    expect(served).toEqual(
      new Map([
        ["/otterkit/docs", "v14.0.0"],
        ["/sealbase/docs", "current"],
      ]),
    )
    expect(body.version?.status).toBe("unverified")
  })
})

describe("a version behind the identifier of a context", () => {
  const ask = (libraryId: string) =>
    program.call(
      "GET",
      `/api/v2/context?${new URLSearchParams({ libraryId, query: "how does otterkit connect" }).toString()}`,
    )

  it.each([
    ["/otterkit/docs", "current"],
    ["/otterkit/docs/v15", "v15.2.0"],
    ["/otterkit/docs@15.1", "v15.1.0"],
    ["/OtterKit/docs@otterkit@14", "v14.0.0"],
    ["/otterkit/docs/16", "v16.0.0-rc.1"],
  ])("%s is answered from %s", async (libraryId, served) => {
    const { status, text } = await ask(libraryId)

    expect([
      status,
      new Set([...text.matchAll(/^Source: https:\/\/otterkit\.example\/([^/]+)\//gm)].map(([, tag]) => tag)),
    ]).toEqual([200, new Set([served])])
  })

  it("answers 404 tag_not_found with the tags that are there", async () => {
    const answer = await ask("/otterkit/docs/9")

    expect([answer.status, answer.json]).toMatchObject([
      404,
      { error: "tag_not_found", message: expect.stringContaining("v15.2.0") },
    ])
  })

  it("stands in search results newest first", async () => {
    const found = await program.call("GET", "/api/v2/libs/search?libraryName=otterkit")

    expect(SearchLibrariesResponse.parse(found.json).results[0]?.versions).toEqual([
      "v16.0.0-rc.1",
      "v15.2.0",
      "v15.1.0",
      "v14.0.0",
    ])
  })
})
