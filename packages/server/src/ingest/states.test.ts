import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { aJob, aLibrary } from "../catalogue/catalogue.contract.testing.ts"
import { enginesUnderTest } from "../catalogue/engines-under-test.testing.ts"
import type { JobState } from "../catalogue/jobs/records.ts"
import type { LibraryState } from "../catalogue/libraries/records.ts"
import { stopJob } from "./run/stop-job.ts"
import { LIBRARY_TRANSITIONS, moveTo, statesBefore } from "./states.ts"
import { openTestWorker, textSource } from "./run/test-worker.testing.ts"

/** The allowed state transitions of jobs, by the previous state. */
const JOB_TRANSITIONS: Readonly<Record<JobState, readonly JobState[]>> = {
  queued: ["running", "cancelled"],
  // Back to `queued` for a retry, or after the worker was shut down.
  running: ["succeeded", "failed", "cancelled", "queued"],
  succeeded: [],
  failed: [],
  cancelled: [],
}
const LIBRARY_STATES = Object.keys(LIBRARY_TRANSITIONS) as LibraryState[]

describe("table of states", () => {
  it("allows the transitions that were decided and no other", () => {
    expect(LIBRARY_TRANSITIONS).toEqual({
      initial: ["processing"],
      processing: ["finalized", "error"],
      finalized: ["processing"],
      error: ["processing"],
    })
    expect(statesBefore("processing")).toEqual(["initial", "finalized", "error"])
    expect(statesBefore("initial")).toEqual([])
  })
})

describe.each(enginesUnderTest())("states on %s", (_name, start) => {
  it("moves a library along the table, whatever is asked in whatever order", async () => {
    const engine = await start()
    const catalogue = await engine.open()
    await catalogue.migrate()
    let count = 0

    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...LIBRARY_STATES), { maxLength: 12 }), async (wishes) => {
        const library = (await catalogue.libraries.add(aLibrary({ id: `/a/${++count}` })))!
        const version = await catalogue.versions.ensure(library.key, "")
        let state: LibraryState = "initial"
        for (const wish of wishes) {
          const isAllowed = wish === state || LIBRARY_TRANSITIONS[state].includes(wish)
          const move = catalogue.inTransaction((inside) => moveTo(inside, version, wish))
          const refusal = await move.then(
            () => undefined,
            (error: Error) => error.message,
          )
          expect(refusal).toEqual(isAllowed ? undefined : expect.stringContaining("cannot change to state"))
          if (isAllowed) state = wish
          expect((await catalogue.libraries.byKey(library.key))?.state).toBe(state)
          expect((await catalogue.versions.get(library.key, ""))?.state).toBe(state)
        }
      }),
      { numRuns: 30 },
    )
    await engine.close()
  })

  it("holds for a tagged version, whose library keeps its state", async () => {
    const engine = await start()
    const catalogue = await engine.open()
    await catalogue.migrate()
    const library = (await catalogue.libraries.add(aLibrary({ id: "/a/tagged" })))!
    const version = await catalogue.versions.ensure(library.key, "v1")
    const move = (to: LibraryState) => catalogue.inTransaction((inside) => moveTo(inside, version, to))

    await expect(move("finalized")).rejects.toThrow("cannot change to state finalized")
    await move("processing")
    await move("finalized")

    expect((await catalogue.versions.get(library.key, "v1"))?.state).toBe("finalized")
    expect((await catalogue.libraries.byKey(library.key))?.state).toBe("initial")
    await engine.close()
  })

  it("moves jobs along their table, whatever happens in whatever order", async () => {
    const engine = await start()
    const catalogue = await engine.open()
    await catalogue.migrate()
    const { jobs } = catalogue
    const events = ["claim", "finish", "fail", "retry", "release", "cancel", "silence"] as const

    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...events), { maxLength: 20 }), async (happenings) => {
        const job = await jobs.add(aJob(null, { kind: "import" }))
        let state: JobState = "queued"
        for (const event of happenings) {
          if (event === "claim") await jobs.claim("w", 1000)
          if (event === "finish") await jobs.finish(job.id, "w", { state: "succeeded" })
          if (event === "fail") await jobs.finish(job.id, "w", { state: "failed" })
          if (event === "retry")
            await jobs.retryLater(job.id, "w", {
              runAfterMs: engine.clock.now(),
              errorCode: "timeout",
              errorMessage: "late",
            })
          if (event === "release") await jobs.release(job.id, "w")
          if (event === "cancel") await jobs.requestCancel(job.id)
          if (event === "silence") engine.clock.advance(2000)
          const now = (await jobs.byId(job.id))!.state
          expect([state, ...JOB_TRANSITIONS[state]]).toContain(now)
          state = now
        }
        await jobs.requestCancel(job.id)
        await jobs.finish(job.id, "w", { state: "cancelled" })
      }),
      { numRuns: 60 },
    )
    await engine.close()
  })
})

describe("cancelling a job that waits", () => {
  it("ends the waiting of a library that was never indexed", async () => {
    const testWorker = await openTestWorker(async () => textSource({}), manualClock())
    const { library, job } = await testWorker.submit()
    await testWorker.catalogue.versions.ensure(library.key, "")

    expect(await stopJob(testWorker, job.id)).toMatchObject({ state: "cancelled" })

    expect(await testWorker.library(library.id)).toMatchObject({ state: "error", stateReason: "it was cancelled" })
    expect(await stopJob(testWorker, "missing")).toBeUndefined()
    await testWorker.close()
  })

  it("leaves a served library as it is", async () => {
    const testWorker = await openTestWorker(async () => textSource({ "a.md": "# A\n\nSome words about the thing." }))
    const { library, job } = await testWorker.submit()
    await testWorker.runUntilEnd(job.id)
    const refresh = await testWorker.catalogue.jobs.add(aJob(library))

    await stopJob(testWorker, refresh.id)

    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized", stateReason: null })
    await testWorker.close()
  })
})
