import { describe, expect, it } from "vitest"
import { manualClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import type { RateCountStore } from "../../catalogue/rate-counts/records.ts"
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

  it("stay bounded, however many callers there are", async () => {
    const { all } = await someCounts(1)
    const [counts] = all
    counts?.take([anAllowance(1, "the first")])

    for (let at = 0; at < 50_000; at++) counts?.take([anAllowance(1_000, `caller ${at}`)])

    expect(counts?.take([anAllowance(1, "the first")])).toMatchObject({ isAllowed: true })
  })
})
