import { expect, it } from "vitest"
import { runFleet } from "./run-fleet.ts"

it("loses nothing and serves on while processes die and storage stops", { timeout: 400_000 }, async () => {
  const report = await runFleet({ durationMs: 20_000, seed: 7, faultPauseMs: 2_500, storeOutageMs: 4_000 })

  expect(report).toMatchObject({ lost: [], returned: [], publishedTwice: [], counts: { mixedAnswers: 0 } })
  expect(report.counts.failures).toEqual([])
  expect(report.counts.added).toBeGreaterThan(3)
  expect(report.living).toBeGreaterThan(3)
  expect(report.publications).toBeGreaterThan(3)
  expect(Object.values(report.faults).every((count) => count > 0)).toBe(true)
})
