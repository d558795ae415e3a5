import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"

const NAME = /^source-(\d+)-/
/** A directory this old is nobody's, even if a new process has got the id of its maker. */
const MAX_AGE_MS = 24 * 3_600_000
const openDirectories = new Set<string>()

/**
 * Makes a directory for one source being read; its name carries the process id, so that a later process can tell whose it was.
 *
 * @param workDirectory parent, made when absent.
 * @returns absolute path of a new, empty directory that only this user may enter.
 */
export async function openWorkDirectory(workDirectory: string): Promise<string> {
  await mkdir(workDirectory, { recursive: true })
  // Absolute, because git is started somewhere else.
  const directory = await mkdtemp(join(resolve(workDirectory), `source-${process.pid}-`))
  openDirectories.add(directory)
  return directory
}

/** Names the empty folder that stands for the home of programs working in a directory. */
export function homeDirectoryIn(directory: string): string {
  return join(directory, "home")
}

/** Removes a directory made by `openWorkDirectory` with everything in it. Safe to call twice. */
export async function removeWorkDirectory(directory: string): Promise<void> {
  // A process that was killed a moment ago may still be creating files: try again while it dies.
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  openDirectories.delete(directory)
}

/**
 * Removes what killed processes have left behind; directories of living ones stay. A git that outlived its starter is
 * ended, because nobody limits its time and size any more.
 *
 * @returns number of directories removed.
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
 * Adds up the sizes of all files below a directory, in bytes; files that vanish meanwhile count as nothing.
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

/** Ends processes whose home is inside a directory. Only Linux tells; elsewhere they end when their host does. */
async function killProcessesAt(directory: string): Promise<void> {
  const processIds = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const processId of processIds) {
    // Unreadable: another user's, or gone meanwhile.
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
  // A directory of this process may have been made a moment ago and not be noted yet; only an older one had another maker.
  const oldest = owner === process.pid ? performance.timeOrigin : Date.now() - MAX_AGE_MS
  return found !== undefined && found.mtimeMs < oldest
}

/** A killed process whose parent has not asked for its end yet still has its id; in a container that may stay so. */
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
