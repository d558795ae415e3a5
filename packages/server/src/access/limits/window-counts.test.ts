import { describe, expect, it, onTestFinished, vi } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import type { RateCount, RateCountStore } from "../../catalogue/rate-counts/records.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { createWindowCounts, type Allowance } from "./window-counts.ts"

const anAllowance = (max: number, bucket = "somebody"): Allowance => ({ bucket, max, window: 60_000 })

async function someCounts(processes: number) {
  const clock = manualClock(1_800_000_000_000)
  const catalogue = await openSqliteCatalogue(":memory:", { clock, log: silentLog })
  await catalogue.migrate()
  const { rateCounts } = catalogue
  const make = () => createWindowCounts({ rateCounts, clock, log: silentLog })
  return { clock, catalogue, all: Array.from({ length: processes }, make) }
}

/** A store that records its calls and answers with the counts of other processes. */
function aStore(others: (count: RateCount) => RateCount = (count) => count) {
  const clock = manualClock(1_800_000_000_000)
  const add = vi.fn((counts: readonly RateCount[]) => Promise.resolve(counts.map(others)))
  const prune = vi.fn(() => Promise.resolve(0))
  return { clock, add, prune, counts: createWindowCounts({ rateCounts: { add, prune }, clock, log: silentLog }) }
}

