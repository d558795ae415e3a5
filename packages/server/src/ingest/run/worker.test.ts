import { gunzipSync } from "node:zlib"
import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { aPublication } from "../../catalogue/catalogue.contract.testing.ts"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import { openIndex } from "@lectern/engine"
import { EmptyRepository, SourceUnreachable } from "../../sources/base/errors.ts"
import type { OpenSource } from "../../sources/open-source.ts"
import { buildIndex } from "../read/build-index.ts"
import { PAGE_STAGES, type PageStages } from "../read/make-page.ts"
import type { Stages } from "../read/stages.ts"
import { createWorker } from "./worker.ts"
import { fileItem, leftovers, openTestWorker, textSource, type TestWorker, until } from "./test-worker.testing.ts"

const GUIDE =
  "# Guide\n\nA dependency is declared with `Depends`, a function that tells the framework what to call.\n\n```python\nDepends(get_db)\n```\n"

let testWorker: TestWorker

async function open(openSource: OpenSource, clock = manualClock()) {
  testWorker = await openTestWorker(openSource, clock)
  return clock
}
afterEach(() => testWorker.close())

async function reportOf(hash: string | null): Promise<IngestionReport> {
  return JSON.parse(gunzipSync(await testWorker.blobs.get(hash!)).toString()) as IngestionReport
}

/** Runs a worker for as long as the work takes. */
async function withWorker(work: (wake: () => void) => Promise<void>, concurrency = 1): Promise<void> {
  const stop = new AbortController()
  const worker = createWorker({ ...testWorker, concurrency })
  const running = worker.run(stop.signal)
  try {
    await work(() => worker.wake())
  } finally {
    stop.abort()
    await running
  }
}

