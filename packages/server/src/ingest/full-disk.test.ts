import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { openDirectoryBlobStore } from "../blobs/open-directory-blob-store.ts"
import { aJob } from "../catalogue/catalogue.contract.testing.ts"
import { createWorker } from "./run/worker.ts"
import { openTestWorker, textSource, type TestWorker, until } from "./run/test-worker.testing.ts"

// A disk small enough to fill has to be mounted, which only root may do.
const isRoot = process.getuid?.() === 0

let disk: string
let testWorker: TestWorker

beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), "lectern-disk-"))
})
afterEach(async () => {
  await testWorker.close()
  execFileSync("umount", [disk])
  await rm(disk, { recursive: true })
})

describe("ingestion onto a full disk", () => {
  it.runIf(isRoot)(
    "fails with a clear error after its tries, keeps the old index and leaves nothing behind",
    async () => {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk])
      const clock = manualClock()
      let text = "# Guide\n\nA short page about the one thing there is."
      const opened = await openTestWorker(async () => textSource({ "a.md": text }), clock)
      await mkdir(join(disk, "work"))
      testWorker = {
        ...opened,
        blobs: await openDirectoryBlobStore(join(disk, "blobs")),
        workDirectory: join(disk, "work"),
      }
      const { library, job } = await testWorker.submit()
      const stop = new AbortController()
      const worker = createWorker({ ...testWorker, concurrency: 1 })
      const running = worker.run(stop.signal)
      const ended = (id: string) =>
        until(async () => ((await testWorker.catalogue.jobs.byId(id))?.finishedAtMs ? true : undefined))
      await ended(job.id)
      const served = (await testWorker.catalogue.versions.get(library.key, ""))!

      text = Array.from(
        { length: 6000 },
        (_, number) => `## Part ${number}\n\nWords number ${number} of a very long page.\n`,
      ).join("\n")
      const refresh = await testWorker.catalogue.jobs.add(aJob(library))
      worker.wake()
      for (const attempt of [1, 2]) {
        await until(async () => {
          const now = await testWorker.catalogue.jobs.byId(refresh.id)
          return now?.state === "queued" && now.attempts === attempt ? true : undefined
        })
        clock.advance(60_000)
        worker.wake()
      }
      await ended(refresh.id)
      stop.abort()
      await running

      expect(await testWorker.catalogue.jobs.byId(refresh.id)).toMatchObject({
        state: "failed",
        attempts: 3,
        errorMessage: expect.stringContaining("no space left"),
      })
      expect(await testWorker.library(library.id)).toMatchObject({
        state: "finalized",
        stateReason: expect.stringContaining("no space left"),
      })
      expect(await testWorker.catalogue.versions.get(library.key, "")).toEqual(served)
      expect(await testWorker.blobs.get(served.indexHash!)).toBeDefined()
      expect(await readdir(join(disk, "work"))).toEqual([])
      expect(await readdir(join(disk, "blobs", ".tmp"))).toEqual([])
      writeFileSync(join(disk, "room"), Buffer.alloc(500_000))
    },
  )
})
