import { open } from "node:fs/promises"
import { inheritOwner } from "../../../base/inherit-owner.ts"
import { hasCode } from "../../../base/system-errors.ts"

/** The file with the keys of ssh hosts. */
export interface KnownHosts {
  /** Absolute path of a file in OpenSSH's format; if it is not pinned, it is created when it is missing. */
  readonly path: string
  /**
   * If true, only hosts in the file are accepted. If false, the key of a new host is trusted the first time and
   * required afterwards.
   */
  readonly isPinned: boolean
}

/** Name of the file in the data directory with the keys of known hosts. */
export const KNOWN_HOSTS_NAME = "known_hosts"

/**
 * Creates the file if it is missing and not pinned, for ssh to append to. A file that ssh creates belongs to the user who
 * runs it: after a command of root, the server could not add hosts to it.
 */
export async function createKnownHosts({ path, isPinned }: KnownHosts): Promise<void> {
  if (isPinned) return
  try {
    const file = await open(path, "wx", 0o600)
    await file.close()
    await inheritOwner(path)
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
  }
}