describe("worker", () => {
  it("turns a queued library into a served index with title, description, totals and a report", async () => {
    const readmeText =
      "# FastAPI\n\n[![CI](https://x/y.svg)](https://x)\n\nFastAPI is a *modern* [web framework](https://x) for building APIs.\n"
    const source = textSource(
      { "docs/guide.md": GUIDE, "logo.txt": "\u0000\u0001\u0002" },
      {
        readmeText,
        tags: [
          { name: "0.9", revision: "1" },
          { name: "0.10", revision: "2" },
        ],
      },
    )
    await open(async () => source)
    const { library, job } = await testWorker.submit({ title: "fastapi", description: "" })

    const ended = await testWorker.runUntilEnd(job.id)

    expect(ended).toMatchObject({
      state: "succeeded",
      payload: { outcome: "published" },
      attempts: 1,
      stage: "publishing",
    })
    const served = await testWorker.library(library.id)
    expect(served).toMatchObject({
      state: "finalized",
      stateReason: null,
      title: "FastAPI",
      description: "FastAPI is a modern web framework for building APIs.",
      branch: "main",
      availableTags: ["0.10", "0.9"],
      publishedAtMs: testWorker.clock.now(),
    })
    expect(served!.totalSnippets).toBeGreaterThan(0)
    const version = (await testWorker.catalogue.versions.get(library.key, ""))!
    expect(version).toMatchObject({
      state: "finalized",
      revision: source.revision,
      totalSnippets: served!.totalSnippets,
    })
    const index = openIndex(await testWorker.blobs.localPath(version.indexHash!))
    expect(index.meta.snippets).toBe(served!.totalSnippets)
    index.close()
    const report = await reportOf(ended.reportHash)
    expect(report.indexed).toMatchObject([{ path: "docs/guide.md" }])
    expect(report.leftOut).toEqual([{ path: "logo.txt", reason: "binary" }])
    expect((await leftovers(testWorker)).work).toEqual([])
  })

  it("does no work when neither the revision nor the recipe has changed, and all of it when forced", async () => {
    let openings = 0
    await open(async ({ knownRevision }) => {
      openings++
      const source = textSource({ "guide.md": GUIDE })
      return knownRevision === source.revision ? { ...source, unchanged: true, items: failOnUse } : source
    })
    const { library, job } = await testWorker.submit()
    await testWorker.runUntilEnd(job.id)
    const first = await testWorker.catalogue.versions.get(library.key, "")

    const again = await testWorker.catalogue.jobs.add({ ...job, payload: {} })
    expect(await testWorker.runUntilEnd(again.id)).toMatchObject({
      state: "succeeded",
      payload: { outcome: "unchanged" },
    })
    expect(await testWorker.catalogue.versions.get(library.key, "")).toEqual(first)

    const forced = await testWorker.catalogue.jobs.add({ ...job, payload: { force: true } })
    expect(await testWorker.runUntilEnd(forced.id)).toMatchObject({ payload: { outcome: "published" } })
    const { folders: _folders, ...source } = library.source
    await testWorker.catalogue.libraries.update(library.key, { source: { ...source, folders: ["docs"] } })
    const changed = await testWorker.catalogue.jobs.add({ ...job, payload: {} })
    expect(await testWorker.runUntilEnd(changed.id)).toMatchObject({ payload: { outcome: "published" } })
    expect(openings).toBe(4)
    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized" })
  })

  it("records a file that cannot be read and goes on with the others", async () => {
    await open(async () => textSource({ "a.md": "boom", "b.md": GUIDE }))
    const { library, job } = await testWorker.submit()
    const parsePage: PageStages["parsePage"] = (...given) => {
      if (given[0].text === "boom") throw new Error("the parser is broken")
      return PAGE_STAGES.parsePage(...given)
    }
    const stages: Stages = {
      ...testWorker.stages,
      loadBuildIndex: async () => (request, watch) => buildIndex(request, watch, { ...PAGE_STAGES, parsePage }),
    }
    const stop = new AbortController()
    const running = createWorker({ ...testWorker, stages, concurrency: 1 }).run(stop.signal)

    const ended = await until(
      async () => (await testWorker.catalogue.jobs.list({ state: "succeeded", offset: 0, limit: 1 }))[0],
    )
    stop.abort()
    await running

    expect(ended.id).toBe(job.id)
    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized" })
    const report = await reportOf(ended.reportHash)
    expect(report.failed).toEqual([{ path: "a.md", reason: "the parser is broken" }])
    expect(report.indexed).toMatchObject([{ path: "b.md" }])
  })

  it("says why a first ingestion failed, and tries it again when asked", async () => {
    let isEmpty = true
    await open(async () => {
      if (isEmpty) throw new EmptyRepository("the repository has no commits yet")
      return textSource({ "a.md": GUIDE })
    })
    const { library, job } = await testWorker.submit()

    const failed = await testWorker.runUntilEnd(job.id)
    expect(failed).toMatchObject({ state: "failed", errorCode: "no_snippets_found", attempts: 1 })
    expect(await testWorker.library(library.id)).toMatchObject({
      state: "error",
      stateReason: "the repository has no commits yet",
    })

    isEmpty = false
    const again = await testWorker.catalogue.jobs.add({ ...job, payload: {} })
    await testWorker.runUntilEnd(again.id)
    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized", stateReason: null })
  })

  it("fails with no_snippets_found when there is no documentation, and keeps the report", async () => {
    await open(async () => ({
      ...textSource({ "empty.md": "  \n" }),
      async *items() {
        yield { kind: "left-out", path: "*.png", reason: "not_documentation", detail: "412 files" } as const
        yield fileItem("empty.md", Buffer.from(" "))
      },
    }))
    const { library, job } = await testWorker.submit()

    const failed = await testWorker.runUntilEnd(job.id)

    expect(failed).toMatchObject({ state: "failed", errorCode: "no_snippets_found" })
    expect((await reportOf(failed.reportHash)).leftOut).toHaveLength(2)
    expect(await testWorker.library(library.id)).toMatchObject({ state: "error" })
    expect((await leftovers(testWorker)).work).toEqual([])
  })

  it("says on the first line of the report why much of the documentation was left out", async () => {
    await open(async () => ({
      ...textSource({ "a.md": GUIDE }, { notes: ["something else"] }),
      async *items() {
        yield { kind: "left-out", path: "*", reason: "translation", detail: "more", fileCount: 3 } as const
        yield { kind: "left-out", path: "*.png", reason: "not_documentation", fileCount: 412 } as const
        yield fileItem("a.md", Buffer.from(GUIDE))
      },
    }))
    const { job } = await testWorker.submit()

    const { reportHash } = await testWorker.runUntilEnd(job.id)

    expect((await reportOf(reportHash)).notes).toEqual([
      "3 of 4 documentation files (75%) were left out: 3 translations of other pages",
      "something else",
    ])
  })

  it("keeps the last good index when a refresh fails", async () => {
    let texts: Record<string, string> = { "a.md": GUIDE }
    await open(async () => textSource(texts))
    const { library, job } = await testWorker.submit()
    await testWorker.runUntilEnd(job.id)
    const served = await testWorker.catalogue.versions.get(library.key, "")

    texts = { "a.md": "" }
    const refresh = await testWorker.catalogue.jobs.add({ ...job, payload: {} })
    expect(await testWorker.runUntilEnd(refresh.id)).toMatchObject({ state: "failed", errorCode: "no_snippets_found" })

    expect(await testWorker.library(library.id)).toMatchObject({
      state: "finalized",
      stateReason: expect.stringContaining("no documentation"),
    })
    expect(await testWorker.catalogue.versions.get(library.key, "")).toEqual(served)
    expect(await testWorker.blobs.has(served!.indexHash!)).toBe(true)
  })

  it("tries three times with growing waits when a host does not answer", async () => {
    let tries = 0
    const clock = await open(async () => {
      tries++
      throw new SourceUnreachable("the host does not answer")
    })
    const { library, job } = await testWorker.submit()

    await withWorker(async (wake) => {
      for (const waitMs of [2000, 8000]) {
        const waiting = await until(async () => {
          const now = await testWorker.catalogue.jobs.byId(job.id)
          return now?.state === "queued" && now.runAfterMs === clock.now() + waitMs ? now : undefined
        })
        expect(waiting).toMatchObject({ errorMessage: "the host does not answer" })
        expect(await testWorker.library(library.id)).toMatchObject({ state: "processing" })
        clock.advance(waitMs)
        wake()
      }
      await until(async () => ((await testWorker.catalogue.jobs.byId(job.id))?.state === "failed" ? true : undefined))
    })

    expect(tries).toBe(3)
    expect(await testWorker.library(library.id)).toMatchObject({
      state: "error",
      stateReason: "the host does not answer",
    })
  })

  it("stops a run within a second of its cancellation and leaves nothing behind", async () => {
    const endless = { ...textSource({}), items: endlessItems }
    await open(async () => endless)
    const { library, job } = await testWorker.submit()

    await withWorker(async () => {
      await until(async () => ((await testWorker.catalogue.jobs.byId(job.id))?.progress.filesDone ? true : undefined))
      const askedAtMs = performance.now()
      await testWorker.catalogue.jobs.requestCancel(job.id)
      await until(async () =>
        (await testWorker.catalogue.jobs.byId(job.id))?.state === "cancelled" ? true : undefined,
      )
      expect(performance.now() - askedAtMs).toBeLessThan(1000)
    })

    expect(await testWorker.library(library.id)).toMatchObject({ state: "error", stateReason: "it was cancelled" })
    expect(await leftovers(testWorker)).toEqual({ blobs: [], work: [] })
  })

  it("gives its job back when it is told to stop, and another worker ends it", async () => {
    let isEndless = true
    await open(async () => (isEndless ? { ...textSource({}), items: endlessItems } : textSource({ "a.md": GUIDE })))
    const { library, job } = await testWorker.submit()

    await withWorker(async () => {
      await until(async () => ((await testWorker.catalogue.jobs.byId(job.id))?.state === "running" ? true : undefined))
    })
    expect(await testWorker.catalogue.jobs.byId(job.id)).toMatchObject({ state: "queued", attempts: 0 })
    isEndless = false

    expect(await testWorker.runUntilEnd(job.id)).toMatchObject({ state: "succeeded", attempts: 1 })
    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized" })
  })

  it("gives a job up whose worker crashed three times", async () => {
    const clock = await open(async () => textSource({ "a.md": GUIDE }))
    const { library, job } = await testWorker.submit()
    for (let crash = 0; crash < 3; crash++) {
      expect(await testWorker.catalogue.jobs.claim(`crashed-${crash}`, 15_000)).toMatchObject({ id: job.id })
      clock.advance(15_001)
    }

    const failed = await testWorker.runUntilEnd(job.id)

    expect(failed).toMatchObject({
      state: "failed",
      errorCode: "internal_error",
      errorMessage: expect.stringContaining("worker crashed"),
    })
    expect(await testWorker.library(library.id)).toMatchObject({ state: "error" })
  })

  it("builds an index again that the store has lost", async () => {
    await open(async ({ knownRevision }) => {
      const source = textSource({ "guide.md": GUIDE })
      return knownRevision === source.revision ? { ...source, unchanged: true, items: failOnUse } : source
    })
    const { library, job } = await testWorker.submit()
    await testWorker.runUntilEnd(job.id)
    await testWorker.blobs.sweep(new Set(), 0)

    const again = await testWorker.catalogue.jobs.add({ ...job, payload: {} })
    expect(await testWorker.runUntilEnd(again.id)).toMatchObject({ payload: { outcome: "published" } })

    const version = await testWorker.catalogue.versions.get(library.key, "")
    expect(await testWorker.blobs.has(version!.indexHash!)).toBe(true)
  })

  it("gives way to whatever was published while it was reading", async () => {
    let overtake = async () => {}
    await open(async () => {
      await overtake()
      return textSource({ "guide.md": GUIDE })
    })
    const { library, job } = await testWorker.submit()
    overtake = async () => {
      const version = await testWorker.catalogue.versions.ensure(library.key, "")
      await testWorker.catalogue.versions.publish(version.key, 0, aPublication())
    }

    expect(await testWorker.runUntilEnd(job.id)).toMatchObject({ state: "cancelled" })

    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized" })
    expect(await testWorker.catalogue.versions.get(library.key, "")).toMatchObject({ generation: 1, ...aPublication() })
  })

  it("leaves a library alone that was deleted while it was read", async () => {
    await open(async () => ({ ...textSource({}), items: endlessItems }))
    const { library, job } = await testWorker.submit()

    await withWorker(async () => {
      await until(async () => ((await testWorker.catalogue.jobs.byId(job.id))?.state === "running" ? true : undefined))
      await testWorker.catalogue.libraries.remove(library.key)
      await until(async () =>
        (await testWorker.catalogue.jobs.byId(job.id))?.state === "cancelled" ? true : undefined,
      )
    })

    expect(await testWorker.library(library.id)).toBeUndefined()
    expect(await testWorker.catalogue.versions.ofLibrary(library.key)).toEqual([])
  })

  it("uses what the manifest says about the library", async () => {
    const manifest = {
      projectTitle: "My Docs",
      description: "What it is",
      rules: ["be brief"],
      redirectTo: "/new/home",
      folders: 3,
    }
    await open(async () => textSource({ "a.md": GUIDE }, { manifestText: JSON.stringify(manifest) }))
    const { library, job } = await testWorker.submit()

    const ended = await testWorker.runUntilEnd(job.id)

    expect(await testWorker.library(library.id)).toMatchObject({
      title: "My Docs",
      description: "What it is",
      rules: ["be brief"],
      redirectTo: "/new/home",
    })
    expect((await reportOf(ended.reportHash)).notes).toEqual([
      expect.stringContaining("folders in the library config was ignored"),
    ])
  })
})

async function* failOnUse(): AsyncGenerator<never> {
  throw new Error("an unchanged source is not read")
}

async function* endlessItems(signal: AbortSignal) {
  for (let number = 0; !signal.aborted; number++) {
    yield fileItem(
      `${number}.md`,
      Buffer.from(`${GUIDE}\nPage ${number} of a documentation that never comes to its end.\n`),
    )
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
