import { copyFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { silentLog } from "../../base/log.ts"
import { hasCode } from "../../base/system-errors.ts"
import { hashTables } from "../../catalogue/copy/copy-tables.ts"
import { readSettings, type Settings } from "../../config/settings.ts"
import { KNOWN_HOSTS_NAME } from "../../sources/git/ssh/known-hosts.ts"
import { type CopiedInstance, copyInstance, type CopyProgress } from "./copy-instance.ts"
import { openParts } from "./open-parts.ts"

const DATABASE = /^postgres(?:ql)?:\/\//

/** Where an instance moves. */
export interface MoveTarget {
  /** A `postgres://` address, or the path of a data directory. */
  readonly to: string
  /** `postgres` or `s3://BUCKET/PREFIX`; defaults to the place of the catalogue. */
  readonly blobs?: string | undefined
}

/** What was moved. */
export interface MovedInstance extends CopiedInstance {
  /** True if a server changed the original meanwhile, so that the copy is old already. */
  readonly changedMeanwhile: boolean
}

/**
 * Copies an instance to other storage, and leaves the original as it is. Interrupted, it can be started again.
 *
 * @throws {BadSettings} for an invalid target. @throws {InvalidInput} if the target has data.
 */
export async function moveInstance(
  settings: Settings,
  target: MoveTarget,
  onProgress: (progress: CopyProgress) => void,
): Promise<MovedInstance> {
  const wanted = targetSettings(settings, target)
  const from = await openParts(settings, silentLog)
  try {
    const to = await openParts(wanted, silentLog)
    try {
      const copied = await copyInstance(from, to, { workDirectory: to.workDirectory, onProgress })
      await copyKnownHosts(settings.LECTERN_DATA_DIR, wanted.LECTERN_DATA_DIR)
      const isSame = (await from.catalogue.inTablesTransaction(hashTables)) === copied.hash
      return { ...copied, changedMeanwhile: !isSame }
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** Returns the settings of the instance after the move: those of the original with another storage. */
function targetSettings(settings: Settings, { to, blobs }: MoveTarget): Settings {
  const isDatabase = DATABASE.test(to)
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

/** Copies the host keys of git servers that the instance has learned. */
export async function copyKnownHosts(fromFolder: string, toFolder: string): Promise<void> {
  const [from, to] = [join(resolve(fromFolder), KNOWN_HOSTS_NAME), join(resolve(toFolder), KNOWN_HOSTS_NAME)]
  if (from === to) return
  try {
    await copyFile(from, to)
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error
  }
}
