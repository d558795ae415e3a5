import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { inheritOwner } from "./inherit-owner.ts"
import { hasCode } from "./system-errors.ts"

/**
 * Creates a folder and the folders above it, with the owner of the folder that they are in. If it exists already, its
 * owner and permissions stay unchanged.
 *
 * The `recursive` option of Node's `mkdir` never returns, and uses a whole processor, below folders such as `/proc` that
 * exist but refuse new entries with `ENOENT`. Use this function for every path that a user chooses.
 *
 * @param mode permissions of the new folders, before the umask applies.
 * @throws the error of the operating system if the folder cannot be created.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if (!hasCode(error, "ENOENT") || parent === path) throw error
    await makeFolder(parent, mode)
    // Tried again also if the parent existed, because another process may have created it since the first attempt.
    await makeOne(path, mode)
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
    await inheritOwner(path)
  } catch (error) {
    if (!(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
