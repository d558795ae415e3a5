import { afterEach, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { openTestWorker, textSource, type TestWorker } from "./test-worker.testing.ts"

let testWorker: TestWorker
afterEach(() => testWorker.close())

it("learns of new tags from an unchanged default version, and not from another one", async () => {
  let tags = [{ name: "v1", revision: "1" }]
  testWorker = await openTestWorker(async ({ knownRevision }) => {
    const source = textSource({ "guide.md": "# Guide\n\nRavens carry posts.\n" }, { tags })
    return knownRevision === source.revision ? { ...source, unchanged: true } : source
  }, manualClock())
  const { library, job } = await testWorker.submit()
  await testWorker.runUntilEnd(job.id)
  const tagged = await testWorker.catalogue.jobs.add({ ...job, versionTag: "v1", payload: {} })
  await testWorker.runUntilEnd(tagged.id)
  const tagsAfter = async (versionTag: string) => {
    const again = await testWorker.catalogue.jobs.add({ ...job, versionTag, payload: {} })
    expect(await testWorker.runUntilEnd(again.id)).toMatchObject({ payload: { outcome: "unchanged" } })
    return (await testWorker.library(library.id))?.availableTags
  }

  tags = [...tags, { name: "v2", revision: "2" }]

  expect(await tagsAfter("v1")).toEqual(["v1"])
  expect(await tagsAfter("")).toEqual(["v2", "v1"])
})
