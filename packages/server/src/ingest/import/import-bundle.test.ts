import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { aJob, aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { MAX_SNIPPET_TOKENS, openIndex } from "@lectern/engine"
import { stopJob } from "../run/stop-job.ts"
import { leftovers, openTestWorker, type TestWorker, textSource } from "../run/test-worker.testing.ts"

let testWorker: TestWorker

beforeEach(async () => {
  testWorker = await openTestWorker(async () => textSource({}))
})
afterEach(() => testWorker.close())

async function queue(libraries: readonly object[], force = false): Promise<JobRecord> {
  const bundleHash = await testWorker.blobs.put(Buffer.from(JSON.stringify({ libraries })))
  return testWorker.catalogue.jobs.add(aJob(null, { kind: "import", payload: { bundleHash, force } }))
}

function portable(project: string, given: object = {}): object {
  const infoSnippets = [
    { id: `https://github.com${project}`, content: `About ${project}, a library.`, breadcrumb: "Readme" },
  ]
  return {
    project,
    title: "A title",
    description: "What it does",
    type: "repo",
    branch: "main",
    infoSnippets,
    ...given,
  }
}

async function indexOf(id: string, tag = "") {
  const library = await testWorker.library(id)
  const version = await testWorker.catalogue.versions.get(library!.key, tag)
  return openIndex(await testWorker.blobs.localPath(version!.indexHash!))
}

describe("import of a bundle", () => {
  it("makes finalized libraries of everything in it", async () => {
    const many = Array.from({ length: 45 }, (_, number) => portable(`/many/lib-${number}`))

    const job = await testWorker.runUntilEnd((await queue(many)).id)

    expect(job).toMatchObject({ state: "succeeded", progress: { filesTotal: 45, filesDone: 45, snippets: 45 } })
    expect(await testWorker.library("/many/LIB-44")).toMatchObject({
      state: "finalized",
      kind: "repo",
      title: "A title",
      description: "What it does",
      source: { type: "import" },
      totalSnippets: 1,
      publishedAtMs: expect.any(Number),
    })
    expect((await leftovers(testWorker)).work).toEqual([])
  })

  it("keeps snippets as given, in the order of their lines, with their headings", async () => {
    const url = "https://github.com/a/b/blob/main/guide.md"
    const code = {
      id: `${url}#L10-L14`,
      title: "Use it",
      description: "How it is used:",
      language: "python",
      codeList: [{ language: "python", code: "x = 1" }],
      pageTitle: "Guide",
    }
    const info = { id: `${url}#L20-L30`, content: "Some prose.", breadcrumb: "Guide > Details", pageTitle: "Guide" }
    await testWorker.runUntilEnd((await queue([portable("/a/b", { infoSnippets: [info], codeSnippets: [code] })])).id)

    const index = await indexOf("/a/b")
    const stored = index.snippets()

    expect([...stored]).toMatchObject([
      {
        kind: "code",
        title: "Use it",
        description: "How it is used:",
        codes: [{ language: "python", code: "x = 1" }],
        url: code.id,
      },
      { kind: "prose", content: "Some prose.", headingPath: ["Guide", "Details"], url: info.id },
    ])
    index.close()
  })

  it("cuts a snippet that is longer than a block of an answer may be", async () => {
    const content = Array.from(
      { length: 60 },
      (_, number) => `Paragraph ${number} says something about the matter at hand.`,
    ).join("\n\n")
    const info = { id: "https://example.org/long", content, breadcrumb: "Long" }
    await testWorker.runUntilEnd((await queue([portable("/a/long", { infoSnippets: [info] })])).id)

    const index = await indexOf("/a/long")
    const stored = [...index.snippets()]

    expect(stored.length).toBeGreaterThan(1)
    expect(Math.max(...stored.map((snippet) => snippet.tokens))).toBeLessThanOrEqual(MAX_SNIPPET_TOKENS)
    expect(stored.map((snippet) => snippet.content).join("\n\n")).toContain("Paragraph 59")
    expect(new Set(stored.map((snippet) => snippet.url))).toEqual(new Set(["https://example.org/long"]))
    index.close()
  })

  it("leaves living libraries alone unless it is forced, and says what it did not do", async () => {
    await testWorker.submit({ id: "/a/lives" })

    const job = await testWorker.runUntilEnd(
      (await queue([portable("/a/lives"), portable("no id"), portable("/a/new")])).id,
    )

    expect(job).toMatchObject({ state: "succeeded", progress: { filesDone: 1, filesLeftOut: 1, filesFailed: 1 } })
    expect(await testWorker.library("/a/lives")).toMatchObject({ source: { type: "git" } })
    const forced = await testWorker.runUntilEnd((await queue([portable("/a/lives", { title: "Other" })], true)).id)
    expect(forced).toMatchObject({ progress: { filesDone: 1 } })
    expect(await testWorker.library("/a/lives")).toMatchObject({
      source: { type: "import" },
      title: "Other",
      state: "finalized",
    })
  })

  it("imports versions that carry snippets beside the library's own", async () => {
    const infoSnippets = [{ id: "https://example.org/v1", content: "The old way of doing it.", breadcrumb: "Old" }]
    await testWorker.runUntilEnd(
      (await queue([portable("/a/b", { versions: [{ tag: "v1", infoSnippets }, "v2"] })])).id,
    )

    const library = await testWorker.library("/a/b")
    const versions = await testWorker.catalogue.versions.ofLibrary(library!.key)

    expect(versions.map(({ tag, state }) => [tag, state])).toEqual([
      ["", "finalized"],
      ["v1", "finalized"],
    ])
    const index = await indexOf("/a/b", "v1")
    expect([...index.snippets()]).toMatchObject([{ content: "The old way of doing it." }])
    index.close()
  })

  it("goes on after a crash without touching what it had imported", async () => {
    const libraries = [portable("/a/1"), portable("/a/2")]
    await testWorker.runUntilEnd((await queue(libraries)).id)
    const first = await testWorker.library("/a/1")

    const again = await testWorker.runUntilEnd((await queue(libraries, true)).id)

    expect(again).toMatchObject({ state: "succeeded", progress: { filesDone: 0, filesLeftOut: 2 } })
    expect(await testWorker.library("/a/1")).toEqual(first)
  })

  it("ends the waiting of libraries whose import is cancelled", async () => {
    const source = { ...(await testWorker.submit()).library.source, type: "import" } as const
    const waiting = aLibrary({ id: "/a/waits", source })
    await testWorker.catalogue.libraries.add(waiting)
    const job = await queue([portable("/a/waits"), portable("/a/other")])

    expect(await stopJob(testWorker, job.id)).toMatchObject({ state: "cancelled" })

    expect(await testWorker.library("/a/waits")).toMatchObject({ state: "error", stateReason: "it was cancelled" })
    expect(await testWorker.library("/a/other")).toBeUndefined()
    await testWorker.runUntilEnd((await queue([portable("/a/waits")])).id)
    expect(await testWorker.library("/a/waits")).toMatchObject({ state: "finalized", stateReason: null })
  })

  it("fails a bundle that is not JSON", async () => {
    const bundleHash = await testWorker.blobs.put(Buffer.from("not json"))
    const job = await testWorker.catalogue.jobs.add(aJob(null, { kind: "import", payload: { bundleHash } }))

    expect(await testWorker.runUntilEnd(job.id)).toMatchObject({ state: "failed", errorCode: "validation_error" })
  })
})
