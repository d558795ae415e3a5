import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { aJob, aLibrary, aPublication } from "../../catalogue/catalogue.contract.testing.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord, LibraryState } from "../../catalogue/libraries/records.ts"
import { moveTo } from "../states.ts"
import { stopJob } from "./stop-job.ts"
import { openTestWorker, textSource, type TestWorker } from "./test-worker.testing.ts"

const clock = manualClock()
let testWorker: TestWorker
let library: LibraryRecord
let job: JobRecord
beforeEach(async () => {
  testWorker = await openTestWorker(async () => textSource({}), clock)
  const submitted = await testWorker.submit()
  library = submitted.library
  job = submitted.job
})
afterEach(() => testWorker.close())

const claim = () => testWorker.catalogue.jobs.claim("w", 15_000)
const libraryNow = (id = library.id) => testWorker.library(id)

/** Moves the default version of the library through states, as runs do. */
async function move(...states: readonly (LibraryState | "published")[]): Promise<void> {
  const { catalogue } = testWorker
  for (const state of states) {
    const version = await catalogue.versions.ensure(library.key, "")
    if (state === "published") await catalogue.versions.publish(version.key, version.generation, aPublication())
    else await catalogue.inTransaction((inside) => moveTo(inside, version, state, `a reason to be ${state}`))
  }
}

describe("stopping a queued job", () => {
  it.each<[string, readonly (LibraryState | "published")[]]>([
    ["was never read", []],
    ["waits for a retry", ["processing"]],
  ])("leaves a library that %s in the state error", async (_, states) => {
    await move(...states)

    expect(await stopJob(testWorker, job.id)).toMatchObject({ state: "cancelled" })

    expect(await libraryNow()).toMatchObject({ state: "error", stateReason: "it was cancelled" })
  })

  it("keeps serving a library whose refresh waits for a retry", async () => {
    await move("processing", "published", "finalized", "processing")

    await stopJob(testWorker, job.id)

    expect(await libraryNow()).toMatchObject({ state: "finalized", stateReason: null })
  })

  it("keeps why the last refresh of a served library failed", async () => {
    await move("processing", "published", "finalized")

    await stopJob(testWorker, job.id)

    expect(await libraryNow()).toMatchObject({ state: "finalized", stateReason: "a reason to be finalized" })
  })

  it("changes nothing while another job of the same version runs", async () => {
    await claim()
    await move("processing")
    const next = await testWorker.catalogue.jobs.add(aJob(library))

    expect(await stopJob(testWorker, next.id)).toMatchObject({ state: "cancelled" })

    expect(await libraryNow()).toMatchObject({ state: "processing" })
  })

  it("ends the waiting of the library while a job of another version runs", async () => {
    const tagged = await testWorker.catalogue.jobs.add(aJob(library, { versionTag: "v1" }))
    await testWorker.catalogue.jobs.requestCancel(job.id)
    expect((await claim())?.id).toBe(tagged.id)
    const next = await testWorker.catalogue.jobs.add(aJob(library))

    await stopJob(testWorker, next.id)

    expect(await libraryNow()).toMatchObject({ state: "error" })
  })

  it("ends the waiting of the libraries of an import", async () => {
    const source = { ...library.source, type: "import" } as const
    await testWorker.catalogue.libraries.add(aLibrary({ id: "/a/waits", source }))
    const payload = { libraryIds: ["/a/waits"] }
    const bundle = await testWorker.catalogue.jobs.add(aJob(null, { kind: "import", payload }))

    expect(await stopJob(testWorker, bundle.id)).toMatchObject({ state: "cancelled" })

    expect(await libraryNow("/a/waits")).toMatchObject({ state: "error", stateReason: "it was cancelled" })
  })
})

describe("stopping a job that is not queued", () => {
  it("leaves the library to the worker while the job runs", async () => {
    await claim()
    await move("processing")

    expect(await stopJob(testWorker, job.id)).toMatchObject({ state: "running", isCancelRequested: true })

    expect(await libraryNow()).toMatchObject({ state: "processing" })
  })

  it("leaves the libraries of an import to the worker while it runs", async () => {
    const source = { ...library.source, type: "import" } as const
    await testWorker.catalogue.libraries.add(aLibrary({ id: "/a/waits", source }))
    const payload = { libraryIds: ["/a/waits"] }
    const bundle = await testWorker.catalogue.jobs.add(aJob(null, { kind: "import", payload }))
    await testWorker.catalogue.jobs.requestCancel(job.id)
    expect((await claim())?.id).toBe(bundle.id)

    await stopJob(testWorker, bundle.id)

    expect(await libraryNow("/a/waits")).toMatchObject({ state: "initial" })
  })

  it("changes nothing if the job was already cancelled, or does not exist", async () => {
    await stopJob(testWorker, job.id)
    await move("processing")

    expect(await stopJob(testWorker, job.id)).toMatchObject({ state: "cancelled" })
    expect(await stopJob(testWorker, "missing")).toBeUndefined()

    expect(await libraryNow()).toMatchObject({ state: "processing" })
  })
})
