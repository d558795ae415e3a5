import { describe, expect, it } from "vitest"
import { createWakeSignal } from "../base/wake-signal.ts"
import { runEvery } from "./run-every.ts"

const LONG_MS = 600_000

describe("runEvery", () => {
  it("runs again after the interval until the signal is aborted", async () => {
    const stop = new AbortController()
    let runs = 0

    await runEvery({ intervalMs: 1, signal: stop.signal }, async () => {
      if (++runs === 3) stop.abort()
    })

    expect(runs).toBe(3)
  })

  it("runs again early when it is woken", async () => {
    const stop = new AbortController()
    const wake = createWakeSignal()
    let runs = 0

    await runEvery({ intervalMs: LONG_MS, wake, signal: stop.signal }, async () => {
      if (++runs === 2) stop.abort()
      else setTimeout(() => wake.notify(), 5)
    })

    expect(runs).toBe(2)
  })

  it("does not wake early after a failure", async () => {
    const stop = new AbortController()
    const wake = createWakeSignal()
    let runs = 0

    await runEvery({ intervalMs: LONG_MS, wake, signal: stop.signal }, async () => {
      runs++
      setTimeout(() => wake.notify(), 5)
      setTimeout(() => stop.abort(), 50)
      return false
    })

    expect(runs).toBe(1)
  })
})
