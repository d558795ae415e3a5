import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "../catalogue.ts"
import { aJob, aLibrary } from "../catalogue.contract.testing.ts"
import { enginesUnderTest, type EngineUnderTest } from "../engines-under-test.testing.ts"
import type { LibraryRecord } from "../libraries/records.ts"

describe.each(enginesUnderTest())("lists and counts of jobs on %s", (_name, start) => {
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

  const claim = () => catalogue.jobs.claim("w", 15_000)

  it("count jobs that have not ended by kind and state, with the oldest time of each", async () => {
    const beganAtMs = engine.clock.now()
    await catalogue.jobs.add(aJob(null, { kind: "import" }))
    await claim()
    engine.clock.advance(1_000)
    await catalogue.jobs.add(aJob(null, { kind: "import" }))
    await claim()
    for (const versionTag of ["v1", "v2"]) {
      engine.clock.advance(1_000)
      await catalogue.jobs.add(aJob(library, { versionTag }))
    }
    const cancelled = await catalogue.jobs.add(aJob(library, { versionTag: "v3" }))
    await catalogue.jobs.requestCancel(cancelled.id)

    const pending = await catalogue.jobs.pendingByKind()

    expect(pending.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: "import", state: "running", count: 2, oldestCreatedAtMs: beganAtMs, oldestHeartbeatAtMs: beganAtMs },
      { kind: "ingest", state: "queued", count: 2, oldestCreatedAtMs: beganAtMs + 2_000, oldestHeartbeatAtMs: null },
    ])
    expect(await catalogue.jobs.pendingCount()).toEqual({ queued: 2, running: 2 })
  })

  it("contain jobs that ended in a period, oldest first, up to a limit", async () => {
    const beganAtMs = engine.clock.now()
    for (const outcome of ["published", "unchanged"] as const) {
      const job = await catalogue.jobs.add(aJob(library))
      await claim()
      engine.clock.advance(1_000)
      await catalogue.jobs.finish(job.id, "w", { state: "succeeded", outcome })
    }
    const waiting = await catalogue.jobs.add(aJob(library))
    engine.clock.advance(1_000)
    await catalogue.jobs.requestCancel(waiting.id)
    const outcomes = async (fromMs: number, toMs: number, limit = 10) => {
      const range = { afterMs: beganAtMs + fromMs, untilMs: beganAtMs + toMs, limit }
      return (await catalogue.jobs.endedBetween(range)).map(({ outcome }) => outcome)
    }

    expect(await outcomes(0, 3_000)).toEqual(["published", "unchanged", undefined])
    expect(await outcomes(1_000, 2_999)).toEqual(["unchanged"])
    expect(await outcomes(0, 3_000, 1)).toEqual(["published"])
    expect(await catalogue.jobs.endedBetween({ afterMs: beganAtMs, untilMs: beganAtMs + 1_000, limit: 1 })).toEqual([
      {
        kind: "ingest",
        state: "succeeded",
        outcome: "published",
        createdAtMs: beganAtMs,
        startedAtMs: beganAtMs,
        finishedAtMs: beganAtMs + 1_000,
      },
    ])
  })

  it("contain the jobs before another one, and those that a teamspace may see", async () => {
    const owned = (await catalogue.libraries.add(
      aLibrary({ id: "/o/private", isPrivate: true, teamspaceKey: "owner" }),
    ))!
    const hidden = await catalogue.jobs.add(aJob(owned))
    const open = await catalogue.jobs.add(aJob(library))
    const bundle = await catalogue.jobs.add(aJob(null, { kind: "import" }))
    const listed = async (filter: Partial<Parameters<typeof catalogue.jobs.list>[0]>) =>
      (await catalogue.jobs.list({ offset: 0, limit: 10, ...filter })).map(({ id }) => id)

    expect(await listed({ beforeId: bundle.id })).toEqual([open.id, hidden.id])
    expect(await listed({ beforeId: "missing" })).toEqual([])
    expect(await listed({ reader: "owner" })).toEqual([bundle.id, open.id, hidden.id])
    expect(await listed({ reader: "another" })).toEqual([bundle.id, open.id])
    expect(await listed({ reader: null })).toEqual([bundle.id, open.id])
  })

  it("are newest first, by state and by library", async () => {
    const first = await catalogue.jobs.add(aJob(library))
    await claim()
    const second = await catalogue.jobs.add(aJob(null, { kind: "import" }))

    const all = await catalogue.jobs.list({ offset: 0, limit: 10 })
    expect(all.map((job) => job.id)).toEqual([second.id, first.id])
    expect(await catalogue.jobs.list({ state: "running", offset: 0, limit: 10 })).toMatchObject([{ id: first.id }])
    expect(await catalogue.jobs.list({ libraryKey: library.key, offset: 1, limit: 10 })).toEqual([])
    expect(await catalogue.jobs.latestOf(library.key)).toEqual(await catalogue.jobs.byId(first.id))
    expect(await catalogue.jobs.latestOf("missing")).toBeUndefined()
  })
})
