import { describe, expect, it, vi } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { retryJob } from "./retry-job.ts"

/** Fails a job of three attempts. */
async function fail(attempts: number, isRetryable = true) {
  const clock = manualClock()
  const retryLater = vi.fn(async () => true)
  const catalogue = { jobs: { retryLater } } as unknown as Catalogue
  const job = { id: "j1", libraryId: "/acme/docs", attempts, maxAttempts: 3 } as JobRecord
  const failure = { code: "timeout", message: "the host does not respond", isRetryable }
  const retryAtMs = await retryJob({ catalogue, clock, log: silentLog }, { job, workerId: "w" }, failure)
  return { retryLater, waitMs: retryAtMs && retryAtMs - clock.now(), retryAtMs }
}

describe("a failed job", () => {
  it.each([
    [1, 2_000],
    [2, 8_000],
  ])("is queued again after attempt %i, to run in %i ms", async (attempts, expectedMs) => {
    const { retryLater, waitMs, retryAtMs } = await fail(attempts)

    expect(waitMs).toBe(expectedMs)
    expect(retryLater.mock.calls).toEqual([
      ["j1", "w", { runAfterMs: retryAtMs, errorCode: "timeout", errorMessage: "the host does not respond" }],
    ])
  })

  it.each([
    [3, true],
    [4, true],
    [1, false],
  ])("is not queued again after attempt %i if retryable is %s", async (attempts, isRetryable) => {
    const { retryLater, waitMs } = await fail(attempts, isRetryable)

    expect(waitMs).toBeUndefined()
    expect(retryLater).not.toHaveBeenCalled()
  })
})
