import { describe, expect, it } from "vitest"
import { Turns } from "./turns.ts"

const { signal } = new AbortController()

describe("turns of jobs in one thread", () => {
  it("end at once for a job that is alone, and after a short stretch", async () => {
    const beganMs = performance.now()

    await new Turns(() => 1).give(60_000, signal)
    await new Turns(() => 2).give(5, signal)

    expect(performance.now() - beganMs).toBeLessThan(5_000)
  })

  it("let another job run for as long as one has worked", async () => {
    const beganMs = performance.now()

    await new Turns(() => 2).give(50, signal)

    expect(performance.now() - beganMs).toBeGreaterThan(48)
  })

  it("end for the job that has waited longest when all of them pause, or the others have ended", async () => {
    let running = 2
    const turns = new Turns(() => running)
    const ended: string[] = []
    const first = turns.give(60_000, signal).then(() => ended.push("first"))
    const second = turns.give(60_000, signal).then(() => ended.push("second"))
    await first
    expect(ended).toEqual(["first"])

    running = 1
    turns.refill()
    await second

    expect(ended).toEqual(["first", "second"])
  })

  it("end when the job is stopped", async () => {
    const stop = new AbortController()
    const pause = new Turns(() => 2).give(60_000, stop.signal)
    stop.abort()

    await expect(pause).resolves.toBeUndefined()
  })
})
