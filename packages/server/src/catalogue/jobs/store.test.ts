import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import type { Catalogue } from "../catalogue.ts"
import { aJob, aLibrary } from "../catalogue.contract.testing.ts"
import { openSqliteCatalogue } from "../engines/sqlite/open-sqlite-catalogue.ts"
import { enginesUnderTest, type EngineUnderTest } from "../engines-under-test.testing.ts"
import { NO_PROGRESS } from "./rows.ts"
import type { LibraryRecord } from "../libraries/records.ts"
import type { PassedOver } from "./records.ts"
import { DAY_MS } from "../../base/durations.ts"

const SILENT_AFTER_MS = 15_000

describe.each(enginesUnderTest())("job queue on %s", (_name, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  let library: LibraryRecord

  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    library = (await catalogue.libraries.add(aLibrary()))!
  })
  afterEach(() => engine.close())

  const claim = (workerId = "w") => catalogue.jobs.claim(workerId, SILENT_AFTER_MS)

  it("gives out jobs in the order they were queued, one run counted each", async () => {
    const imports = [aJob(null, { kind: "import" }), aJob(null, { kind: "import" })]
    const [first, second] = [await catalogue.jobs.add(imports[0]!), await catalogue.jobs.add(imports[1]!)]

    expect(await claim()).toMatchObject({
      id: first.id,
      state: "running",
      attempts: 1,
      workerId: "w",
      stage: "fetching",
    })
    expect((await claim())?.id).toBe(second.id)
    expect(await claim()).toBeUndefined()
  })

  it("passes over jobs by the type of their source, of one tenant or of all, and never an import", async () => {
    const source = { ...library.source, type: "website", url: "https://slow.example/" } as const
    const site = (await catalogue.libraries.add(aLibrary({ id: "/websites/slow", source })))!
    const crawl = await catalogue.jobs.add(aJob(site, { tenant: "one" }))
    const crawls = { sourceTypes: ["website", "wiki"] } as const
    const passing = (...passedOver: readonly PassedOver[]) => catalogue.jobs.claim("w", SILENT_AFTER_MS, passedOver)

    expect(await passing(crawls)).toBeUndefined()
    expect(await passing({ ...crawls, tenant: "one" })).toBeUndefined()
    const repository = await catalogue.jobs.add(aJob(library, { tenant: "one" }))
    expect((await passing(crawls))?.id).toBe(repository.id)
    const bundle = await catalogue.jobs.add(aJob(null, { kind: "import" }))
    expect((await passing(crawls, { sourceTypes: ["git", "import"] }))?.id).toBe(bundle.id)
    expect((await passing({ ...crawls, tenant: "another" }))?.id).toBe(crawl.id)
  })

  it("passes over all jobs of a tenant, whatever their source", async () => {
    const own = await catalogue.jobs.add(aJob(null, { kind: "import", tenant: "one" }))
    await catalogue.jobs.add(aJob(library, { tenant: "one" }))
    const passing = (...passedOver: readonly PassedOver[]) => catalogue.jobs.claim("w", SILENT_AFTER_MS, passedOver)

    expect(await passing({ tenant: "one" })).toBeUndefined()
    const other = await catalogue.jobs.add(aJob(null, { kind: "import", tenant: "two" }))
    expect((await passing({ tenant: "one" }))?.id).toBe(other.id)
    expect((await passing({ tenant: "three" }))?.id).toBe(own.id)
  })

  it("claims what was queued, or run by a worker that died, before the clock was set back by a day", async () => {
    const abandoned = await catalogue.jobs.add(aJob(null, { kind: "import" }))
    expect((await claim("dead"))?.id).toBe(abandoned.id)
    const queued = await catalogue.jobs.add(aJob(library))

    engine.clock.advance(-DAY_MS)

    expect((await claim("w1"))?.id).toBe(abandoned.id)
    expect((await claim("w2"))?.id).toBe(queued.id)
    expect(await claim("w3")).toBeUndefined()
    expect(await catalogue.jobs.heartbeat(abandoned.id, "dead", { stage: "fetching", progress: NO_PROGRESS })).toBe(
      "lost",
    )
  })

  it("serves everybody in turn, however many jobs one has queued before", async () => {
    await catalogue.inTransaction(async ({ jobs }) => {
      for (let at = 0; at < 1_000; at++) await jobs.add(aJob(null, { kind: "import", tenant: "busy" }))
    })
    const first = await claim("w1")
    const modest = await catalogue.jobs.add(aJob(null, { kind: "import", tenant: "modest" }))

    expect((await claim("w2"))?.id).toBe(modest.id)

    // Nothing of the modest one waits any more: the other has all workers again, in the order of its jobs.
    const [second, third] = [await claim("w3"), await claim("w4")]
    expect([first, second, third].every((job) => job !== undefined)).toBe(true)
    for (const [job, worker] of [[first, "w1"] as const, [second, "w3"] as const, [third, "w4"] as const]) {
      await catalogue.jobs.finish(job!.id, worker, { state: "succeeded" })
    }
    await catalogue.jobs.finish(modest.id, "w2", { state: "succeeded" })

    const order: string[] = []
    const others = ["modest", "modest", "third"]
    for (const tenant of others) await catalogue.jobs.add(aJob(null, { kind: "import", tenant }))
    const modestIds = new Set<string>()
    for (let at = 0; at < 6; at++) {
      const job = (await claim("w"))!
      order.push(job.id)
      await catalogue.jobs.finish(job.id, "w", { state: "succeeded" })
    }
    for (const { id } of await catalogue.jobs.list({ offset: 0, limit: 3 })) modestIds.add(id)
    // All three jobs of the others are among the first six, although hundreds were queued before them.
    expect(order.filter((id) => modestIds.has(id))).toHaveLength(3)
  })

  it("does jobs of a private library for the teamspace that owns it", async () => {
    const owned = (await catalogue.libraries.add(
      aLibrary({ id: "/o/private", isPrivate: true, teamspaceKey: "owner" }),
    ))!
    for (let at = 0; at < 3; at++) await catalogue.jobs.add(aJob(null, { kind: "import" }))
    const refresh = await catalogue.jobs.add(aJob(owned))

    const ids = [(await claim("w1"))?.id, (await claim("w2"))?.id]

    expect(ids).toContain(refresh.id)
    expect(refresh.tenant).toBe("owner")
    expect((await catalogue.jobs.list({ offset: 3, limit: 1 }))[0]?.tenant).toBe("")
  })

  it("gives every job to one worker when two processes claim at once", async () => {
    const other = await engine.open()
    for (let number = 0; number < 30; number++) {
      await catalogue.jobs.add(aJob(null, { kind: "import" }))
    }

    const claimed = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        (number % 2 ? catalogue : other).jobs.claim(`w${number % 2}`, SILENT_AFTER_MS),
      ),
    )

    const ids = claimed.flatMap((job) => (job === undefined ? [] : [job.id]))
    expect(new Set(ids).size).toBe(30)
    expect(ids).toHaveLength(30)
  })

  it("queues one waiting job per version, forced when either is", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    expect(await catalogue.jobs.add(aJob(library))).toEqual(job)

    const again = await catalogue.jobs.add(aJob(library, { payload: { force: true } }))

    expect(again).toMatchObject({ id: job.id, payload: { force: true } })
    expect((await catalogue.jobs.add(aJob(library, { versionTag: "v1" }))).id).not.toBe(job.id)
    expect(await catalogue.jobs.pendingCount()).toEqual({ queued: 2, running: 0 })
  })

  it("never runs two jobs of one library at once", async () => {
    const first = await catalogue.jobs.add(aJob(library))
    await claim()
    const second = await catalogue.jobs.add(aJob(library))

    expect(second.id).not.toBe(first.id)
    expect(await claim()).toBeUndefined()
    await catalogue.jobs.finish(first.id, "w", { state: "succeeded", outcome: "published" })
    expect((await claim())?.id).toBe(second.id)
    expect((await catalogue.jobs.byId(first.id))?.payload).toEqual({ outcome: "published" })
  })

  it("hands a job to another worker when the first is silent, and tells the first that it lost it", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    await claim("silent")
    engine.clock.advance(SILENT_AFTER_MS)
    expect(await claim("next")).toBeUndefined()

    engine.clock.advance(1)

    expect(await claim("next")).toMatchObject({ id: job.id, attempts: 2, workerId: "next" })
    expect(await catalogue.jobs.heartbeat(job.id, "silent", { stage: "parsing", progress: NO_PROGRESS })).toBe("lost")
    expect(await catalogue.jobs.finish(job.id, "silent", { state: "succeeded" })).toBe(false)
    expect(
      await catalogue.jobs.retryLater(job.id, "silent", { runAfterMs: 0, errorCode: "timeout", errorMessage: "late" }),
    ).toBe(false)
    expect(await catalogue.jobs.heartbeat(job.id, "next", { stage: "parsing", progress: NO_PROGRESS })).toBe("continue")
  })

  it("hands out jobs with which two workers have died one at a time, and others beside them", async () => {
    const neighbour = (await catalogue.libraries.add(aLibrary({ id: "/neighbour/docs" })))!
    const fresh = (await catalogue.libraries.add(aLibrary({ id: "/fresh/docs" })))!
    const jobs = [await catalogue.jobs.add(aJob(library)), await catalogue.jobs.add(aJob(neighbour))]
    for (const attempt of [1, 2]) {
      for (const { id } of jobs) expect(await claim(`dies-${attempt}`)).toMatchObject({ id, attempts: attempt })
      engine.clock.advance(SILENT_AFTER_MS + 1)
    }

    expect(await claim("third")).toMatchObject({ id: jobs[0]!.id, attempts: 3 })
    expect(await claim("other")).toBeUndefined()
    const later = await catalogue.jobs.add(aJob(fresh))
    expect(await claim("other")).toMatchObject({ id: later.id, attempts: 1 })
    await catalogue.jobs.finish(later.id, "other", { state: "succeeded" })
    await catalogue.jobs.finish(jobs[0]!.id, "third", { state: "succeeded" })

    expect(await claim("third")).toMatchObject({ id: jobs[1]!.id, attempts: 3 })
  })

  it("keeps a worker's job as long as it gives signs of life", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    await claim()
    engine.clock.advance(SILENT_AFTER_MS)
    await catalogue.jobs.heartbeat(job.id, "w", { stage: "indexing", progress: { ...NO_PROGRESS, filesDone: 3 } })
    engine.clock.advance(SILENT_AFTER_MS)

    expect(await claim("other")).toBeUndefined()
    expect(await catalogue.jobs.byId(job.id)).toMatchObject({ stage: "indexing", progress: { filesDone: 3 } })
  })

  it("waits until a retry is due, and at once when it is asked for again", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    await claim()
    await catalogue.jobs.retryLater(job.id, "w", {
      runAfterMs: engine.clock.now() + 2000,
      errorCode: "timeout",
      errorMessage: "host did not answer",
    })

    expect(await claim()).toBeUndefined()
    engine.clock.advance(2000)
    expect(await claim()).toMatchObject({ attempts: 2, errorCode: "timeout" })
    await catalogue.jobs.retryLater(job.id, "w", {
      runAfterMs: engine.clock.now() + 8000,
      errorCode: "timeout",
      errorMessage: "host did not answer",
    })
    await catalogue.jobs.add(aJob(library))
    expect(await claim()).toMatchObject({ id: job.id, attempts: 3 })
  })

  it("lets a newer waiting job stand for one that would be retried", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    await claim()
    const newer = await catalogue.jobs.add(aJob(library))

    expect(
      await catalogue.jobs.retryLater(job.id, "w", {
        runAfterMs: engine.clock.now(),
        errorCode: "timeout",
        errorMessage: "host did not answer",
      }),
    ).toBe(true)

    expect(await catalogue.jobs.byId(job.id)).toMatchObject({ state: "failed", errorMessage: "host did not answer" })
    expect((await claim())?.id).toBe(newer.id)
  })

  it("takes a job back from a worker that stops, without counting the run", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    await claim()

    expect(await catalogue.jobs.release(job.id, "w")).toBe(true)

    expect(await catalogue.jobs.byId(job.id)).toMatchObject({ state: "queued", attempts: 0, workerId: null })
  })

  it("cancels a waiting job at once and asks a running one to stop", async () => {
    const waiting = await catalogue.jobs.add(aJob(library, { versionTag: "v1" }))
    expect(await catalogue.jobs.requestCancel(waiting.id)).toMatchObject({ state: "cancelled" })
    const running = await catalogue.jobs.add(aJob(library))
    await claim()

    expect(await catalogue.jobs.requestCancel(running.id)).toMatchObject({ state: "running", isCancelRequested: true })

    expect(await catalogue.jobs.heartbeat(running.id, "w", { stage: "parsing", progress: NO_PROGRESS })).toBe("cancel")
    expect(await catalogue.jobs.finish(running.id, "w", { state: "cancelled" })).toBe(true)
    expect(await catalogue.jobs.requestCancel(running.id)).toMatchObject({ state: "cancelled" })
    expect(await catalogue.jobs.requestCancel("missing")).toBeUndefined()
  })

  it("forgets jobs that ended long ago, but never the latest of a library or one that has not ended", async () => {
    const ended = async () => {
      const job = await catalogue.jobs.add(aJob(library))
      await claim()
      await catalogue.jobs.finish(job.id, "w", { state: "failed" })
      return job
    }
    const [first, second] = [await ended(), await ended()]
    const old = await catalogue.jobs.add(aJob(null, { kind: "import" }))
    await catalogue.jobs.requestCancel(old.id)
    const waiting = await catalogue.jobs.add(aJob(null, { kind: "import" }))
    engine.clock.advance(1000)

    expect(await catalogue.jobs.prune(engine.clock.now() - 1000, 100)).toBe(0)
    expect(await catalogue.jobs.prune(engine.clock.now(), 1)).toBe(1)
    expect(await catalogue.jobs.prune(engine.clock.now(), 100)).toBe(1)

    const left = await catalogue.jobs.list({ offset: 0, limit: 10 })
    expect(left.map(({ id }) => id)).toEqual([waiting.id, second.id])
    expect(left.map(({ id }) => id)).not.toContain(first.id)
  })

  it("cancels a job that its worker gives back when a newer one waits for the same version", async () => {
    const job = await catalogue.jobs.add(aJob(library))
    await claim()
    await catalogue.jobs.add(aJob(library))
    engine.clock.advance(1_000)

    expect(await catalogue.jobs.release(job.id, "w")).toBe(true)

    expect(await catalogue.jobs.byId(job.id)).toMatchObject({
      state: "cancelled",
      attempts: 1,
      finishedAtMs: engine.clock.now(),
    })
  })

  it("queues a job again beside jobs that wait for another version or library, and imports beside each other", async () => {
    const neighbour = (await catalogue.libraries.add(aLibrary({ id: "/neighbour/docs" })))!
    const job = await catalogue.jobs.add(aJob(library))
    const bundle = await catalogue.jobs.add(aJob(null, { kind: "import" }))
    for (const { id } of [job, bundle]) expect((await claim())?.id).toBe(id)
    await catalogue.jobs.add(aJob(library, { versionTag: "v1" }))
    await catalogue.jobs.add(aJob(neighbour))
    await catalogue.jobs.add(aJob(null, { kind: "import" }))

    for (const { id } of [job, bundle]) {
      expect(
        await catalogue.jobs.retryLater(id, "w", {
          runAfterMs: engine.clock.now() + 1,
          errorCode: "timeout",
          errorMessage: "late",
        }),
      ).toBe(true)
      expect(await catalogue.jobs.byId(id)).toMatchObject({ state: "queued", stage: null, heartbeatAtMs: null })
    }
  })

  it("stores with a job the trace in which it was queued", async () => {
    const traceParent = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`
    const dependencies = { clock: engine.clock, log: silentLog, currentTraceParent: () => traceParent }
    const traced = await openSqliteCatalogue(":memory:", dependencies)
    await traced.migrate()

    const job = await traced.jobs.add(aJob(null, { kind: "import", payload: { force: true } }))

    expect(job).toMatchObject({ kind: "import", payload: { force: true, traceParent } })
    await traced.close()
  })

  it("does nothing for a job that does not exist, or has ended", async () => {
    for (const id of ["missing", (await catalogue.jobs.add(aJob(library))).id]) {
      await catalogue.jobs.requestCancel(id)
      const before = await catalogue.jobs.byId(id)
      engine.clock.advance(1_000)

      expect(await catalogue.jobs.finish(id, "w", { state: "succeeded" })).toBe(false)
      expect(await catalogue.jobs.release(id, "w")).toBe(false)
      expect(
        await catalogue.jobs.retryLater(id, "w", { runAfterMs: 0, errorCode: "timeout", errorMessage: "late" }),
      ).toBe(false)
      expect(await catalogue.jobs.requestCancel(id)).toEqual(before)
    }
  })

  it("keeps the start of the first run, and the error of the last one until it succeeds", async () => {
    const startedAtMs = engine.clock.now()
    const job = await catalogue.jobs.add(aJob(library))
    await claim()
    engine.clock.advance(1_000)
    await catalogue.jobs.retryLater(job.id, "w", {
      runAfterMs: engine.clock.now(),
      errorCode: "timeout",
      errorMessage: "late",
    })

    expect(await claim()).toMatchObject({ startedAtMs, heartbeatAtMs: engine.clock.now(), errorMessage: "late" })
    const reportHash = "1".repeat(64)
    await catalogue.jobs.finish(job.id, "w", { state: "succeeded", reportHash })
    expect(await catalogue.jobs.byId(job.id)).toMatchObject({
      errorCode: null,
      errorMessage: null,
      reportHash,
      finishedAtMs: engine.clock.now(),
    })
  })
})
