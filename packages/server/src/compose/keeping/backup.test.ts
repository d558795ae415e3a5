import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { S3Objects } from "../../blobs/remote/s3-objects.ts"
import { type S3Server, startS3Server } from "../../blobs/remote/s3-server.testing.ts"
import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { readSettings } from "../../config/settings.ts"
import { openTestWorker, type TestWorker, textSource } from "../../ingest/run/test-worker.testing.ts"
import { type BackupProgress, readBackupRecord } from "../../upkeep/backups/backup-record.ts"
import { claimBackup } from "../../upkeep/backups/claim-backup.ts"
import { listReferencedBlobs } from "../../upkeep/referenced-blobs.ts"
import { backupInstance, makeScheduledBackup } from "./backup-instance.ts"
import { BLOBS_NAME, type BackupStore } from "./backup-store.ts"
import { withBackupStore } from "./open-backup-store.ts"
import { restoreInstance } from "./restore-instance.ts"

const never = new AbortController().signal
let s3: S3Server
let worker: TestWorker
let folder: string

beforeAll(async () => void (s3 = await startS3Server()))
afterAll(() => s3.close())
beforeEach(async () => {
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value)
  vi.stubEnv("LECTERN_S3_ENDPOINT", s3.location.endpoint)
  folder = await mkdtemp(join(tmpdir(), "lectern-backups-"))
  let pages = 0
  worker = await openTestWorker(async () => {
    const page = `# Page ${++pages}\n\nHow to feed the otter number ${pages}, at length.\n`
    return textSource({ "a.md": page })
  })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await worker.close()
  await rm(folder, { recursive: true, force: true })
})

async function addLibrary(id: string): Promise<void> {
  const { job } = await worker.submit({ id })
  expect((await worker.runUntilEnd(job.id)).state).toBe("succeeded")
}

