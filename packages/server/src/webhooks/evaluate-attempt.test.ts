import { describe, expect, it } from "vitest"
import { evaluateAttempt } from "./evaluate-attempt.ts"
import { DAY_MS } from "../base/durations.ts"

const attempt = {
  isAccepted: false,
  atMs: 10 * DAY_MS,
  durationMs: 5,
  status: 500,
  response: "",
  error: "the receiver returned 500",
}
const judged = { webhook: { failingSinceMs: null }, delivery: { attempts: 0 }, switchOffDays: 5, chance: 0.5 }

describe("evaluateAttempt", () => {
  it("asks for eight attempts in all, each later than the one before, the last one a day after the first", () => {
    const waits: number[] = []
    for (let attempts = 0; attempts < 8; attempts++) {
      const { nextAttemptAtMs } = evaluateAttempt(attempt, { ...judged, delivery: { attempts } })
      if (nextAttemptAtMs !== null) waits.push(nextAttemptAtMs - attempt.atMs)
    }

    expect(waits).toHaveLength(7)
    expect(waits).toEqual([...waits].sort((left, right) => left - right))
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    expect(total).toBeGreaterThan(0.95 * DAY_MS)
    expect(total).toBeLessThan(DAY_MS)
  })

  it("spreads attempts by a tenth", () => {
    const [early, late] = [0, 1].map((chance) => evaluateAttempt(attempt, { ...judged, chance }).nextAttemptAtMs)

    expect([early, late]).toEqual([attempt.atMs + 9000, attempt.atMs + 11_000])
  })

  it("asks for nothing after a success, and lets a failure rest", () => {
    const success = { ...attempt, isAccepted: true, status: 204, error: null }

    expect(evaluateAttempt(success, judged)).toEqual({ nextAttemptAtMs: null, restsUntilMs: 0 })
    expect(evaluateAttempt(attempt, judged).restsUntilMs).toBeGreaterThan(attempt.atMs)
  })

  it("switches a webhook off after days of nothing but failures, not before", () => {
    const failing = (days: number) =>
      evaluateAttempt(attempt, { ...judged, webhook: { failingSinceMs: attempt.atMs - days * DAY_MS } })

    expect(failing(4.9).switchOffBecause).toBeUndefined()
    expect(failing(5).switchOffBecause).toBe(
      "the receiver accepted nothing for 5 days; last error: the receiver returned 500",
    )
  })

  it("switches a webhook off at once when its receiver says that it is gone", () => {
    expect(evaluateAttempt({ ...attempt, status: 410 }, judged).switchOffBecause).toContain("410")
  })
})
