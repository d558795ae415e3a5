import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ManualClock, manualClock } from "../../base/manual-clock.testing.ts"
import { InternalFailure } from "../../base/errors.ts"
import { aJob, aLibrary, aPublication } from "../../catalogue/catalogue.contract.testing.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { AccessRefused, SourceUnreachable } from "../../sources/base/errors.ts"
import { readReport } from "../../blobs/stored-report.ts"
import { IngestionFailed, RunStopped, type StopCause } from "../errors.ts"
import { moveTo } from "../states.ts"
import { type EndedRun, endThrown, endUnchanged } from "./end-run.ts"
import { openTestWorker, textSource, type TestWorker } from "./test-worker.testing.ts"

const SILENT_AFTER_MS = 15_000
const REPORT = { revision: "r1", notes: [], indexed: [], leftOut: [], failed: [{ path: "a.md", reason: "damaged" }] }
const SOURCE_CHANGES = { recipe: "1", offered: { available: ["v1"], revisionOf: () => undefined } }

let clock: ManualClock
let testWorker: TestWorker
let webhookKey: string
beforeEach(async () => {
  clock = manualClock()
  testWorker = await openTestWorker(async () => textSource({}), clock)
  const webhook = { teamspaceKey: "main", url: "https://a.example/", description: "", eventTypes: [], sealedSecret: "" }
  webhookKey = (await testWorker.catalogue.webhooks.add(webhook)).key
})
afterEach(() => testWorker.close())

/** Begins a run as a worker does; `isServed`: the version already has an index. */
async function aRun({ isServed = false, tag = "" } = {}): Promise<EndedRun & { library: LibraryRecord }> {
  const { catalogue } = testWorker
  const library = (await catalogue.libraries.add(aLibrary()))!
  const { id } = await catalogue.jobs.add(aJob(library, { versionTag: tag }))
  if (isServed) {
    const { key } = await catalogue.versions.ensure(library.key, tag)
    await catalogue.inTransaction((inside) => moveTo(inside, { libraryKey: library.key, key, tag }, "processing"))
    await catalogue.versions.publish(key, 0, aPublication())
  }
  const job = (await catalogue.jobs.claim("w", SILENT_AFTER_MS))!
  expect(job.id).toBe(id)
  const version = await catalogue.versions.ensure(library.key, tag)
  await catalogue.inTransaction((inside) => moveTo(inside, version, "processing", "an earlier failure"))
  return { job, workerId: "w", library, subject: { library, version } }
}

const written: unknown[] = []
afterEach(() => void written.splice(0))
const jobLog = { write: (...line: unknown[]) => void written.push(line), flush: async () => {} }
const end = (run: EndedRun, thrown: unknown) => endThrown(testWorker, { ...run, jobLog }, thrown)
const jobAfter = ({ job }: EndedRun) => testWorker.catalogue.jobs.byId(job.id)
const libraryAfter = ({ library }: { library: LibraryRecord }) => testWorker.library(library.id)

/** The events that webhooks receive. */
async function events() {
  const queued = await testWorker.catalogue.webhooks.deliveries({ webhookKey, limit: 10 })
  return queued.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: object })
}

/** Lets another worker take over the job. */
async function takeOver({ job }: EndedRun): Promise<void> {
  clock.advance(SILENT_AFTER_MS + 1)
  expect((await testWorker.catalogue.jobs.claim("next", SILENT_AFTER_MS))?.id).toBe(job.id)
}

