import { mkdir, readdir, rm, utimes } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { aJob } from "../catalogue/catalogue.contract.testing.ts"
import { sweepLeftovers } from "./sweep.ts"
import { InvalidInput } from "../base/errors.ts"
import { encodeFileList } from "../sources/upload/file-list.ts"
import { recordOf } from "../sources/source-record.ts"
import { openTestWorker, textSource } from "../ingest/run/test-worker.testing.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"

it("sweeps orphans, forgotten jobs' reports and dead processes' files, and nothing that is served", async () => {
  const clock = manualClock()
  let text = "# One\n\nThe first edition of the documentation."
  const testWorker = await openTestWorker(async () => textSource({ "a.md": text }), clock)
  const { library, job } = await testWorker.submit()
  const first = await testWorker.runUntilEnd(job.id)
  text = "# Two\n\nThe second edition of the documentation."
  const second = await testWorker.runUntilEnd((await testWorker.catalogue.jobs.add(aJob(library))).id)
  const { indexHash } = (await testWorker.catalogue.versions.get(library.key, ""))!
  const orphan = await testWorker.blobs.put(Buffer.from("of a crash"))
  const young = await testWorker.blobs.put(Buffer.from("on its way"))
  for (const hash of [orphan, indexHash!, first.reportHash!, second.reportHash!]) {
    await utimes(await testWorker.blobs.localPath(hash), 1000, 1000)
  }
  // No process has an id that large.
  await mkdir(join(testWorker.workDirectory, "source-999999999-dead"), { recursive: true })
  clock.advance(31 * DAY_MS)

  await sweepLeftovers(testWorker)

  expect(await testWorker.blobs.has(indexHash!)).toBe(true)
  expect(await testWorker.blobs.has(second.reportHash!)).toBe(true)
  expect(await testWorker.blobs.has(young)).toBe(true)
  expect(await testWorker.blobs.has(orphan)).toBe(false)
  expect(await testWorker.blobs.has(first.reportHash!)).toBe(false)
  expect(await testWorker.catalogue.jobs.byId(first.id)).toBeUndefined()
  expect(await testWorker.catalogue.jobs.byId(second.id)).toBeDefined()
  expect(await readdir(testWorker.workDirectory)).toEqual([])
  await testWorker.close()
})

it("keeps the files of an uploaded folder, and everything while its list cannot be read", async () => {
  const clock = manualClock()
  const testWorker = await openTestWorker(async () => textSource({}), clock)
  const store = async (bytes: Uint8Array) => {
    const hash = await testWorker.blobs.put(bytes)
    await utimes(await testWorker.blobs.localPath(hash), 1000, 1000)
    return hash
  }
  const page = await store(Buffer.from("# Page of a folder"))
  const list = await store(encodeFileList([{ path: "a.md", hash: page, byteLength: 18 }]))
  const addFolder = (hash: string) =>
    testWorker.catalogue.libraries.add({
      id: `/docs/${hash}`,
      kind: "upload",
      title: "Folder",
      description: "",
      isDescribed: false,
      isPrivate: false,
      source: recordOf({
        kind: "upload",
        url: `upload:${hash}`,
        files: [{ path: "files.json", hash, byteLength: 1 }],
        isFolder: true,
      }),
    })
  await addFolder(list)
  const orphan = await store(Buffer.from("of a folder that was deleted"))

  await sweepLeftovers(testWorker)
  expect(await Promise.all([page, list, orphan].map((hash) => testWorker.blobs.has(hash)))).toEqual([true, true, false])

  const other = await store(Buffer.from("of another folder"))
  await addFolder("0".repeat(64))
  await sweepLeftovers(testWorker)
  expect(await testWorker.blobs.has(other)).toBe(true)
  await testWorker.close()
})

it("removes libraries that never came to be a week after they were added", async () => {
  const clock = manualClock()
  const testWorker = await openTestWorker(() => Promise.reject(new InvalidInput("there is no such branch")), clock)
  const { libraries } = testWorker.catalogue
  const { library, job } = await testWorker.submit()
  await testWorker.runUntilEnd(job.id)
  expect(await libraries.byKey(library.key)).toMatchObject({ state: "error", isDeleted: false })

  clock.advance(6 * DAY_MS)
  await sweepLeftovers(testWorker)
  expect((await libraries.byKey(library.key))?.isDeleted).toBe(false)
  clock.advance(2 * DAY_MS)
  await sweepLeftovers(testWorker)

  expect((await libraries.byKey(library.key))?.isDeleted).toBe(true)
  await testWorker.close()
})

it("removes a large share of the stored files only after a second look a day later", async () => {
  const clock = manualClock()
  const testWorker = await openTestWorker(async () => textSource({}), clock)
  const hashes = await Promise.all(Array.from({ length: 30 }, (_, at) => testWorker.blobs.put(Buffer.from(`${at}`))))
  for (const hash of hashes) await utimes(await testWorker.blobs.localPath(hash), 1000, 1000)
  const left = async () => (await Promise.all(hashes.map((hash) => testWorker.blobs.has(hash)))).filter(Boolean).length

  await sweepLeftovers(testWorker)
  expect(await left()).toBe(30)
  clock.advance(23 * HOUR_MS)
  await sweepLeftovers(testWorker)
  expect(await left()).toBe(30)
  clock.advance(3_600_000)
  await sweepLeftovers(testWorker)

  expect(await left()).toBe(0)
  await testWorker.close()
})

it("looks anew when the files were referenced again meanwhile, and when the clock was set back", async () => {
  const clock = manualClock()
  const testWorker = await openTestWorker(async () => textSource({}), clock)
  const put = async (from: number) => {
    const hashes = await Promise.all(
      Array.from({ length: 30 }, (_, at) => testWorker.blobs.put(Buffer.from(`${from + at}`))),
    )
    for (const hash of hashes) await utimes(await testWorker.blobs.localPath(hash), 1000, 1000)
    return hashes
  }
  const first = await put(0)

  await sweepLeftovers(testWorker)
  for (const hash of first) await rm(await testWorker.blobs.localPath(hash))
  await sweepLeftovers(testWorker)
  clock.advance(25 * HOUR_MS)
  const second = await put(100)
  await sweepLeftovers(testWorker)
  expect(await testWorker.blobs.has(second[0]!)).toBe(true)
  clock.advance(-40 * DAY_MS)
  await sweepLeftovers(testWorker)
  clock.advance(23 * HOUR_MS)
  await sweepLeftovers(testWorker)

  expect(await testWorker.blobs.has(second[0]!)).toBe(true)
  await testWorker.close()
})
