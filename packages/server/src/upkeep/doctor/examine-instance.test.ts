import { rm, utimes, writeFile } from "node:fs/promises"
import { afterEach, beforeEach, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { aJob, aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import { openTestWorker, type TestWorker, textSource } from "../../ingest/run/test-worker.testing.ts"
import { encodeFileList } from "../../sources/upload/file-list.ts"
import { recordOf } from "../../sources/source-record.ts"
import { examineInstance } from "./examine-instance.ts"

const SOURCE = textSource({ "a.md": "# One\n\nThe first edition of the documentation." })
const clock = manualClock()
let worker: TestWorker

beforeEach(async () => void (worker = await openTestWorker(async () => SOURCE, clock)))
afterEach(() => worker.close())

async function examine(given: { isRepairing?: boolean; canDecrypt?: boolean } = {}) {
  const { isRepairing = false, canDecrypt = true } = given
  const dataDir = worker.folder
  return examineInstance({ ...worker, dataDir, isRepairing, canDecrypt: () => canDecrypt })
}

/** Examines the instance and returns what is not in order: check, status, number of details. */
async function problems(given: Parameters<typeof examine>[0] = {}) {
  const { findings } = await examine(given)
  return findings
    .filter(({ check, status }) => status !== "ok" && check !== "disk space")
    .map(({ check, status, repairs }) => [check, status, ...repairs])
}

async function publishOne() {
  const { library, job } = await worker.submit()
  await worker.runUntilEnd(job.id)
  const version = (await worker.catalogue.versions.get(library.key, ""))!
  return { library, version, indexHash: version.indexHash!, reportHash: version.reportHash! }
}

it("finds nothing wrong with a healthy instance", async () => {
  await publishOne()

  const { findings } = await examine()

  expect(await problems()).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual([
    "index files",
    "file reports",
    "versions",
    "library totals",
    "other files",
    "orphans",
    "running jobs",
    "job queue",
    "counters",
    "encryption key",
    "disk space",
    "backups",
  ])
})

it.each([
  ["damaged", (path: string) => writeFile(path, "other bytes")],
  ["missing", (path: string) => rm(path)],
])("finds a %s index file, and a refresh makes it whole", async (word, harm) => {
  const { library, indexHash } = await publishOne()
  await harm(await worker.blobs.localPath(indexHash))

  const { isHealthy, findings } = await examine()
  expect(isHealthy).toBe(false)
  expect(findings[0]?.details[0]).toContain(`${library.id}: index file ${indexHash} is ${word}`)
  expect(await worker.catalogue.jobs.pendingCount()).toEqual({ queued: 0, running: 0 })

  expect(await problems({ isRepairing: true })).toEqual([["index files", "error", `queued a refresh of ${library.id}`]])
  await worker.runUntilEnd((await worker.catalogue.jobs.latestOf(library.key))!.id)
  expect(await problems()).toEqual([])
})

it("finds a missing file report, and a rebuild replaces it", async () => {
  const { library, reportHash } = await publishOne()
  await rm(await worker.blobs.localPath(reportHash))

  expect(await problems({ isRepairing: true })).toEqual([
    ["file reports", "warning", `queued a refresh of ${library.id}`],
  ])
  await worker.runUntilEnd((await worker.catalogue.jobs.latestOf(library.key))!.id)

  const { findings } = await examine()
  expect(findings.find(({ check }) => check === "file reports")?.status).toBe("ok")
})

it("removes old orphans only when it repairs, and never what is referenced or recent", async () => {
  const { indexHash, reportHash } = await publishOne()
  const orphan = await worker.blobs.put(Buffer.from("of a crash"))
  const recent = await worker.blobs.put(Buffer.from("on its way"))
  for (const hash of [orphan, indexHash, reportHash]) await utimes(await worker.blobs.localPath(hash), 1000, 1000)
  const stored = () => Promise.all([orphan, recent, indexHash, reportHash].map((hash) => worker.blobs.has(hash)))

  expect(await problems()).toEqual([["orphans", "warning"]])
  expect(await stored()).toEqual([true, true, true, true])
  expect(await problems({ isRepairing: true })).toEqual([["orphans", "warning", "removed 1 file without a reference"]])

  expect(await stored()).toEqual([false, true, true, true])
  expect(await problems()).toEqual([])
})

it("removes no orphans while the list of an uploaded folder cannot be read", async () => {
  const list = await worker.blobs.put(encodeFileList([{ path: "a.md", hash: "0".repeat(64), byteLength: 1 }]))
  const files = [{ path: "files.json", hash: list, byteLength: 1 }]
  const source = recordOf({ kind: "upload", url: `upload:${list}`, files, isFolder: true })
  const { library } = await worker.submit({ kind: "upload", source })
  await worker.catalogue.jobs.requestCancel((await worker.catalogue.jobs.latestOf(library.key))!.id)
  await worker.catalogue.libraries.moveState(library.key, ["initial"], "error", "cancelled")
  const orphan = await worker.blobs.put(Buffer.from("of a crash"))
  await utimes(await worker.blobs.localPath(orphan), 1000, 1000)

  expect(await problems()).toEqual([
    ["other files", "error"],
    ["orphans", "warning"],
  ])
  await writeFile(await worker.blobs.localPath(list), "no list")
  expect(await problems({ isRepairing: true })).toEqual([
    ["other files", "error"],
    ["orphans", "error"],
  ])
  expect(await worker.blobs.has(orphan)).toBe(true)
})

it("finds a job without a worker, and queues it again", async () => {
  const { library } = await worker.submit()
  const claimed = (await worker.catalogue.jobs.claim("dead", 15_000))!
  expect(await problems()).toEqual([])
  clock.advance(120_000)

  expect((await examine()).findings.find(({ check }) => check === "running jobs")?.details[0]).toContain(
    `job ${claimed.id} of ${library.id}: no heartbeat for 120 s`,
  )
  expect(await problems({ isRepairing: true })).toEqual([["running jobs", "error", `queued job ${claimed.id} again`]])

  expect((await worker.catalogue.jobs.byId(claimed.id))?.state).toBe("queued")
  clock.advance(3_600_000)
  expect(await problems()).toEqual([["job queue", "warning"]])
})

it("finds a library that no job works on any more", async () => {
  const library = (await worker.catalogue.libraries.add(aLibrary()))!

  expect(await problems({ isRepairing: true })).toEqual([["versions", "error", `queued a refresh of ${library.id}`]])
  expect(await problems()).toEqual([])
})

it("finds wrong totals, counters behind their rows, and secrets without a key", async () => {
  const { library } = await publishOne()
  await worker.catalogue.libraries.update(library.key, { totalSnippets: 7 })
  await worker.catalogue.settings.set("hook_secret", "v2.00000000.AAAA")

  expect(await problems({ isRepairing: true, canDecrypt: false })).toEqual([
    ["library totals", "warning", `corrected the totals of ${library.id}`],
    ["encryption key", "error"],
  ])
  expect(await problems()).toEqual([])

  const { counters, jobs } = worker.catalogue
  const next = (await counters.read()).find(({ name }) => name === "job")!
  expect(next.value).toBe(next.highest)
  await counters.raise("job", 500)
  await jobs.add(aJob(library))
  await counters.raise("job", 3)
  expect((await counters.read()).find(({ name }) => name === "job")).toEqual({ name: "job", value: 501, highest: 501 })
})
