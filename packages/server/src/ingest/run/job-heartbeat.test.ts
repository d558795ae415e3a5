import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ManualClock, manualClock } from "../../base/manual-clock.testing.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { NO_PROGRESS } from "../../catalogue/jobs/rows.ts"
import { RunStopped } from "../errors.ts"
import { type JobHeartbeat, startHeartbeat } from "./job-heartbeat.ts"
import { openTestWorker, textSource, type TestWorker } from "./test-worker.testing.ts"

const SILENT_AFTER_MS = 15_000
const TICK_MS = 200
const PROGRESS = { ...NO_PROGRESS, filesTotal: 9, filesDone: 3 }

let clock: ManualClock
let testWorker: TestWorker
let job: JobRecord
let stop: AbortController
let heartbeat: JobHeartbeat
const warn = vi.fn()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] })
  clock = manualClock()
  testWorker = await openTestWorker(async () => textSource({}), clock)
  await testWorker.submit()
  job = (await testWorker.catalogue.jobs.claim("w", SILENT_AFTER_MS))!
  stop = new AbortController()
  heartbeat = start(testWorker.catalogue)
})
afterEach(async () => {
  await heartbeat.end()
  vi.useRealTimers()
  warn.mockReset()
  await testWorker.close()
})

function start(catalogue: Catalogue): JobHeartbeat {
  return startHeartbeat({ catalogue, log: { ...testWorker.log, warn } }, { job, workerId: "w" }, stop)
}

/** Lets one tick after the other run. Without new progress, `flush` only waits for the current one. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) {
    vi.advanceTimersByTime(TICK_MS)
    await heartbeat.flush()
  }
}
const now = () => testWorker.catalogue.jobs.byId(job.id)
const stopCause = () => (stop.signal.reason instanceof RunStopped ? stop.signal.reason.stopCause : undefined)

describe("the heartbeat of a job", () => {
  it("is written every two seconds if there is no new progress", async () => {
    const startedAtMs = clock.now()
    clock.advance(1_000)

    await ticks(9)
    expect((await now())?.heartbeatAtMs).toBe(startedAtMs)

    await ticks(1)
    expect(await now()).toMatchObject({ heartbeatAtMs: clock.now(), stage: "fetching", progress: NO_PROGRESS })

    const writtenAtMs = clock.now()
    clock.advance(1_000)
    await ticks(9)
    expect((await now())?.heartbeatAtMs).toBe(writtenAtMs)
    expect(stop.signal.aborted).toBe(false)
  })

  it("is written with new progress at the next tick", async () => {
    heartbeat.report("parsing", PROGRESS)
    expect(await now()).toMatchObject({ stage: "fetching" })

    vi.advanceTimersByTime(TICK_MS)
    await heartbeat.end()

    expect(await now()).toMatchObject({ stage: "parsing", progress: PROGRESS })
  })

  it("is written at once when it is flushed, but only with new progress", async () => {
    const startedAtMs = clock.now()
    clock.advance(1_000)
    await heartbeat.flush()
    expect((await now())?.heartbeatAtMs).toBe(startedAtMs)

    heartbeat.report("parsing", PROGRESS)
    await heartbeat.flush()

    expect(await now()).toMatchObject({ heartbeatAtMs: clock.now(), stage: "parsing", progress: PROGRESS })
  })

  it("ends with the run", async () => {
    await heartbeat.end()
    heartbeat.report("parsing", PROGRESS)
    vi.advanceTimersByTime(TICK_MS)
    await heartbeat.end()

    expect(await now()).toMatchObject({ stage: "fetching" })
  })

  it.each([
    ["is written", () => heartbeat.report("parsing", PROGRESS)],
    ["is not due", () => {}],
  ])("stops the run after a request to cancel, whether it %s", async (_, report) => {
    await testWorker.catalogue.jobs.requestCancel(job.id)
    report()

    await ticks(1)

    expect(stopCause()).toBe("cancelled")
  })

  it.each([
    ["is written", () => heartbeat.report("parsing", PROGRESS)],
    ["is not due", () => {}],
  ])("stops the run after another worker has taken over the job, whether it %s", async (_, report) => {
    clock.advance(SILENT_AFTER_MS + 1)
    expect((await testWorker.catalogue.jobs.claim("next", SILENT_AFTER_MS))?.id).toBe(job.id)
    report()

    await ticks(1)

    expect(stopCause()).toBe("lost")
  })

  it("stops the run if the job has ended", async () => {
    await testWorker.catalogue.jobs.finish(job.id, "w", { state: "failed" })

    await ticks(1)

    expect(stopCause()).toBe("lost")
  })

  it("stops the run if the job was deleted", async () => {
    await heartbeat.end()
    const jobs = { ...testWorker.catalogue.jobs, byId: async () => undefined }
    heartbeat = start({ ...testWorker.catalogue, jobs })

    await ticks(1)

    expect(stopCause()).toBe("lost")
  })

  it("writes progress again after an error of the catalogue", async () => {
    await heartbeat.end()
    const jobs = testWorker.catalogue.jobs
    const beat = vi.fn(jobs.heartbeat).mockRejectedValueOnce(new Error("the database is locked"))
    heartbeat = start({ ...testWorker.catalogue, jobs: { ...jobs, heartbeat: beat } })
    heartbeat.report("parsing", PROGRESS)

    await heartbeat.flush()
    expect(await now()).toMatchObject({ stage: "fetching" })

    await heartbeat.flush()
    expect(await now()).toMatchObject({ stage: "parsing", progress: PROGRESS })
  })

  it("continues after an error of the catalogue, and logs it", async () => {
    await heartbeat.end()
    const error = new Error("the database is locked")
    const byId = vi.fn(testWorker.catalogue.jobs.byId).mockRejectedValueOnce(error)
    heartbeat = start({ ...testWorker.catalogue, jobs: { ...testWorker.catalogue.jobs, byId } })
    await testWorker.catalogue.jobs.requestCancel(job.id)

    await ticks(1)
    expect(warn.mock.calls).toEqual([[{ err: error, jobId: job.id }, expect.any(String)]])
    expect(stop.signal.aborted).toBe(false)

    await ticks(1)
    expect(stopCause()).toBe("cancelled")
  })
})
