import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { DAY_MS } from "../../base/durations.ts"
import { makeFolder } from "../../base/make-folder.ts"

const NAME = /^source-(\d+)-/
/** A directory of this age is abandoned, even if a process has the id of its creator. */
const MAX_AGE_MS = DAY_MS
const openDirectories = new Set<string>()

/**
 * Creates a temporary directory for one source. Its name contains the process id, which shows later processes who
 * created it.
 *
 * @param workDirectory parent directory, created if it does not exist.
 * @returns absolute path of a new, empty directory that only this user can access.
 */
export async function openWorkDirectory(workDirectory: string): Promise<string> {
  await makeFolder(workDirectory)
  // Absolute, because git runs in another directory.
  const directory = await mkdtemp(join(resolve(workDirectory), `source-${process.pid}-`))
  openDirectories.add(directory)
  return directory
}

/** Returns the empty directory that programs in a work directory use as their home. */
export function homeDirectoryIn(directory: string): string {
  return join(directory, "home")
}

/** Deletes a directory created by `openWorkDirectory`. Safe to call twice. */
export async function removeWorkDirectory(directory: string): Promise<void> {
  // A process that was just killed may still be creating files, so retry until it has exited.
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  openDirectories.delete(directory)
}

/**
 * Deletes the directories of processes that were killed; those of running processes are kept. Also ends git processes
 * that outlived their parent, because their time and disk space are no longer limited.
 *
 * @returns number of deleted directories.
 */
export async function sweepWorkDirectory(workDirectory: string): Promise<number> {
  const names = await readdir(workDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    const owner = NAME.exec(name)?.[1]
    const directory = join(resolve(workDirectory), name)
    if (owner === undefined || !(await isLeftBehind(directory, Number(owner)))) continue
    await killProcessesAt(directory)
    await removeWorkDirectory(directory)
    removed++
  }
  return removed
}

/**
 * Returns the total size of all files below a directory, in bytes; files that disappear in the meantime are ignored.
 */
export async function directorySize(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
        return found?.size ?? 0
      }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Ends processes whose home is inside a directory. Works only on Linux; on other systems, they end when their host
 * closes the connection.
 */
async function killProcessesAt(directory: string): Promise<void> {
  const processIds = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const processId of processIds) {
    // Not readable: the process has another user, or has exited.
    const environment = await readFile(join("/proc", processId, "environ"), "utf8").catch(() => "")
    if (environment.split("\0").includes(`HOME=${homeDirectoryIn(directory)}`)) endProcess(Number(processId))
  }
}

function endProcess(processId: number): void {
  try {
    process.kill(processId, "SIGKILL")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

async function isLeftBehind(directory: string, owner: number): Promise<boolean> {
  if (openDirectories.has(directory)) return false
  if (owner !== process.pid && (!isAlive(owner) || (await isZombie(owner)))) return true
  const found = await stat(directory).catch(() => undefined)
  // This process may have just created the directory without recording it yet; only an older one belongs to another
  // process.
  const oldest = owner === process.pid ? performance.timeOrigin : Date.now() - MAX_AGE_MS
  return found !== undefined && found.mtimeMs < oldest
}

/**
 * Returns true for a process that has ended but still has an id. A killed process keeps its id until its parent reads
 * its exit status, which may never happen in a container.
 */
async function isZombie(processId: number): Promise<boolean> {
  const status = await readFile(join("/proc", String(processId), "stat"), "utf8").catch(() => "")
  return status.slice(status.lastIndexOf(")") + 1).startsWith(" Z")
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
