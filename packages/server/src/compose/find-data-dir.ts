import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { ServeFlags } from "@lectern/cli"
import { BadSettings } from "../config/settings.ts"
import { CATALOGUE_FILE } from "./data-directory.ts"
import { settingsOf } from "./settings-of-flags.ts"

/**
 * Returns the absolute path of the data directory for a command.
 *
 * @throws {BadSettings} if it does not exist: a server with a different directory would not use what the command
 *   creates.
 */
export function findDataDir(flags: Pick<ServeFlags, "dataDir">): string {
  const settings = settingsOf(flags)
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  // With a database server, every machine has its own data directory, which may be new.
  if (settings.DATABASE_URL !== undefined || existsSync(join(dataDir, CATALOGUE_FILE))) return dataDir
  throw new BadSettings([
    `LECTERN_DATA_DIR: ${dataDir} is not a data directory. Start the server once, or name its data directory with --data-dir`,
  ])
}
