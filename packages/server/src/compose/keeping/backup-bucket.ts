import { createWriteStream } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import type { Log } from "../../base/log.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import { openCachedBlobStore } from "../../blobs/remote/cached-blob-store.ts"
import { keepTrying } from "../../blobs/remote/keep-trying.ts"
import type { RemoteBlobs } from "../../blobs/remote/remote-blobs.ts"
import { openS3Blobs } from "../../blobs/remote/s3-blobs.ts"
import { type S3Location, S3Objects } from "../../blobs/remote/s3-objects.ts"
import { BLOBS_NAME, type BackupStore, isBackupName, LOCK_NAME, type LockFile, REPORT_NAME } from "./backup-store.ts"
import { DAY_MS, MINUTE_MS } from "../../base/durations.ts"

/** How long a backup waits for a store that restarts. It would otherwise have to start over. */
const PATIENCE_MS = MINUTE_MS
/** Blobs pass through the local directory one at a time, so the cache keeps almost nothing. */
const LOCAL_BYTES = 1
const LOCAL_RECENT_MS = 1_000
const UPLOAD_ABANDONED_AFTER_MS = DAY_MS

/** Options of a bucket with backups. */
export interface BackupBucketOptions {
  /** Directory for the files of a backup before they are uploaded, and for blobs in transit. */
  readonly workDirectory: string
  readonly log: Log
  readonly signal: AbortSignal
}

/** Opens backups in an S3-compatible store. @throws {RemoteRefused} {RemoteUnavailable} */
export async function openBackupBucket(location: S3Location, options: BackupBucketOptions): Promise<BackupStore> {
  const { workDirectory, signal } = options
  const patiently = <Result>(work: () => Promise<Result>) => keepTrying(work, { patienceMs: PATIENCE_MS, signal })
  const objects = await patiently(() => S3Objects.open(location))
  const folders = new Map<string, string>()
  const isComplete = async (name: string) => (await objects.storedAtMs(`${name}/${REPORT_NAME}`)) !== undefined

  /** Lists the backups that are complete, or those that are not. */
  const listBackups = (wanted: boolean) =>
    patiently(async () => {
      const names: string[] = []
      for (const name of await objects.listFolders()) {
        if (isBackupName(name) && (await isComplete(name)) === wanted) names.push(name)
      }
      return names.sort()
    })

  /** Removes the report first, so that a partly removed backup does not look complete. */
  const removeBackup = (name: string) =>
    patiently(async () => {
      await objects.remove(`${name}/${REPORT_NAME}`)
      for await (const { key } of objects.list(`${name}/`)) await objects.remove(key)
    })

  return {
    location: `s3://${[location.bucket, location.prefix].filter(Boolean).join("/")}`,
    lock: lockIn(location, objects, patiently),
    openBlobs: () => openBlobsOf(location, options),
    list: () => listBackups(true),
    async begin(name) {
      const folder = await mkdtemp(join(workDirectory, "backup-"))
      folders.set(name, folder)
      return folder
    },
    async publish(name) {
      const folder = folders.get(name) ?? ""
      const files = (await readdir(folder)).filter((file) => file !== REPORT_NAME)
      for (const file of [...files, REPORT_NAME]) {
        await patiently(() => objects.put(`${name}/${file}`, join(folder, file)))
      }
      await rm(folder, { recursive: true, force: true })
    },
    fetch: (name, file, path) =>
      patiently(async () => {
        const bytes = await objects.read(`${name}/${file}`)
        if (bytes === undefined) return false
        await pipeline(bytes, createWriteStream(path))
        return true
      }),
    remove: removeBackup,
    async removeUnfinished() {
      for (const name of await listBackups(false)) await removeBackup(name)
      await objects.removeUnfinished(Date.now() - UPLOAD_ABANDONED_AFTER_MS)
    },
    close() {
      objects.close()
      return Promise.resolve()
    },
  }
}

/** Lists the blobs once, because a request for each of them would take longer than most backups. */
async function openBlobsOf(location: S3Location, { workDirectory, log }: BackupBucketOptions): Promise<BlobStore> {
  const prefix = [location.prefix, BLOBS_NAME].filter(Boolean).join("/")
  const remote = rememberStored(await openS3Blobs({ ...location, prefix }))
  const directory = await mkdtemp(join(workDirectory, "blobs-"))
  const copies = { directory, maxBytes: LOCAL_BYTES, recentMs: LOCAL_RECENT_MS }
  return openCachedBlobStore({ remote, ...copies, log, readsAreFor: "jobs" })
}

function rememberStored(remote: RemoteBlobs): RemoteBlobs {
  let stored: Promise<Set<string>> | undefined
  const list = async () => {
    const hashes = new Set<string>()
    for await (const { hash } of remote.list()) hashes.add(hash)
    return hashes
  }
  return {
    ...remote,
    async put(hash, path) {
      await remote.put(hash, path)
      ;(await stored)?.add(hash)
    },
    async has(hash) {
      stored ??= list()
      try {
        return (await stored).has(hash)
      } catch (error) {
        // The next call must list the stored blobs again.
        stored = undefined
        throw error
      }
    },
  }
}

function lockIn(
  { bucket, prefix }: S3Location,
  objects: S3Objects,
  patiently: <Result>(work: () => Promise<Result>) => Promise<Result>,
): LockFile {
  return {
    path: `s3://${[bucket, prefix, LOCK_NAME].filter(Boolean).join("/")}`,
    create: (content) => patiently(() => objects.createText(LOCK_NAME, content)),
    read: () =>
      patiently(async () => {
        const writtenAtMs = await objects.storedAtMs(LOCK_NAME)
        const bytes = await objects.read(LOCK_NAME)
        return writtenAtMs === undefined || bytes === undefined ? undefined : { text: await text(bytes), writtenAtMs }
      }),
    renew: (content) => objects.putText(LOCK_NAME, content),
    remove: () => patiently(() => objects.remove(LOCK_NAME)),
  }
}
