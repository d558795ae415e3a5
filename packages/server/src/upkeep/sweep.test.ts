import { mkdir, readdir, utimes } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { manualClock } from "../base/clock.ts"
import { aJob } from "../catalogue/catalogue.contract.testing.ts"
import { sweepLeftovers } from "./sweep.ts"
import { openTestWorkshop, textSource } from "../ingest/run/workshop.testing.ts"

it("sweeps orphans, forgotten jobs' reports and dead processes' files, and nothing that is served", async () => {
  const clock = manualClock()
  let text = "# One\n\nThe first edition of the documentation."
  const workshop = await openTestWorkshop(async () => textSource({ "a.md": text }), clock)
  const { library, job } = await workshop.submit()
  const first = await workshop.runUntilEnd(job.id)
  text = "# Two\n\nThe second edition of the documentation."
  const second = await workshop.runUntilEnd((await workshop.catalogue.jobs.add(aJob(library))).id)
  const { indexHash } = (await workshop.catalogue.versions.get(library.key, ""))!
  const orphan = await workshop.blobs.put(Buffer.from("of a crash"))
  const young = await workshop.blobs.put(Buffer.from("on its way"))
  for (const hash of [orphan, indexHash!, first.reportHash!, second.reportHash!]) {
    await utimes(await workshop.blobs.localPath(hash), 1000, 1000)
  }
  // No process has an id that large.
  await mkdir(join(workshop.workDirectory, "source-999999999-dead"), { recursive: true })
  clock.advance(31 * 24 * 3_600_000)

  await sweepLeftovers(workshop)

  expect(await workshop.blobs.has(indexHash!)).toBe(true)
  expect(await workshop.blobs.has(second.reportHash!)).toBe(true)
  expect(await workshop.blobs.has(young)).toBe(true)
  expect(await workshop.blobs.has(orphan)).toBe(false)
  expect(await workshop.blobs.has(first.reportHash!)).toBe(false)
  expect(await workshop.catalogue.jobs.byId(first.id)).toBeUndefined()
  expect(await workshop.catalogue.jobs.byId(second.id)).toBeDefined()
  expect(await readdir(workshop.workDirectory)).toEqual([])
  await workshop.close()
})
