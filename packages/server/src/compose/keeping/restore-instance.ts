import { tmpdir } from "node:os"
import { join } from "node:path"
import type { CopiedInstance, ServerEntryPoints } from "@lectern/cli"
import { systemClock } from "../../base/clock.ts"
import { InvalidInput } from "../../base/errors.ts"
import { inheritOwner } from "../../base/inherit-owner.ts"
import { silentLog } from "../../base/log.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { KNOWN_HOSTS_NAME } from "../../sources/git/ssh/known-hosts.ts"
import { forgetRunningBackup } from "../../upkeep/backups/claim-backup.ts"
import { claimBlobs } from "../assert-same-blobs.ts"
import { settingsOf } from "../settings-of-flags.ts"
import { type BackupStore, CATALOGUE_NAME } from "./backup-store.ts"
import { copyInstance } from "./copy-instance.ts"
import { withBackupStore } from "./open-backup-store.ts"
import { type PartsWithWorkDirectory, withParts } from "./with-parts.ts"

/** The result of a restore. */
export interface RestoredInstance extends CopiedInstance {
  /** Name of the backup. */
  readonly name: string
}

type RestoreFlags = Parameters<ServerEntryPoints["restore"]>[0]

/**
 * Restores a backup into the storage in the settings, which must be empty. If interrupted, it can be started again.
 *
 * @param flags.name the backup; the newest one if missing.
 * @throws {InvalidInput} if the backup does not exist, or the storage is not empty.
 */
export async function restoreInstance({
  location,
  name: wanted,
  onProgress,
  ...flags
}: RestoreFlags): Promise<RestoredInstance> {
  const settings = settingsOf(flags)
  const { signal } = new AbortController()
  const access = { settings, log: silentLog, signal }
  // Found first, because opening the parts creates a catalogue and directories.
  const name = await withBackupStore(location, { ...access, workDirectory: tmpdir() }, (store) =>
    findBackup(store, wanted),
  )
  return withParts(settings, async (to) => {
    const { workDirectory } = to
    return withBackupStore(location, { ...access, workDirectory }, async (store) => {
      const copied = await restoreFrom(store, name, { to, onProgress })
      await claimBlobs(to.catalogue, settings)
      await forgetRunningBackup(to.catalogue)
      const knownHosts = join(settings.LECTERN_DATA_DIR, KNOWN_HOSTS_NAME)
      if (await store.fetch(name, KNOWN_HOSTS_NAME, knownHosts)) await inheritOwner(knownHosts)
      return { ...copied, name }
    })
  })
}

async function restoreFrom(
  store: BackupStore,
  name: string,
  { to, onProgress }: { readonly to: PartsWithWorkDirectory } & Pick<RestoreFlags, "onProgress">,
): Promise<CopiedInstance> {
  const { workDirectory } = to
  // Works on a copy, because migrating the catalogue to this release would change the backup.
  const copy = join(workDirectory, CATALOGUE_NAME)
  await store.fetch(name, CATALOGUE_NAME, copy)
  const catalogue = await openSqliteCatalogue(copy, { clock: systemClock, log: silentLog })
  try {
    await catalogue.migrate()
    const blobs = await store.openBlobs()
    try {
      const { instance } = await copyInstance({ catalogue, blobs }, to, { workDirectory, onProgress })
      return instance
    } finally {
      await blobs.close()
    }
  } finally {
    await catalogue.close()
  }
}

async function findBackup(store: BackupStore, wanted: string | undefined): Promise<string> {
  const names = await store.list()
  const newest = names.at(-1)
  if (newest === undefined) throw new InvalidInput(`${store.location} contains no backup`)
  if (wanted === undefined) return newest
  if (!names.includes(wanted)) {
    throw new InvalidInput(`${store.location} contains no backup ${wanted}, only ${names.join(", ")}`)
  }
  return wanted
}
