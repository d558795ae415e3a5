import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MIN_REFRESH_GAP_MS, nextRefreshMs, scheduleProblem } from "./refresh-schedule.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"

const NOON_MS = Date.UTC(2026, 10, 21, 12)
const situation = { schedule: null, intervalMs: DAY_MS, lastMs: NOON_MS, failures: 0, weeklyRequests: 0 }

describe("a schedule", () => {
  it.each(["0 3 * * *", "*/30 * * * *", "@daily", "popular", "never"])("may be %s", (schedule) => {
    expect(scheduleProblem(schedule)).toBeUndefined()
  })

  it.each(["", "every day", "61 * * * *", "* * * * * *", "2030-01-01T00:00:00", "0 0 31 2 *"])(
    "may not be %j, which is told with what to write",
    (schedule) => {
      expect(scheduleProblem(schedule)).toContain(JSON.stringify(schedule))
    },
  )

  it("never throws, whatever it says", () => {
    fc.assert(fc.property(fc.string({ maxLength: 30 }), (text) => void scheduleProblem(text)))
  })
})

describe("the next refresh", () => {
  it("comes at the cron's next turn in UTC", () => {
    expect(nextRefreshMs({ ...situation, schedule: "0 3 * * *" })).toBe(Date.UTC(2026, 10, 22, 3))
  })

  it("skips turns after failures, eight at most", () => {
    const at = (failures: number) => nextRefreshMs({ ...situation, schedule: "0 3 * * *", failures })

    expect([1, 2, 9].map(at)).toEqual([23, 25, 29].map((day) => Date.UTC(2026, 10, day, 3)))
  })

  it("keeps a quarter of an hour from the last one, however often the cron turns", () => {
    expect(nextRefreshMs({ ...situation, schedule: "* * * * *" })).toBe(NOON_MS + MIN_REFRESH_GAP_MS)
  })

  it("comes sooner the more a library is asked, down to a quarter of the interval", () => {
    const hours = [0, 9, 999, 1_000_000].map(
      (weeklyRequests) => (nextRefreshMs({ ...situation, schedule: "popular", weeklyRequests }) - NOON_MS) / HOUR_MS,
    )

    expect(hours).toEqual([24, 12, 6, 6])
  })

  it("never comes where nobody wants it", () => {
    const never = [{ schedule: "never" }, { intervalMs: 0 }].map((given) => nextRefreshMs({ ...situation, ...given }))

    expect(never).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  })

  it("lies after the last one by a quarter of an hour at least", () => {
    const schedule = fc.constantFrom(null, "popular", "*/5 * * * *", "0 3 * * 1")
    fc.assert(
      fc.property(schedule, fc.nat(9), fc.nat(10_000), fc.nat(DAY_MS), (word, failures, weeklyRequests, lateMs) => {
        const given = { ...situation, schedule: word, failures, weeklyRequests, lastMs: NOON_MS + lateMs }

        expect(nextRefreshMs(given) - given.lastMs).toBeGreaterThanOrEqual(MIN_REFRESH_GAP_MS)
      }),
    )
  })
})
