import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { createPolling } from "./polling.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("runs at once, after each interval, and at once when it is hurried", async () => {
  const work = vi.fn(() => Promise.resolve())
  const polling = createPolling(work, () => 1_000)
  polling.hurry()
  polling.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(1)

  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(2)

  await vi.advanceTimersByTimeAsync(500)
  polling.hurry()
  polling.hurry()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(3)

  polling.stop()
  polling.hurry()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(3)
})

it("runs once more when it was hurried during a run", async () => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const polling = createPolling(work, () => 1_000)
  polling.start()
  await vi.advanceTimersByTimeAsync(0)

  polling.hurry()
  finish()
  await vi.advanceTimersByTimeAsync(100)

  expect(work).toHaveBeenCalledTimes(2)
  polling.stop()
})
