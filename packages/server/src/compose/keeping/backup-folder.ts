import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder } from "../../base/make-folder.ts"
import { hasCode } from "../../base/system-errors.ts"
import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { BLOBS_NAME, type BackupStore, isBackupName, LOCK_NAME, type LockFile } from "./backup-store.ts"

const UNFINISHED = ".partial"

/** Opens a directory of backups on this machine. The first backup creates it. */
export function openBackupFolder(folder: string): BackupStore {
  const unfinished = (name: string) => join(folder, `${name}${UNFINISHED}`)
  const listNames = async () => (await unlessMissing(readdir(folder))) ?? []
  return {
    location: folder,
    lock: lockIn(folder),
    openBlobs: () => openDirectoryBlobStore(join(folder, BLOBS_NAME)),
    list: async () => (await listNames()).filter(isBackupName).sort(),
    async begin(name) {
      await mkdir(unfinished(name), { mode: 0o700 })
      return unfinished(name)
    },
    publish: (name) => rename(unfinished(name), join(folder, name)),
    async fetch(name, file, path) {
      const copying = copyFile(join(folder, name, file), path).then(() => true)
      return (await unlessMissing(copying)) ?? false
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async removeUnfinished() {
      for (const name of await listNames()) {
        if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true })
      }
    },
    close: () => Promise.resolve(),
  }
}

function lockIn(folder: string): LockFile {
  const path = join(folder, LOCK_NAME)
  return {
    path,
    async create(text) {
      await makeFolder(folder, 0o700)
      try {
        await writeFile(path, text, { flag: "wx", mode: 0o600 })
        return true
      } catch (error) {
        if (hasCode(error, "EEXIST")) return false
        throw error
      }
    },
    async read() {
      const written = await unlessMissing(stat(path))
      const text = await unlessMissing(readFile(path, "utf8"))
      return written === undefined || text === undefined ? undefined : { text, writtenAtMs: written.mtimeMs }
    },
    async renew() {
      const now = new Date()
      await utimes(path, now, now)
    },
    remove: () => rm(path, { force: true }),
  }
}

/** Returns undefined if a file or folder does not exist. */
async function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}
