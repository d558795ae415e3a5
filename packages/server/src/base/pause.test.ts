import { describe, expect, it } from "vitest"
import { pause, waitUnlessAborted } from "./pause.ts"

describe("pause", () => {
  it("ends after the time, and throws the reason of a signal that aborts before", async () => {
    const stop = new AbortController()
    await expect(pause(1, stop.signal)).resolves.toBeUndefined()

    const waiting = pause(60_000, stop.signal)
    stop.abort(new Error("stopped"))

    await expect(waiting).rejects.toThrow("stopped")
    await expect(pause(60_000, stop.signal)).rejects.toThrow("stopped")
  })
})

describe("waitUnlessAborted", () => {
  it("says whether the whole time has passed", async () => {
    const stop = new AbortController()
    expect([await waitUnlessAborted(1), await waitUnlessAborted(1, stop.signal)]).toEqual([true, true])

    const waiting = waitUnlessAborted(60_000, stop.signal)
    stop.abort()

    expect([await waiting, await waitUnlessAborted(60_000, stop.signal)]).toEqual([false, false])
  })
})
