import { describe, expect, it } from "vitest"
import type { Job } from "../jobs/jobs.ts"
import { FORCE_ADVICE, FORCE_MOVED_ADVICE } from "../sources/add.ts"
import { answerToolCall, type DocumentationSource, UnknownTool } from "./answer-tool-call.ts"

/** A source that answers every question with what it was asked. */
function aSource(given: Partial<DocumentationSource> = {}): DocumentationSource {
  return {
    searchLibraries: async () => ({ results: [], searchFilterApplied: false }),
    readContext: async (query) => ({ text: JSON.stringify(query) }),
    searchDocumentation: async (query) => ({ text: JSON.stringify(query) }),
    addLibrary: async (kind, address) => ({ libraryName: "/a/b", message: `${kind} ${address}` }),
    refreshLibrary: async (libraryId) => ({ message: `refreshing ${libraryId}` }),
    newestJob: async () => undefined,
    libraryProblems: async () => [],
    explainFailure: (thrown) => (thrown as Error).message,
    ...given,
  }
}

const call = async (name: string, given?: Record<string, unknown>, source = aSource()) => {
  const { content, isError } = await answerToolCall(source, { name, arguments: given })
  return [content[0]?.text, isError ?? false] as const
}

describe("answerToolCall", () => {
  it("hands the arguments on with their defaults", async () => {
    const [asked] = await call("query-docs", { libraryID: "/a/b", question: "how" })
    const [searched] = await call("search-docs", { query: "how", libraries: "react", tokens: 700 })

    expect(JSON.parse(asked!)).toEqual({
      libraryId: "/a/b",
      query: "how",
      type: "txt",
      fast: "false",
      tokens: 5000,
      length: "auto",
    })
    expect(JSON.parse(searched!)).toEqual({
      query: "how",
      library: ["react"],
      type: "txt",
      tokens: 700,
      length: "auto",
    })
  })

  it("adds by address and says how to go on, but takes no path", async () => {
    expect(await call("add-library", { url: "https://hono.dev/llms.txt" })).toEqual([
      "llmstxt https://hono.dev/llms.txt\nLibrary ID: /a/b\nCall job-status with it to see how far it is.",
      false,
    ])
    expect(await call("add-library", { url: "./handbook.pdf" })).toEqual([
      "url: ./handbook.pdf is a file path. Send a URL that begins with https://",
      true,
    ])
  })

  it("says what went wrong when a job has succeeded", async () => {
    const job: Job = {
      id: "job1",
      kind: "add",
      libraryId: "/a/b",
      versionTag: null,
      state: "succeeded",
      stage: null,
      progress: {},
      attempt: 1,
      error: null,
      cancelRequested: false,
      createdAt: "2026-11-20T12:00:00.000Z",
      startedAt: "2026-11-20T12:00:00.000Z",
      finishedAt: "2026-11-20T12:00:02.000Z",
      nextAttemptAt: null,
    }
    const source = aSource({ newestJob: async () => job, libraryProblems: async () => ["problems: 2 pages"] })

    expect(await call("job-status", { libraryId: "/a/b" }, source)).toEqual([
      "/a/b: succeeded in 2.0 s\nproblems: 2 pages",
      false,
    ])
  })

  it("names the tool that processes an existing library again", async () => {
    const source = aSource({
      addLibrary: async () => ({ libraryName: "/a/b", message: `/a/b already exists. ${FORCE_ADVICE}` }),
    })

    const [text] = await call("add-library", { url: "https://github.com/a/b" }, source)

    expect(text).toContain("/a/b already exists. Call refresh-library to process it again\nLibrary ID: /a/b")
  })

  it("names the command that adds another repository at the old address of a moved one", async () => {
    const message = `/a/b has moved to /c/d. ${FORCE_MOVED_ADVICE}`
    const source = aSource({ addLibrary: async () => ({ libraryName: "/c/d", message }) })

    const [text] = await call("add-library", { url: "https://github.com/a/b" }, source)

    expect(text).toContain(
      "/a/b has moved to /c/d. If another repository has the old address now, tell the user to run",
    )
    expect(text).not.toContain("Send force")
  })

  it("suggests similar names when no library matches", async () => {
    const found = { results: [], searchFilterApplied: false, suggestions: ["/pallets/flask"] }
    const source = aSource({ searchLibraries: async () => found })

    const result = await answerToolCall(source, { name: "resolve-library-id", arguments: { libraryName: "flaskette" } })

    expect(result.content[0]?.text).toContain('No library matches "flaskette". Similar names: /pallets/flask.')
    expect(result.structuredContent).toMatchObject({ libraryIds: [], suggestions: ["/pallets/flask"] })
  })

  it("says in text and as data which version was served", async () => {
    const text = "Library: /a/b\n\n### Intro\nSource: https://a.example/intro\n\nHello\n"
    const source = aSource({
      searchDocumentation: async () => ({ text, servedVersion: "current", partialReason: "versionUnverified" }),
      readContext: async () => ({ text, servedVersion: "15.1.8" }),
    })
    const searched = await answerToolCall(source, { name: "search-docs", arguments: { query: "q", version: "0.1" } })
    const asked = await answerToolCall(source, {
      name: "query-docs",
      arguments: { libraryId: "/a/b/v15.1.8", query: "q" },
    })

    expect(searched.content[0]?.text).toBe(
      `[Version 0.1 is not available. This answer is from the current documentation.]\n\n${text}`,
    )
    expect(searched.structuredContent).toMatchObject({ version: { requested: "0.1", served: "current" } })
    expect(asked.content[0]?.text).toBe(text)
    expect(asked.structuredContent).toMatchObject({ version: { requested: "v15.1.8", served: "15.1.8" } })
  })

  it("asks for the job of a library without its version", async () => {
    const source = aSource({ newestJob: async (libraryId) => Promise.reject(new Error(`asked for ${libraryId}`)) })

    expect(await call("job-status", { libraryId: "/a/b@v2" }, source)).toEqual(["asked for /a/b", true])
    expect(await call("job-status", { libraryId: "/a/b" })).toEqual(["/a/b has no job", false])
    expect(await call("refresh-library", { libraryId: "/a/b" })).toEqual(["refreshing /a/b", false])
  })

  it("turns every failure into a result of bounded length", async () => {
    const failing = (message: string | undefined) =>
      aSource({ readContext: async () => Promise.reject(new Error("x")), explainFailure: () => message })
    const question = { libraryId: "/a/b", query: "q" }

    expect(await call("query-docs", { query: "q" })).toEqual(["libraryId: is required", true])
    expect(await call("query-docs", question, failing(undefined))).toEqual([
      "the server failed to answer. Try again later",
      true,
    ])
    const [text, isError] = await call("query-docs", question, failing("y".repeat(100_000)))
    expect([text!.length, isError]).toEqual([1500, true])
  })

  it("knows no tool of another name, nor those of objects", async () => {
    for (const name of ["no-such", "constructor", "__proto__"]) {
      await expect(call(name)).rejects.toThrow(UnknownTool)
    }
  })
})