describe.each([
  ["a folder", () => join(folder, "backups")],
  ["S3", () => `s3://${s3.location.bucket}/${folder.slice(folder.lastIndexOf("-") + 1).toLowerCase()}/backups`],
])("backups in %s", (_, locate) => {
  const backUp = (keep?: number) =>
    backupInstance({ dataDir: worker.folder, location: locate(), keep, onProgress() {} })
  const restore = (name?: string) =>
    restoreInstance({ dataDir: join(folder, "restored"), location: locate(), name, onProgress() {} })

  /** Runs work on the store of the backups. */
  const inStore = <Result>(work: (store: BackupStore) => Promise<Result>) =>
    withBackupStore(
      locate(),
      { settings: readSettings(process.env), workDirectory: folder, log: silentLog, signal: never },
      work,
    )

  it("restores the newest one whole, and removes older ones with the files that only they have", async () => {
    await addLibrary("/otter/old")
    const first = await backUp()
    await worker.catalogue.libraries.remove((await worker.library("/otter/old"))!.key)
    await addLibrary("/otter/new")
    // What the copied record says while the backup is made.
    const claim = { worker: "one", location: locate(), intervalMs: 1, nowMs: systemClock.now() }
    expect(await claimBackup(worker.catalogue, claim)).toBe(true)
    const second = await backUp(1)

    expect(second).toMatchObject({ removed: [first.name], removalProblem: undefined, blobsLost: [] })
    expect(await inStore((store) => store.list())).toEqual([second.name])
    expect(await restore()).toMatchObject({ name: second.name, hash: second.hash, blobs: second.blobs })

    const restored = join(folder, "restored")
    const catalogue = await openSqliteCatalogue(join(restored, "lectern.db"), { clock: systemClock, log: silentLog })
    const blobs = await openDirectoryBlobStore(join(restored, "blobs"))
    const referenced = [...(await listReferencedBlobs(catalogue, blobs))]
    expect(await catalogue.libraries.byId("/otter/new")).toMatchObject({ id: "/otter/new" })
    expect(await readBackupRecord(catalogue)).toMatchObject({ running: null, request: null })
    expect(await Promise.all(referenced.map((hash) => blobs.isIntact(hash)))).toEqual(referenced.map(() => true))
    await catalogue.close()
    await inStore(async (store) => {
      const kept = await store.openBlobs()
      // Every blob that only the first backup referred to is gone already.
      expect(await kept.sweep(new Set(referenced), 0)).toBe(0)
      await kept.close()
    })
  })

  it("stores a file once, however many backups share it, and restores an older backup by name", async () => {
    await addLibrary("/otter/first")
    const first = await backUp(5)
    await addLibrary("/otter/second")
    const second = await backUp(5)

    expect(second.blobsThere).toBe(first.blobs)
    expect(await restore(first.name)).toMatchObject({ name: first.name, hash: first.hash, blobsLost: [] })
    await expect(restore("2026-01-01T00-00-00.000Z")).rejects.toThrow("contains no backup 2026-01-01T00-00-00.000Z")
  })

  it("leaves nothing behind where it was to be restored, if there is no backup", async () => {
    await expect(restore()).rejects.toThrow("contains no backup")

    expect(existsSync(join(folder, "restored"))).toBe(false)
  })

  it("succeeds although the instance cannot record it, as on a full disk", async () => {
    await addLibrary("/otter/first")
    const { default: Sqlite } = await import("better-sqlite3")
    const database = new Sqlite(join(worker.folder, "lectern.db"))
    database.exec("create trigger full before insert on setting begin select raise(fail, 'no space left'); end")
    database.close()

    const made = await backUp()

    expect(made).toMatchObject({ recordProblem: expect.stringContaining("no space left"), blobsLost: [] })
    expect(await inStore((store) => store.list())).toEqual([made.name])
  })

  it("keeps the older backups when one fails, and records the failure until one succeeds", async () => {
    await addLibrary("/otter/first")
    const first = await backUp()
    await inStore((store) => store.lock.create(`1 another-machine ab`))

    await expect(backUp(1)).rejects.toThrow("another backup into")
    expect(await readBackupRecord(worker.catalogue)).toMatchObject({
      latest: { name: first.name, libraries: 1, blobsLost: 0 },
      failures: 1,
      failure: { message: expect.stringContaining("is running. If none is running, delete") },
    })
    expect(await inStore((store) => store.list())).toEqual([first.name])

    await inStore((store) => store.lock.remove())
    const second = await backUp()
    const record = await readBackupRecord(worker.catalogue)
    expect(record).toMatchObject({ latest: { name: second.name }, failures: 0, failure: null })
    expect(await inStore((store) => store.lock.read())).toBeUndefined()
  })

  it("replaces the lock of an earlier process of this machine, and leaves nothing when it is stopped", async () => {
    const settings = readSettings({ ...process.env, LECTERN_DATA_DIR: worker.folder })
    const stopped = new AbortController()
    stopped.abort()
    await addLibrary("/otter/first")
    const { hostname } = await import("node:os")
    await inStore((store) => store.lock.create(`${process.pid} ${hostname()} of-an-earlier-process`))
    const steps: BackupProgress[] = []
    const onProgress = (progress: BackupProgress) => void steps.push(progress)
    const options = { settings, location: locate(), keep: 3, log: silentLog, onProgress }

    await expect(makeScheduledBackup({ ...options, signal: stopped.signal })).rejects.toThrow("aborted")
    expect(await inStore((store) => store.list())).toEqual([])
    const made = await makeScheduledBackup({ ...options, signal: never })

    expect(made).toMatchObject({ backup: { libraries: 1, blobsLost: 0, removalProblem: null } })
    expect(made.backup.addedBytes).toBeGreaterThan(10_000)
    expect(await inStore((store) => store.list())).toEqual([made.backup.name])
    expect(made.storedNames).toEqual([made.backup.name])
    const [last, beforeLast] = steps.toReversed()
    const [files] = steps.filter(({ step, done, total }) => step === "files" && done === total)
    expect(files?.total).toBe(made.backup.blobs)
    expect(last).toMatchObject({ step: "catalogue", total: null })
    expect(last?.done).toBeGreaterThanOrEqual(beforeLast?.done ?? 0)
  })
})

describe("a location of backups", () => {
  it("must not be the data directory, whose files a backup would remove", async () => {
    const backingUp = backupInstance({ dataDir: worker.folder, location: worker.folder, onProgress() {} })

    await expect(backingUp).rejects.toThrow("must be a different folder from the data directory")
  })

  it("contains what an interrupted upload left only until the next backup", async () => {
    const prefix = "interrupted"
    const objects = await S3Objects.open({ ...s3.location, prefix })
    await objects.putText("2026-01-01T00-00-00.000Z/lectern.db", "half of a catalogue")
    const location = `s3://${s3.location.bucket}/${prefix}`

    const made = await backupInstance({ dataDir: worker.folder, location, onProgress() {} })

    expect((await objects.listFolders()).filter((name) => name !== BLOBS_NAME)).toEqual([made.name])
    objects.close()
  })
})
