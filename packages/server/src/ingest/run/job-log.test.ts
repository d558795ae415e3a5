import { afterEach, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { MAX_JOB_LOG_ENTRIES } from "../../catalogue/job-logs/records.ts"
import { SourceUnreachable } from "../../sources/base/errors.ts"
import { sweepLeftovers } from "../../upkeep/sweep.ts"
import { openTestWorker, type TestWorker, textSource } from "./test-worker.testing.ts"
import { DAY_MS } from "../../base/durations.ts"

let worker: TestWorker
afterEach(() => worker.close())

it("keeps what a job did over all its runs: stages with counts, files that failed, retries and the end", async () => {
  let run = 0
  worker = await openTestWorker(async () => {
    if (++run === 1) throw new SourceUnreachable("the host does not respond")
    return textSource({ "a.md": "# One\n\nThe first edition of the documentation." })
  })
  const { job } = await worker.submit()

  await worker.runUntilEnd(job.id)

  const entries = await worker.catalogue.jobLogs.ofJob(job.id)
  const lines = entries.map(({ event, fields }) => [event, fields["stage"] ?? fields["code"] ?? fields["outcome"]])
  expect(lines).toEqual([
    ["run began", undefined],
    ["stage began", "fetching"],
    ["run failed", "validation_error"],
    ["retry queued", undefined],
    ["run began", undefined],
    ["stage began", "fetching"],
    ...["parsing", "indexing", "publishing"].flatMap((stage, at) => [
      ["stage ended", ["fetching", "parsing", "indexing"][at]],
      ["stage began", stage],
    ]),
    ["files read", undefined],
    ["run ended", "published"],
  ])
  expect(entries.find(({ event }) => event === "files read")?.fields).toEqual({ indexed: 1, leftOut: 0, failed: 0 })
  expect(entries.at(-1)?.fields).toMatchObject({ outcome: "published", snippets: 1 })
}, 30_000)

it("keeps what became of the files of a run that failed", async () => {
  worker = await openTestWorker(async () => textSource({ "a.md": "", "b.md": "\n" }))
  const { job } = await worker.submit()

  await worker.runUntilEnd(job.id)

  const entries = await worker.catalogue.jobLogs.ofJob(job.id)
  expect(entries.map(({ event }) => event)).toContain("run failed")
  expect(entries.find(({ event }) => event === "files read")?.fields).toEqual({ indexed: 0, leftOut: 2, failed: 0 })
}, 30_000)

it("is bounded, and deleted with its job", async () => {
  const clock = manualClock()
  worker = await openTestWorker(async () => textSource({ "a.md": "# One\n\nText of the documentation." }), clock)
  const { library, job } = await worker.submit()
  const many = Array.from({ length: MAX_JOB_LOG_ENTRIES + 50 }, () => {
    return { atMs: clock.now(), level: "info", event: "noise", fields: {} } as const
  })
  await worker.catalogue.jobLogs.append(job.id, many)
  await worker.runUntilEnd(job.id)
  expect(await worker.catalogue.jobLogs.ofJob(job.id)).toHaveLength(MAX_JOB_LOG_ENTRIES)

  const next = await worker.catalogue.jobs.add({ ...job, payload: { force: true } })
  await worker.runUntilEnd(next.id)
  clock.advance(31 * DAY_MS)
  await sweepLeftovers(worker)

  expect(library.key).toBe(next.libraryKey)
  expect(await worker.catalogue.jobLogs.ofJob(job.id)).toEqual([])
  expect(await worker.catalogue.jobLogs.ofJob(next.id)).not.toEqual([])
})
