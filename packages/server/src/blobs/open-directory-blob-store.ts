import { createHash, randomBytes } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { inheritOwner } from "../base/inherit-owner.ts"
import { makeFolder } from "../base/make-folder.ts"
import { hashFile, sha256Hex } from "../base/sha256.ts"
import { hasCode } from "../base/system-errors.ts"
import { type BlobStore, isBlobName, type SweepCounts } from "./blob-store.ts"
import { asStorageError } from "../base/storage-errors.ts"
import { BlobMissing } from "./errors.ts"

/** Directory for unfinished blobs, on the same file system, so that renaming them into place is atomic. */
const UNFINISHED = ".tmp"

/**
 * Opens or creates a blob store in a directory, with paths `ab/abcd…` from the first digits of the hash. A blob is
 * either complete or absent, and survives a power failure once it has been stored. Several processes may share the
 * directory.
 *
 * @throws {StorageFull} from its writing methods if the disk is full; the unfinished file is removed.
 */
export async function openDirectoryBlobStore(directory: string): Promise<BlobStore> {
  const unfinished = join(directory, UNFINISHED)
  await makeFolder(unfinished)
  const home = new DirectoryBlobStore(directory, unfinished)
  return {
    putFile: (path) => translated(() => home.putFile(path)),
    put: (bytes) => translated(() => home.put(bytes)),
    get: (hash) => home.get(hash),
    localPath: (hash) => home.localPath(hash),
    borrow: async (hash) => ({ path: await home.localPath(hash), release() {} }),
    has: (hash) => home.has(hash),
    isIntact: (hash) => home.isIntact(hash),
    sweep: (referenced, minAgeMs, mayRemove) => home.sweep(referenced, minAgeMs, mayRemove),
    close: () => Promise.resolve(),
  }
}

class DirectoryBlobStore {
  readonly #directory: string
  readonly #unfinished: string
  readonly #knownFolders = new Set<string>()

  constructor(directory: string, unfinished: string) {
    this.#directory = directory
    this.#unfinished = unfinished
  }

  async putFile(path: string): Promise<string> {
    const hash = await hashAndSync(path)
    if (await this.#isKept(hash)) {
      await rm(path, { force: true })
      return hash
    }
    try {
      await this.#moveIn(path, hash)
    } catch (error) {
      if (!hasCode(error, "EXDEV")) throw error
      await this.#copyIn(path)
      await rm(path, { force: true })
    }
    return hash
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = sha256Hex(bytes)
    if (await this.#isKept(hash)) return hash
    await this.#writeIn(hash, (file) => file.writeFile(bytes))
    return hash
  }

  async get(hash: string): Promise<Uint8Array> {
    try {
      return await readFile(this.#pathOf(hash))
    } catch (error) {
      throw hasCode(error, "ENOENT") ? new BlobMissing(hash, { cause: error }) : error
    }
  }

  async localPath(hash: string): Promise<string> {
    if (!(await this.has(hash))) throw new BlobMissing(hash)
    return this.#pathOf(hash)
  }

  async has(hash: string): Promise<boolean> {
    if (!isBlobName(hash)) return false
    return (await statOrUndefined(this.#pathOf(hash))) !== undefined
  }

  async isIntact(hash: string): Promise<boolean> {
    if (!(await this.has(hash))) return false
    return (await hashFile(this.#pathOf(hash))) === hash
  }

  async sweep(
    referenced: ReadonlySet<string>,
    minAgeMs: number,
    mayRemove: (found: SweepCounts) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<number> {
    const storedBeforeMs = Date.now() - minAgeMs
    for (const name of await readdir(this.#unfinished)) {
      const path = join(this.#unfinished, name)
      if (await isOlder(path, storedBeforeMs)) await rm(path, { force: true })
    }
    const { orphans, stored } = await this.#findOrphans(referenced, storedBeforeMs)
    if (!(await mayRemove({ orphans: orphans.length, stored }))) return 0
    let removed = 0
    for (const path of orphans) {
      // Checked once more, because the blob may have been stored again in the meantime.
      if (!(await isOlder(path, storedBeforeMs))) continue
      await rm(path, { force: true })
      removed++
    }
    return removed
  }

  async #findOrphans(referenced: ReadonlySet<string>, storedBeforeMs: number) {
    const orphans: string[] = []
    let stored = 0
    for (const folder of await foldersIn(this.#directory)) {
      for (const name of await readdir(join(this.#directory, folder))) {
        if (!isBlobName(name)) continue
        stored++
        const path = join(this.#directory, folder, name)
        if (!referenced.has(name) && (await isOlder(path, storedBeforeMs))) orphans.push(path)
      }
    }
    return { orphans, stored }
  }

  /** Returns false also for a damaged blob, so that the new bytes replace it. */
  async #isKept(hash: string): Promise<boolean> {
    return (await this.#touch(hash)) && (await this.isIntact(hash))
  }

  /** Updates the time of a stored blob, so that no sweep removes it before it is referenced. */
  async #touch(hash: string): Promise<boolean> {
    const now = new Date()
    try {
      await utimes(this.#pathOf(hash), now, now)
      return true
    } catch (error) {
      if (hasCode(error, "ENOENT")) return false
      throw error
    }
  }

  async #copyIn(path: string): Promise<void> {
    const unfinished = this.#unfinishedPath()
    const hash = createHash("sha256")
    try {
      await pipeline(
        createReadStream(path),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(unfinished, { flags: "wx", flush: true }),
      )
      await this.#moveIn(unfinished, hash.digest("hex"))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async #writeIn(hash: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const unfinished = this.#unfinishedPath()
    try {
      const file = await open(unfinished, "wx")
      try {
        await write(file)
        await file.sync()
      } finally {
        await file.close()
      }
      await this.#moveIn(unfinished, hash)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async #moveIn(path: string, hash: string): Promise<void> {
    const now = new Date()
    await utimes(path, now, now)
    await this.#makeFolder(hash)
    await rename(path, this.#pathOf(hash))
    await inheritOwner(this.#pathOf(hash))
    await syncFolder(this.#folderOf(hash))
  }

  async #makeFolder(hash: string): Promise<void> {
    const folder = this.#folderOf(hash)
    if (this.#knownFolders.has(folder)) return
    const firstMade = await mkdir(folder, { recursive: true })
    if (firstMade !== undefined) {
      await inheritOwner(folder)
      await syncFolder(this.#directory)
    }
    this.#knownFolders.add(folder)
  }

  #unfinishedPath(): string {
    return join(this.#unfinished, randomBytes(10).toString("hex"))
  }

  #folderOf(hash: string): string {
    return join(this.#directory, hash.slice(0, 2))
  }

  #pathOf(hash: string): string {
    if (!isBlobName(hash)) throw new BlobMissing(hash)
    return join(this.#folderOf(hash), hash)
  }
}

async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asStorageError(error)
  }
}

/** Flushes a file to the disk while computing its hash. */
async function hashAndSync(path: string): Promise<string> {
  const file = await open(path, "r+")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return await hashFile(path)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)).map((entry) => entry.name)
}

async function isOlder(path: string, storedBeforeMs: number): Promise<boolean> {
  const found = await statOrUndefined(path)
  return found !== undefined && found.mtimeMs <= storedBeforeMs
}

async function statOrUndefined(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  }
}
