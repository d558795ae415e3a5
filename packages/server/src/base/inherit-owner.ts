import { chown, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { hasCode } from "./system-errors.ts"

/**
 * Gives a new file or folder to the owner of the folder that it is in, if this process runs as root. Otherwise, a
 * command that an operator runs with `sudo` would leave files in the data directory that the server cannot read. SQLite
 * does the same with its own files.
 */
export async function inheritOwner(path: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  if (uid === 0) return
  try {
    await chown(path, uid, gid)
  } catch (error) {
    // In containers, and on network file systems, root may lack the permission.
    if (!hasCode(error, "EPERM")) throw error
  }
}
