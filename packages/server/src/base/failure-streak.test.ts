import { expect, it } from "vitest"
import { createFailureStreak } from "./failure-streak.ts"
import { manualClock } from "./manual-clock.testing.ts"

it("logs a failure once, then every ten minutes with the number of those that were not logged", () => {
  const clock = manualClock()
  const streak = createFailureStreak(clock)
  const full = new Error("no space left")

  expect([streak.add(full), streak.add(full), streak.add(new Error("no space left"))]).toEqual([
    {},
    undefined,
    undefined,
  ])

  clock.advance(600_000)
  expect([streak.add(full), streak.add(full)]).toEqual([{ repetitions: 2 }, undefined])
})

it("logs another failure, and the first one after a success", () => {
  const streak = createFailureStreak(manualClock())

  expect([streak.add(new Error("a")), streak.add(new Error("b")), streak.add(new Error("b"))]).toEqual([
    {},
    {},
    undefined,
  ])
  streak.end()
  expect(streak.add(new Error("b"))).toEqual({})
})
