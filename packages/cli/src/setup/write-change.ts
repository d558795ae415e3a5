import {
  chmod,
  copyFile,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises"
import { dirname, sep } from "node:path"
import type { PlannedChange } from "./plan-change.ts"

/** Readable by the user only, because the file may contain a key. */
const PRIVATE_MODE = 0o600

/** Options of writing a change. */
export interface WriteOptions {
  /** Time for the name of the backup. */
  readonly nowMs: number
  /** Folders that stay even if the removal of a file leaves them empty, with everything above them. */
  readonly keptFolders: readonly string[]
}

/**
 * Writes a planned change atomically, so that a crash leaves either the old or the new file.
 *
 * @returns path of the backup; undefined if there was no file.
 * @throws {Error} if the file has changed since the plan was made.
 */
export async function writeChange(
  { path, before, after }: PlannedChange,
  { nowMs, keptFolders }: WriteOptions,
): Promise<string | undefined> {
  if (before === undefined) {
    if (after === undefined) return undefined
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, after, { flag: "wx", mode: PRIVATE_MODE })
    return undefined
  }
  // Dotfiles are often links into a repository, so the link is kept and its target is replaced.
  const target = await realpath(path)
  if ((await readFile(target, "utf8")) !== before) {
    throw new Error(`${path} has changed in the meantime: run the command again`)
  }
  const { mode } = await stat(target)
  if (after === undefined) {
    await unlink(target)
    // A link without its target would prevent the file from being created again.
    await rm(path, { force: true })
    await removeEmptyFolders(dirname(target), await Promise.all(keptFolders.map(realPathOf)))
    return undefined
  }
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-")
  const backup = `${target}.${stamp}.bak`
  await copyFile(target, backup)
  const draft = `${target}.${process.pid}.tmp`
  await writeFile(draft, after, { mode: PRIVATE_MODE })
  await chmod(draft, mode)
  await rename(draft, target)
  return backup
}

/** Removes a folder that has become empty, and the empty folders above it, because writing the file created them. */
async function removeEmptyFolders(folder: string, keptFolders: readonly string[]): Promise<void> {
  if (dirname(folder) === folder || keptFolders.some((kept) => isInside(kept, folder))) return
  try {
    await rmdir(folder)
  } catch {
    // It is not empty, or may not be removed: both are fine.
    return
  }
  await removeEmptyFolders(dirname(folder), keptFolders)
}

/** Returns the path without links; the path itself if it does not exist. */
function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** Returns true if a path is a folder or inside it. */
function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`)
}
