import type { CopiedInstance, ServerEntryPoints } from "@lectern/cli"
import { hashTables } from "../../catalogue/copy/copy-tables.ts"
import { BadSettings, readSettings, type Settings } from "../../config/settings.ts"
import { isFolderPath } from "../../config/storage-settings.ts"
import { claimBlobs } from "../assert-same-blobs.ts"
import { findDataDir } from "../find-data-dir.ts"
import { settingsOf } from "../settings-of-flags.ts"
import { copyInstance, copyKnownHosts } from "./copy-instance.ts"
import { withParts } from "./with-parts.ts"

const DATABASE = /^postgres(?:ql)?:\/\//

type MoveFlags = Parameters<ServerEntryPoints["moveInstance"]>[0]

/** The result of a move. */
export interface MovedInstance extends CopiedInstance {
  /** True if a server changed the original during the move, so that the copy is out of date. */
  readonly changedMeanwhile: boolean
}

/**
 * Copies an instance to other storage and leaves the original unchanged. If interrupted, it can be started again.
 *
 * @param flags.to a `postgres://` URL, or the path of a data directory.
 * @param flags.blobs `postgres` or `s3://BUCKET/PREFIX`; defaults to the location of the catalogue.
 * @throws {BadSettings} for an invalid target. @throws {InvalidInput} if the target is not empty.
 */
export async function moveInstance({ to: target, blobs, onProgress, ...flags }: MoveFlags): Promise<MovedInstance> {
  findDataDir(flags)
  const settings = settingsOf(flags)
  const wanted = targetSettings(settings, { to: target, blobs })
  return withParts(settings, (from) =>
    withParts(wanted, async (to) => {
      const { instance: copied } = await copyInstance(from, to, { workDirectory: to.workDirectory, onProgress })
      await claimBlobs(to.catalogue, wanted)
      await copyKnownHosts(settings.LECTERN_DATA_DIR, wanted.LECTERN_DATA_DIR)
      const isSame = (await from.catalogue.inTablesTransaction(hashTables)) === copied.hash
      return { ...copied, changedMeanwhile: !isSame }
    }),
  )
}

/** Returns the settings of the instance after the move: the original's, with the new storage. */
function targetSettings(settings: Settings, { to, blobs }: Pick<MoveFlags, "to" | "blobs">): Settings {
  const isDatabase = DATABASE.test(to)
  // The message omits the value, because an address can contain a password.
  if (!isDatabase && !isFolderPath(to)) {
    throw new BadSettings(["--to: must be a postgres:// address or the path of a data directory"])
  }
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== "DATABASE_URL" && name !== "LECTERN_BLOBS"),
  )
  return readSettings({
    ...kept,
    LECTERN_DATA_DIR: isDatabase ? settings.LECTERN_DATA_DIR : to,
    DATABASE_URL: isDatabase ? to : undefined,
    LECTERN_BLOBS: blobs ?? (isDatabase ? "postgres" : undefined),
  })
}
