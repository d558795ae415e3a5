import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { CopiedInstance, CopyProgress, ServerEntryPoints } from "@lectern/cli"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { findDataDir } from "../find-data-dir.ts"
import { settingsOf } from "../settings-of-flags.ts"
import { listReferencedBlobs } from "../../upkeep/referenced-blobs.ts"
import {
  backupName,
  blobsIn,
  filesOf,
  listBackups,
  removeUnfinished,
  unfinishedName,
  withFolderLock,
} from "./backup-folder.ts"
import { copyInstance, copyKnownHosts, type InstanceParts } from "./copy-instance.ts"
import { withParts } from "./with-parts.ts"

const runtime = { clock: systemClock, log: silentLog }

/** What was backed up. */
export interface Backup extends CopiedInstance {
  /** Name of the backup, its time in UTC. */
  readonly name: string
  /** Older backups that were removed. */
  readonly removed: readonly string[]
}

/**
 * Backs up an instance into a folder, also while a server uses it. Backups share their blobs, so that each one stores only
 * what is new. An interrupted backup leaves nothing that looks like one.
 *
 * @param flags.keep how many backups stay, this one included; all of them if missing. At least 1.
 * @throws {InvalidInput} if another backup into the folder is running.
 */
export async function backupInstance({
  folder: given,
  keep,
  onProgress,
  ...flags
}: Parameters<ServerEntryPoints["backup"]>[0]): Promise<Backup> {
  findDataDir(flags)
  const settings = settingsOf(flags)
  const folder = resolve(given)
  return withParts(settings, (from) =>
    withFolderLock(folder, async () => {
      await removeUnfinished(folder)
      const made = await makeBackup(from, { folder, dataDir: settings.LECTERN_DATA_DIR, onProgress })
      return { ...made, removed: keep === undefined ? [] : await removeOldBackups(folder, keep) }
    }),
  )
}

async function makeBackup(
  from: InstanceParts,
  {
    folder,
    dataDir,
    onProgress,
  }: { readonly folder: string; readonly dataDir: string; onProgress(progress: CopyProgress): void },
): Promise<Omit<Backup, "removed">> {
  const name = backupName(systemClock.now())
  const unfinished = unfinishedName(name)
  await mkdir(join(folder, unfinished), { mode: 0o700 })
  const blobs = await openDirectoryBlobStore(blobsIn(folder))
  const catalogue = await openSqliteCatalogue(filesOf(folder, unfinished).catalogue, runtime)
  let copied: CopiedInstance
  try {
    await catalogue.migrate()
    copied = await copyInstance(from, { catalogue, blobs }, { workDirectory: join(folder, unfinished), onProgress })
  } finally {
    // The file is complete once it is closed: until then, a part of it is in the write-ahead log.
    await catalogue.close()
  }
  await copyKnownHosts(dataDir, join(folder, unfinished))
  await writeFile(filesOf(folder, unfinished).report, `${JSON.stringify({ name, ...copied }, null, 2)}\n`)
  await rename(join(folder, unfinished), join(folder, name))
  return { ...copied, name }
}

/** Removes the oldest backups, and the blobs that no other one refers to. */
async function removeOldBackups(folder: string, keep: number): Promise<readonly string[]> {
  const names = await listBackups(folder)
  const removed = names.slice(0, Math.max(0, names.length - keep))
  if (removed.length === 0) return []
  for (const name of removed) await rm(join(folder, name), { recursive: true, force: true })
  const blobs = await openDirectoryBlobStore(blobsIn(folder))
  const referenced = new Set<string>()
  for (const name of await listBackups(folder)) {
    const catalogue = await openSqliteCatalogue(filesOf(folder, name).catalogue, runtime)
    try {
      for (const hash of await listReferencedBlobs(catalogue, blobs)) referenced.add(hash)
    } finally {
      await catalogue.close()
    }
  }
  // No minimum age: the lock on the folder excludes other backups, which could still need a new blob.
  await blobs.sweep(referenced, 0)
  return removed
}
