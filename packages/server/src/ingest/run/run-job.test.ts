import { readdir } from "node:fs/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { AccessRefused } from "../../sources/base/errors.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"
import { Lanes } from "./lanes.ts"
import { runJob } from "./run-job.ts"
import { fileItem, openTestWorker, textSource, type TestWorker } from "./test-worker.testing.ts"

const GUIDE = "# Guide\n\nRavens carry posts.\n"

let testWorker: TestWorker
let library: LibraryRecord
let job: JobRecord
let openings: number
let source: SourceSnapshot
/** The stored responses that the source may reuse. */
let served: Uint8Array | undefined

beforeEach(async () => {
  openings = 0
  source = textSource({ "guide.md": GUIDE })
  testWorker = await openTestWorker(async ({ archive }) => {
    openings++
    served = archive?.served
    return source
  }, manualClock())
  library = (await testWorker.submit()).library
  job = (await testWorker.catalogue.jobs.claim("w", 15_000))!
})
afterEach(() => testWorker.close())

/** Runs the job in a lane of its own. */
async function run(given: Partial<JobRecord> = {}, stopping = new AbortController().signal): Promise<JobRecord> {
  const lane = await new Lanes(1).enter(new AbortController().signal)
  await runJob(testWorker, { job: { ...job, ...given }, workerId: "w", lane }, stopping)
  return (await testWorker.catalogue.jobs.byId(job.id))!
}

describe("the run of a job", () => {
  it("returns its job if the worker is already stopping", async () => {
    expect(await run({}, AbortSignal.abort())).toMatchObject({ state: "queued", attempts: 0 })
  })

  it("does not open the source of a job that was cancelled before", async () => {
    await testWorker.catalogue.jobs.requestCancel(job.id)

    expect(await run({ isCancelRequested: true })).toMatchObject({ state: "cancelled" })
    expect(openings).toBe(0)
  })

  it("does not open the source of a library that was deleted after the job was claimed", async () => {
    await testWorker.catalogue.libraries.remove(library.key)

    expect(await run()).toMatchObject({ state: "cancelled" })
    expect(openings).toBe(0)
    expect(await testWorker.catalogue.versions.ofLibrary(library.key)).toEqual([])
  })

  it("leaves no temporary directory", async () => {
    expect(await run()).toMatchObject({ state: "succeeded" })

    expect(await readdir(testWorker.workDirectory)).toEqual([])
  })

  it("shows in a failed job how far it got", async () => {
    source = {
      ...source,
      async *items() {
        yield fileItem("guide.md", Buffer.from(GUIDE))
        throw new AccessRefused("the token has expired")
      },
    }

    expect(await run()).toMatchObject({ state: "failed", progress: { filesTotal: 1 } })
  })

  it("reuses the responses that were stored with the served index, unless it is forced or they are lost", async () => {
    const { blobs, catalogue } = testWorker
    await run()
    const version = (await catalogue.versions.get(library.key, ""))!
    const stored = Buffer.from("stored responses")
    await catalogue.versions.keepArchive(version.key, version.generation, await blobs.put(stored))
    const runAgain = async (payload: JobRecord["payload"]) => {
      await catalogue.jobs.add({ ...job, payload })
      job = (await catalogue.jobs.claim("w", 15_000))!
      // Stopped once the source was opened, so that the served index stays the same.
      source = { ...source, items: () => failToRead() }
      await run()
      return served && Buffer.from(served)
    }

    expect(await runAgain({})).toEqual(stored)
    expect(await runAgain({ force: true })).toBeUndefined()
    await blobs.sweep(new Set([version.indexHash!]), 0)
    expect(await runAgain({})).toBeUndefined()
  })
})

async function* failToRead(): AsyncGenerator<never> {
  throw new AccessRefused("the token has expired")
}
