import { afterEach, describe, expect, it } from "vitest"
import type { OpenSource } from "../../sources/open-source.ts"
import { openTestWorker, textSource, type TestWorker } from "../run/test-worker.testing.ts"

const GUIDE = "# Guide\n\nA dependency is declared with `Depends`, a function that tells the framework what to call.\n"

let testWorker: TestWorker

async function open(openSource: OpenSource) {
  testWorker = await openTestWorker(openSource)
}
afterEach(() => testWorker.close())

describe("stages of reading", () => {
  it("are loaded while a changed source is fetched, and not for an unchanged one", async () => {
    const events: string[] = []
    const source = textSource({ "guide.md": GUIDE })
    await open(({ knownRevision, onFetching }) => {
      events.push("asked")
      if (knownRevision === source.revision) return Promise.resolve({ ...source, unchanged: true })
      onFetching?.()
      events.push("fetched")
      return Promise.resolve(source)
    })
    const { loadBuildIndex } = testWorker.stages
    const loadNoted = () => {
      events.push("loaded")
      return loadBuildIndex()
    }
    Object.assign(testWorker.stages, { loadBuildIndex: loadNoted })
    const { job } = await testWorker.submit()

    await testWorker.runUntilEnd(job.id)
    const again = await testWorker.catalogue.jobs.add({ ...job, payload: {} })
    await testWorker.runUntilEnd(again.id)

    expect(events).toEqual(["asked", "loaded", "fetched", "asked"])
  })

  it("are loaded when a source says nothing of being fetched", async () => {
    await open(() => Promise.resolve(textSource({ "guide.md": GUIDE })))
    const { library, job } = await testWorker.submit()

    await testWorker.runUntilEnd(job.id)

    expect(await testWorker.library(library.id)).toMatchObject({ state: "finalized" })
  })
})
