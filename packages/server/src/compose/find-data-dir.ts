import { statSync } from "node:fs"
import { join, resolve } from "node:path"
import type { ServeFlags } from "@lectern/cli"
import { BadSettings } from "../config/settings.ts"
import { hasCode } from "../base/system-errors.ts"
import { CATALOGUE_FILE } from "./data-directory.ts"
import { settingsOf } from "./settings-of-flags.ts"

/**
 * Returns the absolute path of the data directory for a command.
 *
 * @throws {BadSettings} if it does not exist, because a server with a different directory would not use what the command
 *   creates; or if this user may not look into it.
 */
export function findDataDir(flags: Pick<ServeFlags, "dataDir">): string {
  const settings = settingsOf(flags)
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  // With a database server, every machine has its own data directory, which may be new.
  if (settings.DATABASE_URL !== undefined || hasCatalogue(dataDir)) return dataDir
  throw new BadSettings([
    `LECTERN_DATA_DIR: there is no instance in ${dataDir}. Start the server once to create it, or name the data directory of an instance with --data-dir`,
  ])
}

function hasCatalogue(dataDir: string): boolean {
  try {
    return statSync(join(dataDir, CATALOGUE_FILE), { throwIfNoEntry: false }) !== undefined
  } catch (thrown) {
    if (hasCode(thrown, "ENOTDIR")) return false
    if (!hasCode(thrown, "EACCES") && !hasCode(thrown, "EPERM")) throw thrown
    throw new BadSettings([
      `LECTERN_DATA_DIR: permission denied: this user may not read ${dataDir}. Run the command as the user that runs the server`,
    ])
  }
}
