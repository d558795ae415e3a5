import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { PlannedChange } from "./plan-change.ts"

/** Only the person: the file may hold a key. */
const PRIVATE_MODE = 0o600

/**
 * Writes a planned change in one step, so that a crash leaves the old file or the new one.
 *
 * @param nowMs names the backup.
 * @returns path of the backup; undefined when there was no file.
 * @throws {Error} the file was changed since the plan was made.
 */
export async function writeChange({ path, before, after }: PlannedChange, nowMs: number): Promise<string | undefined> {
  if (before === undefined) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, after, { flag: "wx", mode: PRIVATE_MODE })
    return undefined
  }
  // Dotfiles are often links into a repository: the link stays, its file is replaced.
  const target = await realpath(path)
  if ((await readFile(target, "utf8")) !== before) {
    throw new Error(`${path} was changed while you were asked: run the command again`)
  }
  const { mode } = await stat(target)
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-")
  const backup = `${target}.${stamp}.bak`
  await copyFile(target, backup)
  const draft = `${target}.${process.pid}.tmp`
  await writeFile(draft, after, { mode: PRIVATE_MODE })
  await chmod(draft, mode)
  await rename(draft, target)
  return backup
}
