import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, unlink, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { PlannedChange } from "./plan-change.ts"

/** Readable by the user only, because the file may contain a key. */
const PRIVATE_MODE = 0o600

/**
 * Writes a planned change atomically, so that a crash leaves either the old or the new file.
 *
 * @param nowMs time for the name of the backup.
 * @returns path of the backup; undefined if there was no file.
 * @throws {Error} if the file has changed since the plan was made.
 */
export async function writeChange({ path, before, after }: PlannedChange, nowMs: number): Promise<string | undefined> {
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
