import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { InvalidInput } from "../../base/errors.ts"
import { hasCode } from "../../base/system-errors.ts"

/** What a folder with backups contains: one folder per backup, and the blobs of all of them. */
const BLOBS_NAME = "blobs"
const LOCK_NAME = ".lock"
const UNFINISHED = ".partial"
/** Files of one backup. */
const CATALOGUE_NAME = "lectern.db"
const REPORT_NAME = "backup.json"

/** A time in UTC that file systems accept as a name. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
/** A lock of a machine that lost power is older than any backup takes. */
const LOCK_MAX_AGE_MS = 24 * 3_600_000

/** Returns the folder of the blobs that the backups share. */
export function blobsIn(folder: string): string {
  return join(folder, BLOBS_NAME)
}

/** Returns the paths of a backup's files. */
export function filesOf(folder: string, name: string): { readonly catalogue: string; readonly report: string } {
  return { catalogue: join(folder, name, CATALOGUE_NAME), report: join(folder, name, REPORT_NAME) }
}

/** Makes the name of a backup from its time, epoch milliseconds. */
export function backupName(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(":", "-")
}

/** Returns the name that a backup has until it is complete. */
export function unfinishedName(name: string): string {
  return `${name}${UNFINISHED}`
}

/** Lists the complete backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  } catch (error) {
    if (hasCode(error, "ENOENT")) return []
    throw error
  }
}

/** Removes what interrupted backups left. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Locks the backup folder against other processes while `work` runs.
 *
 * @throws {InvalidInput} if another backup is running.
 */
export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = join(folder, LOCK_NAME)
  if (await isAbandoned(lock)) await rm(lock, { force: true })
  try {
    const file = await open(lock, "wx", 0o600)
    await file.writeFile(`${process.pid} ${hostname()}`)
    await file.close()
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
    throw new InvalidInput(`another backup into ${folder} is running. If not, delete ${lock}`)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Returns true if the process of this machine that made the lock has ended, or the lock is a day old. */
async function isAbandoned(lock: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > LOCK_MAX_AGE_MS) return true
    // The lock is empty until the other process has written its id.
    const [processId = "", host] = (await readFile(lock, "utf8")).split(" ")
    return host === hostname() && !isRunning(Number(processId))
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false
    throw error
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return !hasCode(error, "ESRCH")
  }
}
