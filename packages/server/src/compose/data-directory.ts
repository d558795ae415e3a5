import { chmod, lstat, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { InvalidInput } from "../base/errors.ts"
import type { Log } from "../base/log.ts"
import { makeFolder } from "../base/make-folder.ts"
import { hasCode } from "../base/system-errors.ts"

/** Full access for the owner only. */
const PRIVATE_UMASK = 0o077
const OTHERS = 0o077
/** A catalogue that another process is creating is empty for a few milliseconds. */
const CREATION_MS = 2_000
const POLL_MS = 20

/** Names of files and directories in the data directory. */
export const CATALOGUE_FILE = "lectern.db"
export const BLOBS_NAME = "blobs"

/**
 * Creates the data directory, or checks an existing one, before anything in it is opened. Afterwards, other users of
 * the machine can read neither the directory nor the files that this process creates later.
 *
 * @param options.hasCatalogue true if the catalogue is a file in this directory, not a database elsewhere.
 * @param options.mayBeNew true if an empty catalogue is allowed although index files exist.
 * @throws {InvalidInput} if the catalogue is missing or empty although index files exist.
 */
export async function prepareDataDirectory(
  dataDir: string,
  { hasCatalogue, mayBeNew, log }: { readonly hasCatalogue: boolean; readonly mayBeNew: boolean; readonly log: Log },
): Promise<void> {
  process.umask(PRIVATE_UMASK)
  await createDataDirectory(dataDir)
  if (hasCatalogue) await assertCatalogue(dataDir, mayBeNew)
  await restrictToOwner(dataDir, log)
}

async function createDataDirectory(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir, 0o700)
  } catch (cause) {
    throw new InvalidInput(
      `cannot create the data directory ${dataDir}: check that the directory above it exists and is writable`,
      { cause },
    )
  }
}

async function assertCatalogue(dataDir: string, mayBeNew: boolean): Promise<void> {
  const path = join(dataDir, CATALOGUE_FILE)
  const sizeBytes = await sizeOnceCreated(path)
  if (sizeBytes === 0) {
    throw new InvalidInput(
      `the catalogue ${path} is empty. Restore it from a backup. To begin with a new one, delete the file`,
    )
  }
  if (sizeBytes === undefined && !mayBeNew && (await hasBlobs(join(dataDir, BLOBS_NAME)))) {
    throw new InvalidInput(
      `the catalogue ${path} is missing, but ${join(dataDir, BLOBS_NAME)} has index files. Restore lectern.db from a ` +
        "backup. To begin with a new catalogue, set LECTERN_NEW_CATALOGUE=on for one start; the index files are deleted later",
    )
  }
}

/** @returns undefined if the file does not exist. */
async function sizeOnceCreated(path: string): Promise<number | undefined> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const found = await stat(path).catch(undefinedIfMissing)
    if (found?.size !== 0 || waitedMs >= CREATION_MS) return found?.size
    await delay(POLL_MS)
  }
}

async function hasBlobs(directory: string): Promise<boolean> {
  const folders = (await readdir(directory).catch(undefinedIfMissing)) ?? []
  for (const name of folders.filter((folder) => /^[0-9a-f]{2}$/.test(folder))) {
    if ((await readdir(join(directory, name))).length > 0) return true
  }
  return false
}

/** Removes other users' permissions from a directory that an earlier version created, files first. */
async function restrictToOwner(dataDir: string, log: Log): Promise<void> {
  if (((await stat(dataDir)).mode & OTHERS) === 0) return
  try {
    const changed = await removeRights(dataDir)
    log.info({ dataDir, changed }, "restricted the data directory to its owner")
  } catch (error) {
    if (!hasCode(error, "EPERM") && !hasCode(error, "EROFS")) throw error
    log.warn(
      { dataDir },
      "other users of this machine may be able to read the data directory: its permissions cannot be changed",
    )
  }
}

async function removeRights(directory: string): Promise<number> {
  let changed = 0
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) changed += await removeRights(path)
    else if (entry.isFile()) changed += await removeRightsOf(path)
  }
  return changed + (await removeRightsOf(directory))
}

/** Ignores missing files, because a temporary file may have been deleted in the meantime. */
async function removeRightsOf(path: string): Promise<number> {
  const found = await lstat(path).catch(undefinedIfMissing)
  if (found === undefined || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return 0
  await chmod(path, found.mode & 0o700)
  return 1
}

function undefinedIfMissing(error: unknown): undefined {
  if (hasCode(error, "ENOENT")) return undefined
  throw error
}
