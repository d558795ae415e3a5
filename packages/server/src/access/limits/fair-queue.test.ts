import { describe, expect, it, onTestFinished } from "vitest"
import { RateLimited, ServerBusy } from "../errors.ts"
import { createFairQueue, type FairQueue, type QueueSlot } from "./fair-queue.ts"

/** Enters a gate and remembers who got through, in order. All leave when the test has finished. */
function aCrowd(gate: FairQueue) {
  const all: QueueSlot[] = []
  onTestFinished(() => {
    for (const place of all) place.leave()
  })
  const order: string[] = []
  const inside: QueueSlot[] = []
  return {
    order,
    inside,
    come(who: string) {
      const place = gate.enter(who)
      all.push(place)
      const through = () => {
        order.push(who)
        inside.push(place)
      }
      if (place.turn === undefined) through()
      else void place.turn.then(through)
      return place
    },
    async leaveOne() {
      inside.shift()?.leave()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe("the gate of requests", () => {
  it("lets one caller have half of it, and the next one in at once", () => {
    const crowd = aCrowd(createFairQueue(4))

    for (let at = 0; at < 5; at++) crowd.come("busy")
    crowd.come("modest")

    expect(crowd.order).toEqual(["busy", "busy", "modest"])
  })

  it("leaves room for one more caller, although several never give back what they have", () => {
    const crowd = aCrowd(createFairQueue(64))

    for (const who of ["first", "second", "third", "fourth", "fifth"]) {
      for (let at = 0; at < 100; at++) crowd.come(who)
    }
    crowd.come("modest")

    const runs = (who: string) => crowd.order.filter((each) => each === who).length
    expect(["first", "second", "third", "fourth", "fifth"].map(runs)).toEqual([32, 16, 8, 4, 2])
    expect(runs("modest")).toBe(1)
  })

  it("serves callers in turn, however many requests one has waiting", async () => {
    const gate = createFairQueue(2)
    const crowd = aCrowd(gate)
    for (let at = 0; at < 100; at++) crowd.come("busy")
    for (const who of ["one", "two", "one"]) crowd.come(who)

    for (let at = 0; at < 8; at++) await crowd.leaveOne()

    expect(crowd.order.slice(0, 8).filter((who) => who !== "busy")).toHaveLength(3)
    expect(gate.running).toBeLessThanOrEqual(2)
  })

  it("never runs more than it may, and runs all in the end, whoever comes, leaves and gives up", async () => {
    const gate = createFairQueue(4)
    const crowd = aCrowd(gate)
    const waiting: QueueSlot[] = []
    for (let at = 0; at < 200; at++) {
      const place = crowd.come(`caller ${(at * 7) % 5}`)
      if (place.turn !== undefined && at % 3 === 0) waiting.push(place)
      if (at % 10 === 0) waiting.shift()?.leave()
      if (at % 2 === 0) await crowd.leaveOne()
      expect(gate.running).toBeLessThanOrEqual(4)
    }

    while (crowd.inside.length > 0) await crowd.leaveOne()

    expect(gate.running).toBe(0)
    expect(gate.waiting).toBe(0)
    expect(crowd.order).toHaveLength(200)
  })

  it("counts the remaining requests of a caller when one of them leaves", () => {
    const crowd = aCrowd(createFairQueue(4))
    const first = crowd.come("busy")
    crowd.come("busy")
    first.leave()

    expect(crowd.come("busy").turn).toBeUndefined()
    expect(crowd.come("busy").turn).toBeDefined()
  })

  it("starts no waiting request of a caller that still uses its share", async () => {
    const gate = createFairQueue(4)
    const crowd = aCrowd(gate)
    for (let at = 0; at < 3; at++) crowd.come("busy")
    crowd.come("modest").leave()
    await new Promise((resolve) => setImmediate(resolve))

    expect(crowd.order).toEqual(["busy", "busy", "modest"])
    expect(gate).toMatchObject({ running: 2, waiting: 1 })
  })

  it("starts all requests of a caller after another one has none left", async () => {
    const crowd = aCrowd(createFairQueue(2))
    for (const who of ["one", "two", "short", "long", "long", "long"]) crowd.come(who)

    while (crowd.inside.length > 0) await crowd.leaveOne()

    expect(crowd.order).toEqual(["one", "two", "short", "long", "long", "long"])
  })

  it("keeps the waiting requests of a caller when one that has waited ends, or one gives up", async () => {
    const gate = createFairQueue(2)
    const crowd = aCrowd(gate)
    const [running, next, , givingUp] = Array.from({ length: 5 }, () => crowd.come("busy"))
    running?.leave()
    await next?.turn
    next?.leave()
    givingUp?.leave()

    expect(gate).toMatchObject({ running: 1, waiting: 1 })
    crowd.inside.splice(0)
    await new Promise((resolve) => setImmediate(resolve))
    while (crowd.inside.length > 0) await crowd.leaveOne()
    expect(crowd.order).toHaveLength(5)
  })

  it("queues at most 4,096 requests of all callers together, and accepts another one when one gives up", () => {
    const gate = createFairQueue(2)
    const crowd = aCrowd(gate)
    crowd.come("first")
    crowd.come("second")
    const waiting = Array.from({ length: 4_096 }, (_, at) => crowd.come(`caller ${at % 16}`))
    expect(gate.waiting).toBe(4_096)

    expect(() => gate.enter("late")).toThrow(ServerBusy)
    waiting[0]?.leave()
    expect(crowd.come("late").turn).toBeDefined()
  })

  it("refuses what would wait too long in a queue or in time, with the time to try again", async () => {
    const gate = createFairQueue(2, 5)
    const held = gate.enter("busy")
    const late = gate.enter("busy")

    await expect(late.turn).rejects.toThrow("the server is busy: 1 requests are waiting. Try again in 1 s")
    const places = Array.from({ length: 256 }, () => gate.enter("busy"))
    expect(() => gate.enter("busy")).toThrow(RateLimited)
    expect(() => gate.enter("busy")).toThrow(/limit of 1 is used up\. Try again in 1 s/)
    expect(gate.enter("modest").turn).toBeUndefined()

    for (const place of places) place.leave()
    held.leave()
    held.leave()
    expect(gate.running).toBe(1)
  })
})
