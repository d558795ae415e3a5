import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { Lanes } from "./lanes.ts"

const SITE = { sourceType: "website", tenant: "one" } as const
const { signal } = new AbortController()

/** Work that ends when it is told to. */
function aWork() {
  let end = (_result: string) => {}
  const promise = new Promise<string>((resolve) => (end = resolve))
  return { run: () => promise, end }
}

describe("lanes of a worker", () => {
  it("are free for others while a job waits for the network, and taken again before it goes on", async () => {
    const lanes = new Lanes(1, { leaveAfterMs: 5 })
    const work = aWork()
    const slow = await lanes.enter(signal)
    const waiting = slow.whileFetching(SITE, work.run, signal)

    const quick = await lanes.enter(signal)
    work.end("fetched")
    const order: string[] = []
    const next = lanes.enter(signal).then(() => order.push("next"))
    const returned = waiting.then((result) => order.push(result))
    await delay(20)
    expect(order).toEqual([])
    quick.leave()
    await returned
    expect(order).toEqual(["fetched"])
    slow.leave()
    slow.leave()
    await next

    expect(order).toEqual(["fetched", "next"])
  })

  it("stay with a job whose source is fetched soon", async () => {
    const lanes = new Lanes(1, { leaveAfterMs: 60_000 })
    const lane = await lanes.enter(signal)

    await lane.whileFetching(SITE, () => Promise.resolve("fetched"), signal)
    const other = lanes.enter(AbortSignal.timeout(20))

    await expect(other).rejects.toThrow()
    lane.leave()
    await lanes.enter(signal)
  })

  it("let nobody begin more slow sources than have room, one tenant half as many, and other kinds go on", async () => {
    const lanes = new Lanes(1, { leaveAfterMs: 0 })
    const fetch = async (tenant: string) => {
      const lane = await lanes.enter(signal)
      void lane.whileFetching({ ...SITE, tenant }, aWork().run, signal)
    }
    const passedOver = async () => {
      const lane = await lanes.enter(signal)
      lane.leave()
      return lane.passedOver()
    }

    for (let at = 0; at < 5; at++) await fetch("one")
    expect(await passedOver()).toEqual([])
    await fetch("one")
    const sites = { sourceTypes: ["website", "llmstxt", "wiki", "notes"] }
    expect(await passedOver()).toEqual([{ ...sites, tenant: "one" }])
    for (let at = 0; at < 6; at++) await fetch(`another ${at}`)

    expect(await passedOver()).toEqual([sites])
  })

  it("are given back when the work fails, or the job is stopped while it waits to come back", async () => {
    const lanes = new Lanes(1, { leaveAfterMs: 0 })
    const failing = await lanes.enter(signal)
    const work = aWork()
    const failed = failing.whileFetching(SITE, () => work.run().then(() => Promise.reject(new Error("gone"))), signal)
    const quick = await lanes.enter(signal)
    work.end("")
    await expect(failed).rejects.toThrow("gone")
    failing.leave()

    const stop = new AbortController()
    const other = aWork()
    quick.leave()
    const stopped = await lanes.enter(signal)
    const waiting = stopped.whileFetching(SITE, other.run, stop.signal)
    const last = await lanes.enter(signal)
    other.end("")
    await delay(5)
    stop.abort(new Error("stopped"))
    await expect(waiting).rejects.toThrow("stopped")
    stopped.leave()
    last.leave()

    expect((await lanes.enter(AbortSignal.timeout(1_000))).passedOver()).toEqual([])
  })

  it("open a spare one for other tenants beside a job that takes long", async () => {
    const lanes = new Lanes(1, { spareAfterMs: 20 })
    const long = await lanes.enter(signal)
    long.holdFor("one")

    const spare = await lanes.enter(signal)
    expect(spare.passedOver()).toEqual([{ tenant: "one" }])
    spare.holdFor("two")
    await expect(lanes.enter(AbortSignal.timeout(60))).rejects.toThrow()

    long.leave()
    const next = await lanes.enter(signal)
    expect(next.passedOver()).toEqual([])
  })

  it("keep the spare one closed while jobs end soon", async () => {
    const lanes = new Lanes(1, { spareAfterMs: 60_000 })
    const quick = await lanes.enter(signal)
    quick.holdFor("one")

    await expect(lanes.enter(AbortSignal.timeout(20))).rejects.toThrow()
  })

  it("give the spare one to a job of another tenant that was fetched, and not to one of the same", async () => {
    const lanes = new Lanes(1, { leaveAfterMs: 0, spareAfterMs: 20 })
    const works = ["one", "two"].map((tenant) => ({ tenant, ...aWork() }))
    const fetched: string[] = []
    for (const { tenant, run } of works) {
      const lane = await lanes.enter(signal)
      lane.holdFor(tenant)
      void lane.whileFetching({ ...SITE, tenant }, run, signal).then(() => fetched.push(tenant))
    }
    const long = await lanes.enter(signal)
    long.holdFor("one")

    for (const { end } of works) end("")
    while (fetched.length === 0) await delay(5)
    await delay(40)
    expect(fetched).toEqual(["two"])
    long.leave()
    while (fetched.length === 1) await delay(5)

    expect(fetched).toEqual(["two", "one"])
  })
})
