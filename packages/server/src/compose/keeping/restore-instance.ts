import { copyFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { CopiedInstance, ServerEntryPoints } from "@lectern/cli"
import { systemClock } from "../../base/clock.ts"
import { InvalidInput } from "../../base/errors.ts"
import { silentLog } from "../../base/log.ts"
import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { settingsOf } from "../settings-of-flags.ts"
import { blobsIn, filesOf, listBackups } from "./backup-folder.ts"
import { copyInstance, copyKnownHosts } from "./copy-instance.ts"
import { withParts } from "./with-parts.ts"

/** What was restored. */
export interface RestoredInstance extends CopiedInstance {
  /** Name of the backup. */
  readonly name: string
}

/**
 * Restores a backup into the storage of the settings, which has to be empty. Interrupted, it can be started again.
 *
 * @param flags.name the backup; the newest one if missing.
 * @throws {InvalidInput} if there is no such backup, or the storage has data.
 */
export async function restoreInstance({
  folder: given,
  name: wanted,
  onProgress,
  ...flags
}: Parameters<ServerEntryPoints["restore"]>[0]): Promise<RestoredInstance> {
  const settings = settingsOf(flags)
  const folder = resolve(given)
  const name = await findBackup(folder, wanted)
  return withParts(settings, async (to) => {
    const { workDirectory } = to
    // A copy, because migrating it to this release would change the backup.
    const copy = join(workDirectory, "lectern.db")
    await copyFile(filesOf(folder, name).catalogue, copy)
    const catalogue = await openSqliteCatalogue(copy, { clock: systemClock, log: silentLog })
    try {
      await catalogue.migrate()
      const blobs = await openDirectoryBlobStore(blobsIn(folder))
      const copied = await copyInstance({ catalogue, blobs }, to, { workDirectory, onProgress })
      await copyKnownHosts(join(folder, name), settings.LECTERN_DATA_DIR)
      return { ...copied, name }
    } finally {
      await catalogue.close()
    }
  })
}

async function findBackup(folder: string, wanted: string | undefined): Promise<string> {
  const names = await listBackups(folder)
  const newest = names.at(-1)
  if (newest === undefined) throw new InvalidInput(`${folder} contains no backup`)
  if (wanted === undefined) return newest
  if (!names.includes(wanted)) {
    throw new InvalidInput(`${folder} contains no backup ${wanted}, only ${names.join(", ")}`)
  }
  return wanted
}
