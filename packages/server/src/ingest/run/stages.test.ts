import { afterEach, describe, expect, it } from "vitest"
import type { OpenSource } from "../read/open-source.ts"
import { openTestWorkshop, textSource, type TestWorkshop } from "./workshop.testing.ts"

const GUIDE = "# Guide\n\nA dependency is declared with `Depends`, a function that tells the framework what to call.\n"

let workshop: TestWorkshop

async function open(openSource: OpenSource) {
  workshop = await openTestWorkshop(openSource)
}
afterEach(() => workshop.close())

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
    const { loadReading } = workshop.stages
    const loadNoted = () => {
      events.push("loaded")
      return loadReading()
    }
    Object.assign(workshop.stages, { loadReading: loadNoted })
    const { job } = await workshop.submit()

    await workshop.runUntilEnd(job.id)
    const again = await workshop.catalogue.jobs.add({ ...job, payload: {} })
    await workshop.runUntilEnd(again.id)

    expect(events).toEqual(["asked", "loaded", "fetched", "asked"])
  })

  it("are loaded when a source says nothing of being fetched", async () => {
    await open(() => Promise.resolve(textSource({ "guide.md": GUIDE })))
    const { library, job } = await workshop.submit()

    await workshop.runUntilEnd(job.id)

    expect(await workshop.library(library.id)).toMatchObject({ state: "finalized" })
  })
})