describe("a run that found its source unchanged", () => {
  it("succeeds, keeps the new archive, and notifies webhooks", async () => {
    const run = await aRun({ isServed: true })
    const archiveHash = "2".repeat(64)

    await endUnchanged(testWorker, run, { news: SOURCE_CHANGES, archiveHash })

    expect(await jobAfter(run)).toMatchObject({ state: "succeeded", payload: { outcome: "unchanged" } })
    expect(await libraryAfter(run)).toMatchObject({ state: "finalized", stateReason: null, availableTags: ["v1"] })
    expect(await testWorker.catalogue.versions.get(run.library.key, "")).toMatchObject({ archiveHash })
    expect(await events()).toMatchObject([
      {
        type: "library.refreshed",
        timestamp: new Date(clock.now()).toISOString(),
        data: { jobId: run.job.id, outcome: "unchanged", snippets: 10, tokens: 100 },
      },
    ])
  })

  it("keeps the old archive without a new one, and ignores the tags that another version lists", async () => {
    const run = await aRun({ isServed: true, tag: "v0" })

    await endUnchanged(testWorker, run, { news: SOURCE_CHANGES })

    expect(await testWorker.catalogue.versions.get(run.library.key, "v0")).toMatchObject({
      state: "finalized",
      archiveHash: null,
    })
    expect(await libraryAfter(run)).toMatchObject({ availableTags: [] })
  })

  it("changes nothing after another worker has taken over the job", async () => {
    const run = await aRun({ isServed: true })
    await takeOver(run)

    await endUnchanged(testWorker, run, { news: SOURCE_CHANGES, archiveHash: "2".repeat(64) })

    expect(await jobAfter(run)).toMatchObject({ state: "running", workerId: "next" })
    expect(await libraryAfter(run)).toMatchObject({ state: "processing", availableTags: [] })
    expect(await testWorker.catalogue.versions.get(run.library.key, "")).toMatchObject({ archiveHash: null })
    expect(await events()).toEqual([])
  })
})

describe("a run that was stopped", () => {
  it.each<[StopCause, Partial<JobRecord>]>([
    ["stopping", { state: "queued", attempts: 0 }],
    ["lost", { state: "running", attempts: 1 }],
    ["cancelled", { state: "cancelled" }],
  ])("because it was %s leaves its job as %j", async (cause, job) => {
    const run = await aRun()

    await end(run, new RunStopped(cause))

    expect(await jobAfter(run)).toMatchObject(job)
    expect(await events()).toEqual([])
    expect(written).toEqual([["warn", "run stopped", { cause }]])
  })

  it("leaves a library without an index in the state error, with the reason", async () => {
    const run = await aRun()

    await end(run, new RunStopped("cancelled"))

    expect(await libraryAfter(run)).toMatchObject({ state: "error", stateReason: "it was cancelled" })
  })

  it("leaves a served library as it was", async () => {
    const run = await aRun({ isServed: true })

    await end(run, new RunStopped("cancelled"))

    expect(await libraryAfter(run)).toMatchObject({ state: "finalized", stateReason: null })
  })
})

