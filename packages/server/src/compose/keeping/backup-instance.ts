import { readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { CopiedInstance, CopyProgress, ServerEntryPoints } from "@lectern/cli"
import { systemClock } from "../../base/clock.ts"
import { asError } from "../../base/errors.ts"
import { type Log, silentLog } from "../../base/log.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import type { Settings } from "../../config/settings.ts"
import type { MadeBackup } from "../../upkeep/backups/back-up-when-due.ts"
import {
  type BackupProgress,
  type LatestBackup,
  recordBackup,
  recordFailure,
} from "../../upkeep/backups/backup-record.ts"
import { listReferencedBlobs } from "../../upkeep/referenced-blobs.ts"
import { findDataDir } from "../find-data-dir.ts"
import { settingsOf } from "../settings-of-flags.ts"
import { backupName, type BackupStore, CATALOGUE_NAME, REPORT_NAME } from "./backup-store.ts"
import { copyInstance, copyKnownHosts, type InstanceCopy } from "./copy-instance.ts"
import { withBackupStore } from "./open-backup-store.ts"
import { withBackupLock } from "./with-backup-lock.ts"
import { type PartsWithWorkDirectory, withParts } from "./with-parts.ts"

const runtime = { clock: systemClock, log: silentLog }

/** The result of a backup. */
export interface Backup extends CopiedInstance {
  /** Name of the backup, which is its time in UTC. */
  readonly name: string
  /** Names of the older backups that were removed. */
  readonly removed: readonly string[]
  /** Why older backups could not be removed although this one is complete. */
  readonly removalProblem: string | undefined
  /** Why the instance does not list this backup although it is complete; undefined if it does. */
  readonly recordProblem?: string | undefined
}

/** A backup and the current contents of its location. */
interface AddedBackup extends Backup {
  readonly location: string
  /** Names of all backups in the location; undefined if they could not be listed. */
  readonly storedNames: readonly string[] | undefined
  readonly addedBytes: number
}

/** Options of a backup. */
export interface BackupOptions {
  readonly settings: Settings
  /** A folder, or `s3://BUCKET/PREFIX`. */
  readonly location: string
  /** Number of backups to keep, including this one, at least 1; undefined keeps all of them. */
  readonly keep: number | undefined
  readonly log: Log
  readonly signal: AbortSignal
  onProgress(progress: CopyProgress): void
}

/**
 * Backs up an instance, even while a server uses it, and records the result. An interrupted backup leaves nothing that
 * looks like a backup.
 *
 * @param flags.keep number of backups to keep, including this one, at least 1; undefined keeps all of them.
 * @throws {InvalidInput} if another backup into the location is running, or the instance itself uses the location.
 */
export async function backupInstance({
  location,
  keep,
  onProgress,
  ...flags
}: Parameters<ServerEntryPoints["backup"]>[0]): Promise<Backup> {
  findDataDir(flags)
  const settings = settingsOf(flags)
  const { signal } = new AbortController()
  return withParts(settings, async (from) => {
    try {
      const startedAtMs = systemClock.now()
      const added = await addBackup(from, { settings, location, keep, log: silentLog, signal, onProgress })
      return { ...added, recordProblem: await tryToRecord(from, added, startedAtMs) }
    } catch (error) {
      const failure = { location, failedAtMs: systemClock.now(), message: asError(error).message }
      // If the database caused the failure, recording it fails as well. The user needs the first reason.
      await recordFailure(from.catalogue, failure).catch(() => undefined)
      throw error
    }
  })
}

/**
 * Records a complete backup in the instance. A full disk can prevent that, and is a reason to make a backup.
 *
 * @returns why it could not be recorded; undefined if it was.
 */
async function tryToRecord(
  { catalogue }: PartsWithWorkDirectory,
  added: AddedBackup,
  startedAtMs: number,
): Promise<string | undefined> {
  try {
    await recordBackup(catalogue, latestOf(added, startedAtMs), { storedNames: added.storedNames })
    return undefined
  } catch (error) {
    return asError(error).message
  }
}

/**
 * Makes one scheduled backup. It opens the instance again, because a copy would block the only connection to SQLite.
 */
export function makeScheduledBackup({
  onProgress,
  ...options
}: Omit<BackupOptions, "onProgress"> & { onProgress(progress: BackupProgress): void }): Promise<MadeBackup> {
  const startedAtMs = systemClock.now()
  return withParts(options.settings, async (from) => {
    const made = await addBackup(from, { ...options, onProgress: countedBy(onProgress) })
    if (made.removalProblem !== undefined) {
      options.log.warn({ reason: made.removalProblem }, "cannot remove old backups")
    }
    return { backup: latestOf(made, startedAtMs), storedNames: made.storedNames }
  })
}

/** Converts progress per table to progress of the whole copy. */
function countedBy(onProgress: (progress: BackupProgress) => void): (progress: CopyProgress) => void {
  let rows = 0
  return (progress) => {
    if (progress.step === "blobs") {
      onProgress({ step: "files", done: progress.done, total: progress.total })
      return
    }
    rows += progress.rows
    onProgress({ step: "catalogue", done: rows, total: null })
  }
}

function latestOf(made: AddedBackup, startedAtMs: number): LatestBackup {
  return {
    name: made.name,
    location: made.location,
    madeAtMs: startedAtMs,
    durationMs: systemClock.now() - startedAtMs,
    libraries: made.rows["library"] ?? 0,
    blobs: made.blobs,
    blobsLost: made.blobsLost.length,
    addedBytes: made.addedBytes,
    removalProblem: made.removalProblem ?? null,
  }
}

/** Adds a backup. Backups share their blobs, so each one stores only new ones. */
async function addBackup(from: PartsWithWorkDirectory, options: BackupOptions): Promise<AddedBackup> {
  const { workDirectory } = from
  return withBackupStore(options.location, { ...options, workDirectory }, (store) =>
    withBackupLock(store, options.log, async () => {
      await store.removeUnfinished()
      const blobs = await store.openBlobs()
      try {
        const made = await writeBackup(from, { store, blobs, options })
        const removed = await removeOldBackups({ store, blobs, keep: options.keep, workDirectory })
        return { ...made, ...removed, location: store.location, storedNames: await listStored(store, options.log) }
      } finally {
        await blobs.close()
      }
    }),
  )
}

/** Lists the stored backups. The new backup is already complete, so a failure here must not fail it. */
function listStored(store: BackupStore, log: Log): Promise<readonly string[] | undefined> {
  return store.list().catch((error: unknown) => {
    log.warn({ err: asError(error) }, "cannot list backups")
    return undefined
  })
}

interface OpenedStore {
  readonly store: BackupStore
  readonly blobs: BlobStore
}

async function writeBackup(
  from: PartsWithWorkDirectory,
  { store, blobs, options }: OpenedStore & { readonly options: BackupOptions },
): Promise<CopiedInstance & Pick<AddedBackup, "name" | "addedBytes">> {
  const name = backupName(systemClock.now())
  const folder = await store.begin(name)
  const catalogue = await openSqliteCatalogue(join(folder, CATALOGUE_NAME), runtime)
  let copied: InstanceCopy
  try {
    await catalogue.migrate()
    copied = await copyInstance(from, { catalogue, blobs }, { ...options, workDirectory: folder })
  } finally {
    // The file is complete only when it is closed; until then, part of it is in the write-ahead log.
    await catalogue.close()
  }
  const { size: catalogueBytes } = await stat(join(folder, CATALOGUE_NAME))
  await copyKnownHosts(options.settings.LECTERN_DATA_DIR, folder)
  const report = { name, ...copied.instance, blobNames: [...copied.blobNames] }
  await writeFile(join(folder, REPORT_NAME), `${JSON.stringify(report, null, 2)}\n`)
  options.signal.throwIfAborted()
  await store.publish(name)
  return { ...copied.instance, name, addedBytes: copied.copiedBytes + catalogueBytes }
}

/** Removes the oldest backups, and the blobs that no other backup refers to. */
async function removeOldBackups({
  store,
  blobs,
  keep = Number.POSITIVE_INFINITY,
  workDirectory,
}: OpenedStore & { readonly keep: number | undefined; readonly workDirectory: string }): Promise<
  Pick<Backup, "removed" | "removalProblem">
> {
  const removed: string[] = []
  try {
    const names = await store.list()
    for (const name of names.slice(0, Math.max(0, names.length - keep))) {
      await store.remove(name)
      removed.push(name)
    }
    if (removed.length > 0) {
      const referenced = new Set<string>()
      for (const name of await store.list()) {
        for (const hash of await blobsOf(name, { store, blobs, workDirectory })) referenced.add(hash)
      }
      // While this process holds the lock, no other process adds blobs, so every unreferenced blob can be removed.
      await blobs.sweep(referenced, 0)
    }
    return { removed, removalProblem: undefined }
  } catch (error) {
    // The new backup is complete, and the next one retries the removal.
    return { removed, removalProblem: asError(error).message }
  }
}

/** Lists the blobs of a backup. Older releases did not write a list, so their catalogue has to be read. */
async function blobsOf(
  name: string,
  { store, blobs, workDirectory }: OpenedStore & { readonly workDirectory: string },
): Promise<Iterable<string>> {
  const reportPath = join(workDirectory, REPORT_NAME)
  if (await store.fetch(name, REPORT_NAME, reportPath)) {
    const { blobNames } = JSON.parse(await readFile(reportPath, "utf8")) as { readonly blobNames?: readonly string[] }
    if (blobNames !== undefined) return blobNames
  }
  // Works on a copy, because migrating the catalogue to this release would change the backup.
  const path = join(workDirectory, `${name}-${CATALOGUE_NAME}`)
  await store.fetch(name, CATALOGUE_NAME, path)
  const catalogue = await openSqliteCatalogue(path, runtime)
  try {
    await catalogue.migrate()
    return await listReferencedBlobs(catalogue, blobs)
  } finally {
    await catalogue.close()
  }
}