describe("counts of requests", () => {
  it("allow as many as a window has, then none until it is over", async () => {
    const { clock, all } = await someCounts(1)
    const [counts] = all
    clock.advance(15_000)

    const taken = Array.from({ length: 4 }, () => counts?.take([anAllowance(3)]))
    clock.advance(45_000)
    const later = counts?.take([anAllowance(3)])

    expect(taken.map((one) => one?.isAllowed)).toEqual([true, true, true, false])
    expect(taken.map((one) => one?.remaining)).toEqual([2, 1, 0, 0])
    expect(taken[3]).toMatchObject({ limit: 3, resetSeconds: 45 })
    expect(later).toMatchObject({ isAllowed: true, remaining: 2 })
  })

  it("count for no allowance when one of them is used up, and tell the one that is nearest to its end", async () => {
    const { all } = await someCounts(1)
    const [counts] = all
    counts?.take([anAllowance(1, "key")])

    const refused = counts?.take([anAllowance(10, "person"), anAllowance(1, "key")])
    const person = counts?.take([anAllowance(10, "person"), anAllowance(100, "other key")])

    expect(refused).toMatchObject({ isAllowed: false, limit: 1, remaining: 0 })
    expect(person).toMatchObject({ isAllowed: true, limit: 10, remaining: 9 })
  })

  it("are shared: processes together allow no more than a tenth of the limit each beyond it", async () => {
    const { all } = await someCounts(4)
    let allowed = 0

    for (let round = 0; round < 200; round++) {
      for (const counts of all) if (counts.take([anAllowance(100)]).isAllowed) allowed++
      await Promise.all(all.map((counts) => counts.settle()))
    }

    expect(allowed).toBeGreaterThanOrEqual(100)
    expect(allowed).toBeLessThanOrEqual(140)
  })

  it("survive the end of a process", async () => {
    const { all } = await someCounts(2)
    const [first, second] = all
    for (let at = 0; at < 9; at++) first?.take([anAllowance(10)])
    await first?.stop()

    second?.take([anAllowance(10)])
    await second?.settle()

    expect(second?.take([anAllowance(10)])).toMatchObject({ isAllowed: false })
  })

  it("are forgotten when their windows are over", async () => {
    const { clock, catalogue, all } = await someCounts(1)
    const [counts] = all
    counts?.take([anAllowance(1, "api anonymous at 192.0.2.7")])
    await counts?.settle()
    clock.advance(120_000)

    counts?.take([anAllowance(1, "somebody else")])
    await counts?.settle()

    expect(await catalogue.rateCounts.prune(clock.now())).toBe(0)
    expect(await catalogue.rateCounts.prune(clock.now() + 60_000)).toBe(1)
  })

  it("go on in memory while the store does not answer, and are told afterwards", async () => {
    const clock = manualClock(1_800_000_000_000)
    const { catalogue } = await someCounts(0)
    let isDown = true
    const rateCounts: RateCountStore = {
      ...catalogue.rateCounts,
      add: (given) => (isDown ? Promise.reject(new Error("no disk")) : catalogue.rateCounts.add(given)),
    }
    const one = createWindowCounts({ rateCounts, clock, log: silentLog })
    const other = createWindowCounts({ rateCounts, clock, log: silentLog })
    for (let at = 0; at < 5; at++) one.take([anAllowance(5)])
    await one.settle()
    expect(one.take([anAllowance(5)])).toMatchObject({ isAllowed: false })

    isDown = false
    await one.settle()
    other.take([anAllowance(5)])
    await other.settle()

    expect(other.take([anAllowance(5)])).toMatchObject({ isAllowed: false })
  })

  it.each([
    ["the shorter wait first", [60_000, 3_600_000]],
    ["the longer wait first", [3_600_000, 60_000]],
  ])("return the longer wait of two limits with equally many requests left: %s", async (_, windows) => {
    const { all } = await someCounts(1)
    const [one = 0, other = 0] = windows

    const taken = all[0]?.take([
      { bucket: "one", max: 5, window: one },
      { bucket: "other", max: 5, window: other },
    ])

    expect(taken).toMatchObject({ remaining: 4, resetSeconds: 3_600 })
  })

  it("return the limit with fewer requests left, although the other one has a longer wait", async () => {
    const { all } = await someCounts(1)

    const taken = all[0]?.take([anAllowance(5), { bucket: "hourly", max: 6, window: 3_600_000 }])

    expect(taken).toMatchObject({ limit: 5, remaining: 4, resetSeconds: 60 })
  })

  it("are written 10 ms after a tenth of a limit is used, then after each request, by the hash of the bucket", async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { add, counts } = aStore()
    for (let at = 0; at < 9; at++) counts.take([anAllowance(100)])
    await vi.advanceTimersByTimeAsync(10)
    expect(add).not.toHaveBeenCalled()

    counts.take([anAllowance(100)])
    await vi.advanceTimersByTimeAsync(10)
    counts.take([anAllowance(100)])
    await vi.advanceTimersByTimeAsync(10)

    const bucket = expect.stringMatching(/^[\w-]{32}$/)
    const endsAtMs = 1_800_000_060_000
    expect(add.mock.calls).toEqual([[[{ bucket, endsAtMs, count: 10 }]], [[{ bucket, endsAtMs, count: 1 }]]])
  })

  it("include those of other processes in what is left", async () => {
    const { counts } = aStore((own) => ({ ...own, count: own.count + 40 }))
    for (let at = 0; at < 10; at++) counts.take([anAllowance(100)])
    await counts.settle()

    expect(counts.take([anAllowance(100)])).toMatchObject({ remaining: 49 })
  })

  it("ignore the window of a process whose clock is ahead", async () => {
    const { counts } = aStore((own) => ({ ...own, endsAtMs: own.endsAtMs + 60_000, count: 100 }))
    for (let at = 0; at < 10; at++) counts.take([anAllowance(100)])
    await counts.settle()

    expect(counts.take([anAllowance(100)])).toMatchObject({ isAllowed: true, remaining: 89 })
  })

  it("of a window that has ended are not written", async () => {
    const { clock, add, counts } = aStore()
    counts.take([anAllowance(1)])
    clock.advance(60_000)

    await counts.settle()

    expect(add).toHaveBeenCalledWith([])
  })

  it("are pruned once a minute, and those of windows that go on are kept", async () => {
    const { clock, prune, counts } = aStore()
    const hourly: Allowance = { bucket: "hourly", max: 100, window: 3_600_000 }
    counts.take([hourly])
    clock.advance(59_999)
    await counts.settle()
    expect(prune).not.toHaveBeenCalled()

    clock.advance(1)
    await counts.settle()

    expect(prune.mock.calls).toEqual([[1_800_000_060_000]])
    expect(counts.take([hourly])).toMatchObject({ remaining: 98 })
  })

  it("of a month last until it ends in UTC, and are shared at once", async () => {
    const { clock, add, counts } = aStore()
    clock.advance(Date.parse("2027-12-31T23:00:00Z") - clock.now())
    const monthly: Allowance = { bucket: "month team", max: 20, window: "month" }

    expect(counts.take([monthly])).toMatchObject({ remaining: 19, resetSeconds: 3_600 })
    await counts.settle()
    expect(add.mock.calls).toMatchObject([[[{ endsAtMs: Date.parse("2028-01-01T00:00:00Z"), count: 1 }]]])
    clock.advance(3_599_000)
    expect(counts.take([monthly])).toMatchObject({ remaining: 18 })
    clock.advance(1_000)
    expect(counts.take([monthly])).toMatchObject({ remaining: 19, resetSeconds: 31 * 86_400 })
  })

  it("stay bounded, however many callers there are: the oldest are forgotten, but none of a month", async () => {
    const { all } = await someCounts(1)
    const [counts] = all
    const monthly: Allowance = { bucket: "month team", max: 1, window: "month" }
    counts?.take([monthly])
    counts?.take([anAllowance(1, "the first")])

    for (let at = 0; at < 50_000; at++) counts?.take([anAllowance(1_000, `caller ${at}`)])

    expect(counts?.take([anAllowance(1_000, "caller 999")])).toMatchObject({ remaining: 998 })
    expect(counts?.take([anAllowance(1_000, "caller 998")])).toMatchObject({ remaining: 999 })
    expect(counts?.take([monthly])).toMatchObject({ isAllowed: false })
    await expect(counts?.settle()).resolves.toBeUndefined()
    expect(counts?.take([anAllowance(1, "the first")])).toMatchObject({ isAllowed: true })
  })
})
