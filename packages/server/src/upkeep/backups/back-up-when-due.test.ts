import { afterEach, beforeEach, expect, it } from "vitest"
import { type ManualClock, manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { assessBackups } from "./assess-backups.ts"
import { backUpWhenDue } from "./back-up-when-due.ts"
import { readBackupRecord } from "./backup-record.ts"
import { DAY_MS, MINUTE_MS } from "../../base/durations.ts"

const never = new AbortController().signal
let clock: ManualClock
let catalogue: Catalogue
let made: string[]
let failure: Error | undefined

beforeEach(async () => {
  clock = manualClock()
  catalogue = await openSqliteCatalogue(":memory:", { clock, log: silentLog })
  await catalogue.migrate()
  made = []
  failure = undefined
})
afterEach(() => catalogue.close())

/** Lets a worker check once whether a backup is due. */
const check = (worker = "one", signal = never) => {
  const schedule = {
    location: "/backups",
    intervalMs: DAY_MS,
    make: (given: AbortSignal) => {
      given.throwIfAborted()
      if (failure !== undefined) return Promise.reject(failure)
      const name = `backup-${made.length + 1}`
      made.push(`${name} by ${worker}`)
      const counts = { durationMs: 1_000, libraries: 2, blobs: 4, blobsLost: 0, addedBytes: 100, removalProblem: null }
      const backup = { name, location: "/backups", madeAtMs: clock.now(), ...counts }
      return Promise.resolve({ backup, storedNames: made.map((it) => it.split(" ")[0] ?? "") })
    },
  }
  return backUpWhenDue({ catalogue, clock, log: silentLog, schedule }, worker, signal)
}

const assess = async () => assessBackups(await readBackupRecord(catalogue), { nowMs: clock.now(), intervalMs: DAY_MS })

it("makes a backup at once, and then one per interval", async () => {
  expect(await check()).toBe(true)
  clock.advance(DAY_MS - MINUTE_MS)
  expect(await check()).toBe(false)
  clock.advance(MINUTE_MS)
  expect(await check()).toBe(true)

  expect(made).toEqual(["backup-1 by one", "backup-2 by one"])
  expect(await assess()).toEqual({
    status: "ok",
    summary: "the newest backup is backup-2 in /backups, 0 minutes old",
  })
})

it("lets one of several workers make it", async () => {
  const looks = await Promise.all([check("one"), check("two"), check("three")])

  expect(looks.filter(Boolean)).toHaveLength(1)
  expect(made).toHaveLength(1)
})

it("tries a failed backup again after 15 minutes, and counts failures until one succeeds", async () => {
  await check()
  clock.advance(DAY_MS)
  failure = new Error("the bucket is gone")
  await check()
  clock.advance(14 * MINUTE_MS)
  await check()
  clock.advance(MINUTE_MS)
  await check()

  expect(await readBackupRecord(catalogue)).toMatchObject({ failures: 2, latest: { name: "backup-1" } })
  expect(await assess()).toEqual({
    status: "warning",
    summary: "the last 2 attempts failed: the bucket is gone; the newest backup is backup-1 in /backups, 24 hours old",
  })

  failure = undefined
  clock.advance(15 * MINUTE_MS)
  expect(await check()).toBe(true)
  expect(await readBackupRecord(catalogue)).toMatchObject({ failures: 0, failure: null, latest: { name: "backup-2" } })
})

it("counts no failure when its worker stops, and lets another one make the backup", async () => {
  const stopped = new AbortController()
  stopped.abort()

  expect(await check("one", stopped.signal)).toBe(false)
  expect(await readBackupRecord(catalogue)).toMatchObject({ failures: 0, latest: null, running: null })
  await check("two")

  expect(made).toEqual(["backup-1 by two"])
})

it("goes on after the clock was set back", async () => {
  await check()
  clock.advance(-2 * DAY_MS)

  expect(await check()).toBe(true)
})

it("warns when the newest backup is older than two intervals", async () => {
  expect(await assess()).toMatchObject({ status: "ok", summary: "there is no backup yet" })
  await check()
  clock.advance(2 * DAY_MS + MINUTE_MS)

  expect(await assess()).toEqual({
    status: "warning",
    summary:
      "the newest backup is backup-1 in /backups, 2 days old, although one is due every 24 hours. Check the workers",
  })
})
