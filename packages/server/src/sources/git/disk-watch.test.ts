import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { SourceTooLarge } from "../base/errors.ts"
import { runWithinSize } from "./disk-watch.ts"

const LIMIT = { directory: "/nowhere", maxBytes: 2 ** 20 }

describe("runWithinSize", () => {
  it("counts what was written while an earlier measurement was still under way", async () => {
    let sizeBytes = 0
    const measurements: ((sizeBytes: number) => void)[] = []
    const opening = runWithinSize(
      LIMIT,
      async () => {
        while (measurements.length === 0) await delay(1)
        sizeBytes = 2 ** 21
      },
      // The first measurement began before the work wrote anything, and never ends.
      () =>
        measurements.length === 0 ? new Promise((resolve) => measurements.push(resolve)) : Promise.resolve(sizeBytes),
    )

    await expect(opening).rejects.toThrow(SourceTooLarge)
  })

  it("tells the work to end as soon as the size is passed", async () => {
    const opening = runWithinSize(
      LIMIT,
      (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      () => Promise.resolve(2 ** 21),
    )

    await expect(opening).rejects.toThrow("the repository is too large: it needs more than 1 MB of disk space")
  })

  it("gives the result of work that keeps within the size, or its own error", async () => {
    const measure = () => Promise.resolve(2 ** 20)

    await expect(runWithinSize(LIMIT, () => Promise.resolve("done"), measure)).resolves.toBe("done")
    await expect(runWithinSize(LIMIT, () => Promise.reject(new Error("lost")), measure)).rejects.toThrow("lost")
  })
})
