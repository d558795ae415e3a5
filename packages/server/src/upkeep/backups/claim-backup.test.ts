import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { enginesUnderTest, type EngineUnderTest } from "../../catalogue/engines-under-test.testing.ts"
import { isRunning, type LatestBackup, readBackupRecord, recordBackup, recordFailure } from "./backup-record.ts"
import {
  claimBackup,
  forgetRunningBackup,
  giveBackupBack,
  nextBackupMs,
  reportBackup,
  requestBackup,
} from "./claim-backup.ts"
import { DAY_MS, MINUTE_MS } from "../../base/durations.ts"

const location = "/backups"

describe.each(enginesUnderTest())("the record of backups on %s", (_, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  let other: Catalogue

  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    other = await engine.open()
  })
  afterEach(() => engine.close())

  const read = () => readBackupRecord(catalogue)
  const claim = (worker: string, from = catalogue) =>
    claimBackup(from, { worker, location, intervalMs: DAY_MS, nowMs: engine.clock.now() })
  const request = (by: string, from = catalogue) => requestBackup(from, { by, nowMs: engine.clock.now() })
  const backup = (name: string, at = location): LatestBackup => {
    const counts = { durationMs: 1_000, libraries: 2, blobs: 4, blobsLost: 0, addedBytes: 100, removalProblem: null }
    return { name, location: at, madeAtMs: engine.clock.now(), ...counts }
  }
  /** Makes the scheduled backup, so that none is due. */
  const makeScheduled = async () => {
    await claim("one")
    await recordBackup(catalogue, backup("first"), { worker: "one", storedNames: ["first"] })
    engine.clock.advance(MINUTE_MS)
  }

  it("gives a backup that is due to one of several workers", async () => {
    const claims = await Promise.all([claim("one"), claim("two", other), claim("three", other)])

    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await read()).toMatchObject({ running: { location, isScheduled: true, request: null, progress: null } })
  })

  it("collapses concurrent requests into one, which the next worker carries out", async () => {
    await makeScheduled()
    expect(await claim("one")).toBe(false)

    const outcomes = await Promise.all([request("ada"), request("grace", other)])
    expect(outcomes.toSorted()).toEqual(["already_requested", "requested"])
    const claims = await Promise.all([claim("one"), claim("two", other)])

    expect(claims.filter(Boolean)).toHaveLength(1)
    const by = outcomes[0] === "requested" ? "ada" : "grace"
    expect(await read()).toMatchObject({ request: null, running: { isScheduled: false, request: { by } } })
  })

  it("refuses a request while a backup runs, and accepts it afterwards", async () => {
    await claim("one")
    expect(await request("ada")).toBe("already_running")

    await recordBackup(catalogue, backup("first"), { worker: "one", storedNames: ["first"] })

    expect(await read()).toMatchObject({ running: null, request: null })
    expect(await request("ada")).toBe("requested")
  })

  it("leaves the schedule as it is when a requested backup is made between two scheduled ones", async () => {
    await makeScheduled()
    const next = nextBackupMs(await read(), DAY_MS, engine.clock.now())
    engine.clock.advance(DAY_MS / 2)
    await request("ada")
    await claim("one")
    await recordBackup(catalogue, backup("second"), { worker: "one", storedNames: ["first", "second"] })

    expect(nextBackupMs(await read(), DAY_MS, engine.clock.now())).toBe(next)
  })

  it("makes no second backup when a requested one succeeds after a scheduled one failed", async () => {
    await claim("one")
    await recordFailure(catalogue, { location, failedAtMs: engine.clock.now(), message: "full" }, { worker: "one" })
    await request("ada")
    await claim("one")
    await recordBackup(catalogue, backup("first"), { worker: "one", storedNames: ["first"] })
    engine.clock.advance(20 * MINUTE_MS)

    expect(await claim("one")).toBe(false)
    expect(await read()).toMatchObject({ failure: null, failures: 0 })
  })

  it("records a failed request once, without trying again", async () => {
    await makeScheduled()
    await request("ada")
    await claim("one")
    await recordFailure(catalogue, { location, failedAtMs: engine.clock.now(), message: "full" }, { worker: "one" })

    expect(await claim("one")).toBe(false)
    expect(await read()).toMatchObject({ failures: 1, failure: { message: "full" }, running: null, request: null })
  })

  it("keeps a request when its worker shuts down", async () => {
    await makeScheduled()
    await request("ada")
    await claim("one")
    await giveBackupBack(catalogue, "one")

    expect(await read()).toMatchObject({ running: null, request: { by: "ada" } })
    expect(await claim("two", other)).toBe(true)
  })

  it("counts a backup as failed when its worker does not report for three minutes", async () => {
    await claim("one")
    engine.clock.advance(2 * MINUTE_MS)
    await reportBackup(catalogue, {
      worker: "one",
      nowMs: engine.clock.now(),
      progress: { step: "files", done: 1, total: 3 },
    })
    engine.clock.advance(3 * MINUTE_MS)
    expect(isRunning(await read(), engine.clock.now())).toBe(true)
    expect(await claim("two", other)).toBe(false)
    engine.clock.advance(1)
    expect(isRunning(await read(), engine.clock.now())).toBe(false)

    expect(await claim("two", other)).toBe(false)
    expect(await read()).toMatchObject({
      running: null,
      failures: 1,
      failure: { message: "the worker stopped before the backup was complete" },
    })
    engine.clock.advance(10 * MINUTE_MS)
    expect(await claim("two", other)).toBe(true)
    // The first worker may have been slow only.
    await reportBackup(catalogue, { worker: "one", nowMs: engine.clock.now(), progress: null })
    expect(await read()).toMatchObject({ running: { worker: "two" } })
  })

  it("lists the backups that are in a location, also those that another instance made", async () => {
    const [early, late] = ["2026-11-20T03-00-00.000Z", "2026-11-21T03-00-00.000Z"]
    await recordBackup(catalogue, backup("old"), { storedNames: ["old"] })
    await recordBackup(catalogue, backup("elsewhere", "/other"), { storedNames: ["elsewhere"] })
    await recordBackup(
      catalogue,
      { ...backup(late), madeAtMs: Date.parse("2026-11-21T03:00:00Z") },
      {
        storedNames: [early, late],
      },
    )
    const { stored } = await read()

    expect(stored.map(({ name }) => name).toSorted()).toEqual([early, late, "elsewhere"].toSorted())
    expect(stored.find(({ name }) => name === early)).toMatchObject({
      location,
      madeAtMs: Date.parse("2026-11-20T03:00:00Z"),
      libraries: null,
    })
    expect(stored.find(({ name }) => name === late)).toMatchObject({ libraries: 2, addedBytes: 100 })
  })

  it("forgets a running backup, such as the one that a restored catalogue was copied by", async () => {
    await claim("one")
    await forgetRunningBackup(catalogue)

    expect(await read()).toMatchObject({ running: null, request: null, failure: null })
  })
})
