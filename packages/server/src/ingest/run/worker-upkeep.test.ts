import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type ManualClock, manualClock } from "../../base/manual-clock.testing.ts"
import { WORKER_SEEN_SETTING } from "../../catalogue/jobs/worker-seen.ts"
import { openTestWorker, textSource, type TestWorker, until } from "./test-worker.testing.ts"
import { createWorker, type WorkerOptions } from "./worker.ts"
import { DAY_MS } from "../../base/durations.ts"

let clock: ManualClock
let testWorker: TestWorker
beforeEach(async () => {
  clock = manualClock()
  const texts = { "guide.md": "# Guide\n\nRavens carry posts.\n" }
  testWorker = await openTestWorker(async () => textSource(texts), clock)
})
afterEach(() => testWorker.close())

/** Runs a worker until a condition is met. */
async function runWorker<Value>(
  options: Partial<WorkerOptions>,
  look: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const stop = new AbortController()
  const running = createWorker({ ...testWorker, concurrency: 1, ...options }).run(stop.signal)
  try {
    return await until(look)
  } finally {
    stop.abort()
    await running
  }
}
const jobs = () => testWorker.catalogue.jobs.list({ offset: 0, limit: 10 })
const lastSeen = () => testWorker.catalogue.settings.get(WORKER_SEEN_SETTING)

it("records when a worker was last seen", async () => {
  expect(await runWorker({}, lastSeen)).toBe(String(clock.now()))
})

it("continues if it cannot record that it was seen, or cannot claim a job", async () => {
  const { catalogue } = testWorker
  const failOnce = () => Promise.reject(new Error("the database is locked"))
  const claim = vi.fn(catalogue.jobs.claim).mockImplementationOnce(failOnce)
  const set = vi.fn(catalogue.settings.set).mockImplementationOnce(failOnce)
  const error = vi.fn()
  const options = {
    catalogue: { ...catalogue, jobs: { ...catalogue.jobs, claim }, settings: { ...catalogue.settings, set } },
    log: { ...testWorker.log, error },
  }
  const { job } = await testWorker.submit()

  const ended = await runWorker(options, async () => {
    const now = await catalogue.jobs.byId(job.id)
    return now?.state === "succeeded" ? now : undefined
  })

  expect(ended.attempts).toBe(1)
  expect(error.mock.calls).toEqual([[{ err: expect.any(Error) as Error }, "cannot claim a job"]])
})

it("logs a failure once while it lasts, so that the log of a full disk does not fill another one", async () => {
  const { catalogue } = testWorker
  let claims = 0
  const claim = () => {
    claims++
    return Promise.reject(new Error("no space left in the data directory"))
  }
  const error = vi.fn()
  const options = {
    catalogue: { ...catalogue, jobs: { ...catalogue.jobs, claim } },
    log: { ...testWorker.log, error },
  }

  await runWorker(options, () => Promise.resolve(claims >= 3 ? claims : undefined))

  expect(error).toHaveBeenCalledTimes(1)
})

it("queues due refreshes, but only if they are on", async () => {
  const { job } = await testWorker.submit()
  await testWorker.runUntilEnd(job.id)
  clock.advance(2 * DAY_MS)
  await runWorker({}, lastSeen)
  expect(await jobs()).toHaveLength(1)

  const isQueued = async () => ((await jobs()).length > 1 ? true : undefined)
  await expect(runWorker({ refreshIntervalMs: DAY_MS }, isQueued)).resolves.toBe(true)
})

it("refreshes metadata that is due", async () => {
  const refreshDue = vi.fn(async () => 0)

  await runWorker({ metadataRefresher: { refreshDue } }, () => (refreshDue.mock.calls.length > 0 ? true : undefined))

  expect(refreshDue).toHaveBeenCalledWith(expect.any(AbortSignal))
})

it("looks for files that earlier runs have left", async () => {
  const sweep = vi.fn(testWorker.blobs.sweep)

  await runWorker({ blobs: { ...testWorker.blobs, sweep } }, () => (sweep.mock.calls.length > 0 ? true : undefined))

  expect(sweep).toHaveBeenCalled()
})

it("gives every run another name, in every worker", async () => {
  const names: string[] = []
  const claim = (...given: Parameters<typeof testWorker.catalogue.jobs.claim>) => {
    names.push(given[0])
    return testWorker.catalogue.jobs.claim(...given)
  }
  const catalogue = { ...testWorker.catalogue, jobs: { ...testWorker.catalogue.jobs, claim } }

  await runWorker({ catalogue }, () => (names.length >= 2 ? true : undefined))
  await runWorker({ catalogue }, () => (names.length >= 4 ? true : undefined))

  expect(new Set(names).size).toBe(names.length)
})
