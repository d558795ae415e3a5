import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { aLibrary } from "../catalogue/catalogue.contract.testing.ts"
import type { SourceRecord } from "../catalogue/libraries/records.ts"
import { AccessRefused } from "../sources/base/errors.ts"
import type { OpenSource } from "../sources/open-source.ts"
import { dueAtMs, queueDueRefreshes } from "./schedule.ts"
import { openTestWorker, textSource, type TestWorker } from "../ingest/run/test-worker.testing.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"

const GIT: SourceRecord = { ...aLibrary().source, type: "git" }

let testWorker: TestWorker
afterEach(() => testWorker.close())

async function open(openSource: OpenSource) {
  const clock = manualClock()
  testWorker = await openTestWorker(openSource, clock)
  return clock
}
const queuedIds = async () =>
  (await testWorker.catalogue.jobs.list({ state: "queued", offset: 0, limit: 50 })).map(({ libraryId }) => libraryId)

async function runQueued(): Promise<void> {
  for (const job of await testWorker.catalogue.jobs.list({ state: "queued", offset: 0, limit: 50 })) {
    await testWorker.runUntilEnd(job.id)
  }
}

describe("the schedule", () => {
  it("reads a git library again after the interval and a little, once for all workers", async () => {
    const clock = await open(() =>
      Promise.resolve(textSource({ "a.md": "# Otter\n\nThe otter swims in the river.\n" })),
    )
    await testWorker.submit({ id: "/fresh/docs", source: GIT })
    await testWorker.submit({ id: "/fixed/docs", source: { ...GIT, type: "folder", url: "/docs" } })
    await runQueued()

    clock.advance(DAY_MS - 1)
    const early = await queueDueRefreshes(testWorker, DAY_MS)
    clock.advance(DAY_MS / 10 + 60_000)
    const atOnce = await Promise.all([1, 2, 3].map(() => queueDueRefreshes(testWorker, DAY_MS)))
    clock.advance(120_000)
    const whileQueued = await queueDueRefreshes(testWorker, DAY_MS)

    expect([early, atOnce.toSorted((left, right) => left - right), whileQueued]).toEqual([0, [0, 0, 1], 0])
    expect(await queuedIds()).toEqual(["/fresh/docs"])
  })

  it("tries a library that failed again, ever more rarely", async () => {
    const clock = await open(() => Promise.reject(new AccessRefused("the host refused the token")))
    await testWorker.submit({ id: "/broken/docs", source: GIT })
    await runQueued()
    const attemptHours: number[] = []

    for (let hour = 1; hour <= 24 * 18; hour++) {
      clock.advance(HOUR_MS)
      if ((await queueDueRefreshes(testWorker, DAY_MS)) === 0) continue
      attemptHours.push(hour)
      await runQueued()
    }

    const gapDays = attemptHours.map((hour, at) => Math.floor((hour - (attemptHours[at - 1] ?? 0)) / 24))
    expect(gapDays).toEqual([2, 4, 8])
  })

  it("reads every kind of source that has an address, each by its own schedule", async () => {
    const clock = await open(() =>
      Promise.resolve(textSource({ "a.md": "# Otter\n\nThe otter swims in the river.\n" })),
    )
    const { catalogue } = testWorker
    for (const type of ["website", "llmstxt", "openapi", "wiki", "notes", "upload", "import"] as const) {
      const { library } = await testWorker.submit({
        id: `/kind/${type}`,
        source: { ...GIT, type, url: `https://${type}` },
      })
      await catalogue.libraries.update(library.key, { refreshSchedule: "0 * * * *" })
    }
    const { library: never } = await testWorker.submit({ id: "/kind/never", source: { ...GIT, url: "https://n" } })
    await catalogue.libraries.update(never.key, { refreshSchedule: "never" })
    await runQueued()

    clock.advance(HOUR_MS + 600_000)
    const queued = await queueDueRefreshes(testWorker, 0)

    expect(queued).toBe(5)
    expect(new Set(await queuedIds())).toEqual(
      new Set(["llmstxt", "notes", "openapi", "website", "wiki"].map((type) => `/kind/${type}`)),
    )
  })

  it("reads a library again whose source redirects it, until its author removes the redirect", async () => {
    let manifestText = JSON.stringify({ redirectTo: "/otter/new-docs" })
    const page = { "a.md": "# Otter\n\nThe otter swims in the river.\n" }
    const clock = await open(() => Promise.resolve(textSource(page, { revision: manifestText, manifestText })))
    const { libraries } = testWorker.catalogue
    await testWorker.submit({ id: "/otter/docs", source: GIT })
    const moved = await libraries.add(aLibrary({ id: "/moved/docs", source: { ...GIT, url: "https://moved" } }))
    await libraries.update(moved?.key ?? "", { redirectTo: "/otter/docs" })
    await runQueued()
    const redirected = await testWorker.library("/otter/docs")
    manifestText = "{}"

    clock.advance(2 * DAY_MS)
    await queueDueRefreshes(testWorker, DAY_MS)
    const queued = await queuedIds()
    await runQueued()

    expect(redirected?.redirectTo).toBe("/otter/new-docs")
    expect(queued).toEqual(["/otter/docs"])
    expect((await testWorker.library("/otter/docs"))?.redirectTo).toBeNull()
  })

  it("looks again only at what may be due, at once at a library with a new schedule", async () => {
    const clock = await open(() => Promise.resolve(textSource({ "a.md": "# Otter\n\nThe otter swims.\n" })))
    const { libraries } = testWorker.catalogue
    for (const name of ["one", "two", "three"]) {
      await testWorker.submit({ id: `/quiet/${name}`, source: { ...GIT, url: `https://${name}` } })
    }
    await runQueued()
    const dueForCheck = async () => (await libraries.dueForCheck(clock.now(), 10)).map(({ id }) => id)
    const before = await dueForCheck()
    clock.advance(60_000)
    await queueDueRefreshes(testWorker, DAY_MS)
    const after = await dueForCheck()
    const two = await libraries.byId("/quiet/two")
    await libraries.update(two?.key ?? "", { refreshSchedule: "*/30 * * * *" })
    const changed = await dueForCheck()
    clock.advance(HOUR_MS)

    expect([before.length, after, changed]).toEqual([3, [], ["/quiet/two"]])
    expect([await queueDueRefreshes(testWorker, DAY_MS), await queuedIds()]).toEqual([1, ["/quiet/two"]])
  })

  it("looks at every library when the interval is another, or the clock was set back", async () => {
    const clock = await open(() => Promise.resolve(textSource({ "a.md": "# Otter\n\nThe otter swims.\n" })))
    await testWorker.submit({ id: "/quiet/one", source: GIT })
    await runQueued()
    clock.advance(60_000)
    await queueDueRefreshes(testWorker, 365 * DAY_MS)
    clock.advance(120_000)
    const unchanged = await queueDueRefreshes(testWorker, 365 * DAY_MS)
    clock.advance(120_000)

    expect([unchanged, await queueDueRefreshes(testWorker, 60_000)]).toEqual([0, 1])
  })

  it("adds nothing to a long queue", async () => {
    const clock = await open(() => Promise.reject(new AccessRefused("the host refused the token")))
    for (let count = 0; count < 60; count++) {
      await testWorker.submit({ id: `/many/lib${count}`, source: { ...GIT, url: `https://${count}` } })
    }
    clock.advance(3 * DAY_MS)

    expect(await queueDueRefreshes(testWorker, DAY_MS)).toBe(0)
  })

  it("does not read a library whose refresh waits or runs, whatever happened before", () => {
    const state = fc.constantFrom("queued", "running", "succeeded", "failed", "cancelled")
    const job = fc.record({ state, createdAtMs: fc.nat(DAY_MS), finishedAtMs: fc.constant(DAY_MS) })
    fc.assert(
      fc.property(fc.array(job, { maxLength: 6 }), fc.string(), (jobs, key) => {
        const due = dueAtMs({ key, createdAtMs: 0, publishedAtMs: null, refreshSchedule: null }, jobs, {
          intervalMs: DAY_MS,
          weeklyRequests: 0,
        })
        const isPending = jobs[0]?.state === "queued" || jobs[0]?.state === "running"

        expect(due === Number.POSITIVE_INFINITY).toBe(isPending)
        if (!isPending) {
          expect(due).toBeGreaterThanOrEqual(DAY_MS)
          expect(due).toBeLessThanOrEqual(DAY_MS * 9.1)
        }
      }),
    )
  })
})