describe("a run that failed", () => {
  it("records the error, and notifies webhooks", async () => {
    const run = await aRun()

    await end(run, new AccessRefused("the token is not valid"))

    const errorCode = new AccessRefused("").code
    expect(await jobAfter(run)).toMatchObject({
      state: "failed",
      errorCode,
      errorMessage: "the token is not valid",
      reportHash: null,
    })
    expect(await libraryAfter(run)).toMatchObject({ state: "error", stateReason: "the token is not valid" })
    expect(await events()).toMatchObject([
      {
        type: "library.failed",
        timestamp: new Date(clock.now()).toISOString(),
        data: { jobId: run.job.id, error: { code: errorCode, message: "the token is not valid" }, served: false },
      },
    ])
    expect(written).toEqual([
      ["error", "run failed", { code: errorCode, reason: "the token is not valid", isRetryable: false }],
    ])
  })

  it("keeps serving the last index, with the reason", async () => {
    const run = await aRun({ isServed: true })

    await end(run, new AccessRefused("the token is not valid"))

    expect(await libraryAfter(run)).toMatchObject({ state: "finalized", stateReason: "the token is not valid" })
    expect(await events()).toMatchObject([{ type: "library.failed", data: { served: true } }])
  })

  it("is retried later if the error allows it, and webhooks are not notified", async () => {
    const run = await aRun()

    await end(run, new SourceUnreachable("the host does not respond"))

    const runAfterMs = clock.now() + 2_000
    expect(await jobAfter(run)).toMatchObject({ state: "queued", attempts: 1, runAfterMs })
    expect(await libraryAfter(run)).toMatchObject({ state: "processing" })
    expect(await events()).toEqual([])
    expect(written.at(-1)).toEqual(["info", "retry queued", { at: new Date(runAfterMs).toISOString() }])
  })

  it.each([
    ["an unexpected error", new TypeError("cannot read /srv/secret"), true],
    ["an internal failure", new InternalFailure("the index is damaged"), true],
    ["an expected error", new AccessRefused("the token is not valid"), false],
  ])("with %s logs it as an error: %s", async (_, thrown, isLogged) => {
    const error = vi.fn()
    const run = await aRun()

    await endThrown({ ...testWorker, log: { ...testWorker.log, error } }, { ...run, jobLog }, thrown)

    expect(error.mock.calls).toMatchObject(isLogged ? [[{ jobId: run.job.id, err: thrown }, expect.any(String)]] : [])
  })

  it("with an unexpected error shows only its name", async () => {
    const run = await aRun()

    await end(run, new TypeError("cannot read /srv/secret"))

    expect(await jobAfter(run)).toMatchObject({
      errorCode: "internal_error",
      errorMessage: "cannot process the library: internal error (TypeError). See the log of the server",
    })
  })

  it("stores the report of its files", async () => {
    const run = await aRun()

    await end(run, new IngestionFailed(REPORT, new AccessRefused("the token is not valid")))

    const job = await jobAfter(run)
    expect(job).toMatchObject({ state: "failed", errorMessage: "the token is not valid" })
    expect(await readReport(testWorker.blobs, job!.reportHash)).toEqual(REPORT)
    expect(written).toContainEqual(["info", "files read", { indexed: 0, leftOut: 0, failed: 1 }])
  })

  it("stores the report of an unexpected error as well", async () => {
    const run = await aRun()

    await end(run, new IngestionFailed(REPORT, new TypeError("unexpected")))

    expect(await readReport(testWorker.blobs, (await jobAfter(run))!.reportHash)).toEqual(REPORT)
  })

  it("records the error although the report cannot be stored", async () => {
    const run = await aRun()
    const blobs = { ...testWorker.blobs, put: () => Promise.reject(new Error("the disk is full")) }
    const thrown = new IngestionFailed(REPORT, new AccessRefused("the token is not valid"))

    await endThrown({ ...testWorker, blobs }, { ...run, jobLog }, thrown)

    expect(await jobAfter(run)).toMatchObject({ state: "failed", reportHash: null })
  })

  it("changes nothing after another worker has taken over the job", async () => {
    const run = await aRun()
    await takeOver(run)

    await end(run, new AccessRefused("the token is not valid"))

    expect(await jobAfter(run)).toMatchObject({ state: "running", workerId: "next", errorCode: null })
    expect(await libraryAfter(run)).toMatchObject({ state: "processing" })
    expect(await events()).toEqual([])
  })

  it("ends its job although the library was deleted", async () => {
    const run = await aRun()
    await testWorker.catalogue.libraries.remove(run.library.key)

    await end(run, new AccessRefused("the token is not valid"))

    expect(await jobAfter(run)).toMatchObject({ state: "failed" })
    expect(await events()).toEqual([])
  })
})

describe("an import that ended", () => {
  it.each<[unknown, Partial<JobRecord>, string, readonly string[]]>([
    [new RunStopped("cancelled"), { state: "cancelled" }, "it was cancelled", []],
    [new AccessRefused("not allowed"), { state: "failed" }, "not allowed", ["library.failed"]],
  ])("with %s ends the waiting of its libraries", async (thrown, state, stateReason, types) => {
    const { catalogue } = testWorker
    const source = { ...aLibrary().source, type: "import" } as const
    const library = (await catalogue.libraries.add(aLibrary({ source })))!
    await catalogue.jobs.add(aJob(null, { kind: "import", payload: { libraryIds: [library.id] } }))
    const job = (await catalogue.jobs.claim("w", SILENT_AFTER_MS))!

    await end({ job, workerId: "w" }, thrown)

    expect(await catalogue.jobs.byId(job.id)).toMatchObject(state)
    expect(await libraryAfter({ library })).toMatchObject({ state: "error", stateReason })
    expect((await events()).map(({ type }) => type)).toEqual(types)
  })
})
